/** Whether nothing is written in a cell: measured on the page itself, before anything is taken off as a rule. */
import type { PageBox } from "../../domain/trade.ts";
import { type Bitmap, cropped, INK_BELOW } from "../raster/bitmap.ts";
import { BLANK, ILLEGIBLE, type Reading } from "./reading.ts";

/** The cell's middle: so much of its size off each side, and off its top and foot, where rules and letters of the neighbours reach in. */
const OFF_SIDES = 0.12;
const OFF_ENDS = 0.2;
/** Of the middle of cells that hold anything, print or pen, 0.04 and more is ink; of blank ones, dust and streaks included, less than 0.008. */
const MOST_DUST = 0.01;

/** What a cell without letters says: surely nothing, unless there is ink that was taken for something else. */
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
