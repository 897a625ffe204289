/** Decides whether a cell is blank. Measures the cell's ink in the page image, from which no ruled lines have been removed. */
import type { PageBox } from "../../../domain/trade.ts";
import { type Bitmap, cropBitmap, INK_BELOW } from "../raster/bitmap.ts";
import { BLANK, ILLEGIBLE, type Reading } from "./reading.ts";

/** Margins left unmeasured, as fractions of the cell's size. Ruled lines and letters of neighboring cells reach into them. */
const OFF_SIDES = 0.12;
const OFF_ENDS = 0.2;
/** Maximum share of ink in the middle of a blank cell. Measured: 0.04 and more with writing, under 0.008 when blank, even with dust and streaks. */
const MAX_DUST = 0.01;

/** Classifies a cell in which no letter was found. `ILLEGIBLE` if much ink was removed as ruled lines or dust, else `BLANK`. */
export function classifyLetterlessCell(page: Bitmap, box: PageBox): Reading {
  return measureMiddleInkShare(page, box) > MAX_DUST ? ILLEGIBLE : BLANK;
}

function measureMiddleInkShare(page: Bitmap, { left, top, width, height }: PageBox): number {
  const { pixels } = cropBitmap(page, {
    left: left + OFF_SIDES * width,
    top: top + OFF_ENDS * height,
    width: (1 - 2 * OFF_SIDES) * width,
    height: (1 - 2 * OFF_ENDS) * height,
  });
  return pixels.reduce((ink, value) => ink + (value < INK_BELOW ? 1 : 0), 0) / pixels.length;
}
