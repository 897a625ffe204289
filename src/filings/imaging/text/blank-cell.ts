/** Returns whether a cell is blank. The ink is measured on the page itself, before any rule is removed. */
import type { PageBox } from "../../../domain/trade.ts";
import { type Bitmap, cropped, INK_BELOW } from "../raster/bitmap.ts";
import { BLANK, ILLEGIBLE, type Reading } from "./reading.ts";

/** Margins that are not measured, as shares of the cell's size: rules and the neighbours' letters reach into them. */
const OFF_SIDES = 0.12;
const OFF_ENDS = 0.2;
/** Measured share of ink in the middle of a cell: 0.04 and more where there is print or handwriting, less than 0.008 in blank cells, dust and streaks included. */
const MOST_DUST = 0.01;

/** The reading of a cell without letters: surely blank, unless some of its ink was removed as a rule or dust. */
export function withoutLetters(page: Bitmap, box: PageBox): Reading {
  return inkOfMiddle(page, box) > MOST_DUST ? ILLEGIBLE : BLANK;
}

function inkOfMiddle(page: Bitmap, { left, top, width, height }: PageBox): number {
  const { pixels } = cropped(page, {
    left: left + OFF_SIDES * width,
    top: top + OFF_ENDS * height,
    width: (1 - 2 * OFF_SIDES) * width,
    height: (1 - 2 * OFF_ENDS) * height,
  });
  return pixels.reduce((ink, value) => ink + (value < INK_BELOW ? 1 : 0), 0) / pixels.length;
}
