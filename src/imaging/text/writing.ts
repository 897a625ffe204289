/** Whether a text was printed or written by hand. */
import type { CellText } from "./cell.ts";
import { profileOf } from "./profile.ts";

/** Print whose letters touch is told by its columns: their two levels' shares add up to this at most by hand, and to so much more in print. */
const BY_HAND = 0.9;
const MORE_IN_PRINT = 0.4;

/**
 * From 0, written by hand, to 2, printed: half of it how sure the engine is of the words (0 to 1), half how regular the letters are, in their heights and feet
 * or in the levels that their columns begin and end on. On forms of 2012 to 2025 the rows' mean is 1.2 and more for printed ones, 1.05 and less for those
 * written by hand.
 */
export function printedScore(text: CellText, meanConfidence: number): number {
  const letters = text.letters.filter(({ height }) => height >= 0.45 * text.letterHeight);
  const feet = letters.map(({ top, height }) => top + height);
  const heights = letters.map(({ height }) => height);
  const alike = Math.max(3, letters.length / 4);
  const ofLetters =
    share(feet, (foot) => near(feet, foot, Math.max(1.5, 0.07 * text.letterHeight)) >= alike) / 2 +
    share(heights, (height) => near(heights, height, Math.max(1, 0.06 * height)) >= alike) / 2;
  const { upper, lower } = profileOf(text.bitmap, Math.max(1, 0.06 * text.letterHeight));
  const ofColumns = (upper.share + lower.share - BY_HAND) / MORE_IN_PRINT;
  return meanConfidence + Math.min(1, Math.max(ofLetters, ofColumns));
}

/** Text of a lower score was written by hand, or is so poor that nobody could tell. */
export const PRINTED = 1.1;
/** A date in a printed row, with few letters to go by, is handwritten only below this. */
export const PRINTED_DATE = 0.9;

function near(values: readonly number[], value: number, distance: number): number {
  return values.filter((other) => Math.abs(other - value) <= distance).length;
}

function share(values: readonly number[], holds: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(holds).length / values.length;
}
