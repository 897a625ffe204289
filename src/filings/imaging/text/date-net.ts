/**
 * Reads the characters of a date from its picture with a small convolutional network, trained on synthetic dates with the defects
 * of copies (`training/dates`). On blotted, frayed or cut print, it distinguishes digits that a whole-word engine confuses.
 */
import type { Bitmap } from "../raster/bitmap.ts";
import { createNetwork, resizeInk } from "./ctc-net.ts";
import trained from "./date-net.json" with { type: "json" };

/** The network's output classes, in order: the CTC blank, the characters of a date, any other letter. */
export const ALPHABET: readonly string[] = ["", ..."0123456789/-.", "?"];

/** Input size: picture height in rows, and the minimum and maximum number of columns. */
const HEIGHT = 24;
const NARROWEST = 8;
const WIDEST = 208;
const network = createNetwork(trained);

/** Returns a distribution over `ALPHABET` for each step from the left. @param picture one line of text, cropped to its ink. */
export function runDateNetwork(picture: Bitmap): Float32Array[] {
  const columns = Math.round((picture.width * HEIGHT) / picture.height);
  return network(resizeInk(picture, HEIGHT, Math.max(NARROWEST, Math.min(WIDEST, columns))));
}
