/** Reads the page on which the Senate's site shows a paper report. */
import { parse } from "node-html-parser";
import { ParseError } from "../../../base/errors.ts";
import { listFilingImages } from "./page.ts";

/** The longest real paper report has a few dozen pages. */
const MAX_IMAGES = 500;

/** Pure. URLs of the page images, in order, as written in the page. @throws {ParseError} `paper_too_long`. */
export function readViewerImages(page: Uint8Array): string[] {
  const images = listFilingImages(parse(Buffer.from(page).toString("utf8")));
  if (images.length > MAX_IMAGES) {
    throw new ParseError(
      "paper_too_long",
      `The viewer page names ${images.length} page images; at most ${MAX_IMAGES} are fetched.`,
    );
  }
  return images;
}
