/** Renders a part of a scanned page as an upright picture, as its readings saw it. */

import type { QuarterTurn, Skew } from "../../domain/scanned-page.ts";
import type { PageBox } from "../../domain/trade.ts";
import { writePng } from "../../imaging/png.ts";
import { cropped, straightened, turned } from "../../imaging/raster/bitmap.ts";
import { readPdfPage } from "../../imaging/raster/pdf-page.ts";
import { readPageImage } from "../senate-efd/paper/page-image.ts";

export interface Crop {
  /** Page of a PDF, from 1; null where the bytes are one page's image (the Senate's). */
  readonly page: number | null;
  readonly turnDegrees: QuarterTurn;
  readonly skew: Skew;
  /** Position in pixels of the upright page; null for the whole page. */
  readonly box: PageBox | null;
}

/** Renders a PNG. @throws {ParseError} as the reader of the page does. */
export async function cropPage(bytes: Uint8Array, { page, turnDegrees, skew, box }: Crop): Promise<Uint8Array> {
  const image = page === null ? readPageImage(bytes) : await readPdfPage(bytes, page);
  const upright = straightened(turned(image, turnDegrees), skew);
  return writePng(box === null ? upright : cropped(upright, box));
}
