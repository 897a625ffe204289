/**
 * A small convolutional network that reads the characters of a date from its picture. It is trained on drawn dates, degraded as copiers
 * degrade them (`training/dates`). Where print is clotted, frayed or cut it distinguishes digits that an engine for whole words confuses.
 */
import type { Bitmap } from "../raster/bitmap.ts";
import { networkOf, resizedInk } from "./ctc-net.ts";
import trained from "./date-net.json" with { type: "json" };

/** The classes of the network's output, in order: the CTC blank, the characters of a date, any other letter. */
export const ALPHABET: readonly string[] = ["", ..."0123456789/-.", "?"];

/** Input size: rows of the picture, and the least and greatest number of its columns. */
const HEIGHT = 24;
const NARROWEST = 8;
const WIDEST = 208;
const network = networkOf(trained);

/** Runs the network. It gives a distribution over `ALPHABET` for each step from the left. @param picture one line of text, cropped to its ink. */
export function readSteps(picture: Bitmap): Float32Array[] {
  const columns = Math.round((picture.width * HEIGHT) / picture.height);
  return network(resizedInk(picture, HEIGHT, Math.max(NARROWEST, Math.min(WIDEST, columns))));
}
