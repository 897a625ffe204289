/** Encodes a bitmap as a PNG of eight-bit gray, so that a person can see a part of a page. */
import { encode } from "fast-png";
import type { Bitmap } from "./raster/bitmap.ts";

export function writePng({ width, height, pixels }: Bitmap): Uint8Array {
  return encode({ width, height, data: pixels, channels: 1, depth: 8 });
}
