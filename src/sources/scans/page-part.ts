import type { PageView } from "../../domain/scanned-page.ts";
import { writePng } from "../../imaging/png.ts";
import { type Bitmap, cropped, straightened, turned } from "../../imaging/raster/bitmap.ts";

/** A part of a page of a scanned report as a PNG to look at. */
export function drawPart(image: Bitmap, { turnDegrees, skew, box }: PageView): Uint8Array {
  const upright = straightened(turned(image, turnDegrees), skew);
  return writePng(box === null ? upright : cropped(upright, box));
}
