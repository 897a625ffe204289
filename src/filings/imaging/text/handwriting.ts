/** Distinguishes print from handwriting. */
import type { CellText } from "./cell.ts";
import { measureProfile } from "./column-profile.ts";

// In handwriting, the two shares of `Profile` (`column-profile.ts`) add up to at most this value. At this value, the regularity
// of the pixel columns is 0.
const BY_HAND = 0.9;
/** Regularity is 1 if the sum of the shares exceeds `BY_HAND` by at least this amount. */
const MORE_IN_PRINT = 0.4;

/**
 * Scores a text from 0 (handwritten) to 2 (printed). The score is the engine's confidence plus the regularity of the letters.
 * Regularity is the higher of two measures. One is how many letters have similar heights and baselines. The other is in how many
 * pixel columns the ink begins or ends at the same y position. On forms of 2012 to 2025, printed rows had mean scores of 1.2 and
 * more. Handwritten rows had 1.05 and less.
 */
export function computePrintScore(text: CellText, meanConfidence: number): number {
  const letters = text.letters.filter(({ height }) => height >= 0.45 * text.letterHeight);
  const feet = letters.map(({ top, height }) => top + height);
  const heights = letters.map(({ height }) => height);
  const minAligned = Math.max(3, letters.length / 4);
  const letterRegularity =
    computeShare(feet, (foot) => countNearbyValues(feet, foot, Math.max(1.5, 0.07 * text.letterHeight)) >= minAligned) /
      2 +
    computeShare(heights, (height) => countNearbyValues(heights, height, Math.max(1, 0.06 * height)) >= minAligned) / 2;
  const { upper, lower } = measureProfile(text.bitmap, Math.max(1, 0.06 * text.letterHeight));
  const columnRegularity = (upper.share + lower.share - BY_HAND) / MORE_IN_PRINT;
  return meanConfidence + Math.min(1, Math.max(letterRegularity, columnRegularity));
}

/** Texts with a lower score are handwritten, or too poor to tell. The value lies between the means of handwriting and print. */
export const MIN_PRINT_SCORE = 1.1;
/** The limit for a date in a printed row. It is lower, since a date has few characters to judge by. */
export const MIN_DATE_PRINT_SCORE = 0.9;

function countNearbyValues(values: readonly number[], value: number, distance: number): number {
  return values.filter((other) => Math.abs(other - value) <= distance).length;
}

function computeShare(values: readonly number[], isMatch: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(isMatch).length / values.length;
}
