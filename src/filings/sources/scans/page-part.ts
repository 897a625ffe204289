import { encode } from "fast-png";
import type { PageView } from "../../../domain/scanned-page.ts";
import { type Bitmap, cropBitmap, rotateBitmap, straightenBitmap } from "../../imaging/raster/bitmap.ts";

/** Draws a part of a scanned page as a PNG of eight-bit gray, for people to look at. */
export function drawPagePart(image: Bitmap, { turnDegrees, skew, box }: PageView): Uint8Array {
  const upright = straightenBitmap(rotateBitmap(image, turnDegrees), skew);
  const { width, height, pixels } = box === null ? upright : cropBitmap(upright, box);
  return encode({ width, height, data: pixels, channels: 1, depth: 8 });
}
