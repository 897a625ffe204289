/** The words of a part of a page that holds several lines: its header, or the page whole. */
import type { Bitmap } from "../raster/bitmap.ts";
import { type OcrWord, recognise } from "./engine.ts";

/** Words that are surer than this, from the top line by line. `bitmap` stands upright. @throws {ParseError} `ocr_failed`. */
export async function headerWords(bitmap: Bitmap, leastConfidence = 0.6): Promise<OcrWord[]> {
  const lines = await recognise(bitmap, "page");
  return lines.flat().filter(({ confidence, text }) => confidence >= leastConfidence && /[\p{L}\p{N}]/u.test(text));
}
