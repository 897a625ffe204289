/** A part of a page of a scanned report as a picture to look at, upright, as its readings saw it. */
import type { PageBox } from "../../domain/trade.ts";
import { skewOf } from "./grid/skew.ts";
import { writePng } from "./png.ts";
import { type Bitmap, cropped, type QuarterTurn, type Skew, straightened, turned } from "./raster/bitmap.ts";
import { blackAndWhite, inkOf, transposed } from "./raster/ink.ts";
import { readPdfPage } from "./raster/pdf-page.ts";
import { readPageImage } from "./senate/page-image.ts";

export interface Crop {
  /** Page of a PDF, from 1; null where the bytes are one page's image (the Senate's). */
  readonly page: number | null;
  readonly turnDegrees: QuarterTurn;
  readonly skew: Skew;
  /** In the pixels of the upright page; null for the whole page. */
  readonly box: PageBox | null;
}

/** A PNG. @throws {ParseError} what the reader of the page throws. */
export async function cropPage(bytes: Uint8Array, { page, turnDegrees, skew, box }: Crop): Promise<Uint8Array> {
  const image = page === null ? readPageImage(bytes) : await readPdfPage(bytes, page);
  const leaning = turned(image, turnDegrees);
  const upright = straightened(leaning, skewFor(leaning, page, skewDegrees));
  return writePng(box === null ? upright : cropped(upright, box));
}

/** The House's pages are set straight by more than the one angle that is kept: measured again, it is what their boxes were told by. */
function skewFor(image: Bitmap, page: number | null, skewDegrees: number): Skew {
  if (page === null || skewDegrees === 0) return { level: skewDegrees, upright: skewDegrees, fan: 0 };
  const ink = inkOf(blackAndWhite(image));
  return skewOf(ink, transposed(ink));
}
