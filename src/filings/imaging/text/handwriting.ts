/** Distinguishes print from handwriting. */
import type { CellText } from "./cell.ts";
import { measureProfile } from "./column-profile.ts";

/** The shares of a text's two column levels add up to at most `BY_HAND` in handwriting, and to more in print, even if letters touch. */
const BY_HAND = 0.9;
const MORE_IN_PRINT = 0.4;

/**
 * Scores a text from 0 (handwritten) to 2 (printed): half is the engine's confidence, half the regularity of the letters (their heights and
 * baselines, or the levels at which their columns begin and end). On forms of 2012 to 2025 the rows' mean score was 1.2 and more for
 * printed rows, 1.05 and less for handwritten ones.
 */
export function scorePrinted(text: CellText, meanConfidence: number): number {
  const letters = text.letters.filter(({ height }) => height >= 0.45 * text.letterHeight);
  const feet = letters.map(({ top, height }) => top + height);
  const heights = letters.map(({ height }) => height);
  const alike = Math.max(3, letters.length / 4);
  const ofLetters =
    computeShare(feet, (foot) => countNear(feet, foot, Math.max(1.5, 0.07 * text.letterHeight)) >= alike) / 2 +
    computeShare(heights, (height) => countNear(heights, height, Math.max(1, 0.06 * height)) >= alike) / 2;
  const { upper, lower } = measureProfile(text.bitmap, Math.max(1, 0.06 * text.letterHeight));
  const ofColumns = (upper.share + lower.share - BY_HAND) / MORE_IN_PRINT;
  return meanConfidence + Math.min(1, Math.max(ofLetters, ofColumns));
}

/** Threshold: texts with a lower score are handwritten, or too poor to tell. It lies between the measured means. */
export const PRINTED = 1.1;
/** Threshold for a date in a printed row, which has few letters to judge by. */
export const PRINTED_DATE = 0.9;

function countNear(values: readonly number[], value: number, distance: number): number {
  return values.filter((other) => Math.abs(other - value) <= distance).length;
}

function computeShare(values: readonly number[], isMatch: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(isMatch).length / values.length;
}
