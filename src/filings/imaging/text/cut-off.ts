/** Detects text that the right edge of its cell cuts off. Finds where the last whole word ends. */
import type { PageBox } from "../../../domain/trade.ts";
import type { PlacedText } from "./cell.ts";

/** Maximum gap in pixels between cut-off text and the right edge. In lists without cut names, all 607 gaps are 4 or more. */
const AT_THE_EDGE = 2;
/** Maximum height of one line and minimum width of a space, in letter heights. Measured gaps between letters are at most 0.25. */
const ONE_LINE = 2.2;
const BLANK_WIDTH = 0.3;
// Minimum and maximum size of the plus sign (`findOverflowSign`), in letter heights. Measured sizes are 0.9 to 1.05 times the
// height of capitals, and 1.4 times the height of small letters.
const SMALLEST_SIGN = 0.65;
const LARGEST_SIGN = 1.6;
// Maximum distance of the plus sign from the text's right edge, in letter heights. The top of the plus sign must also be at most
// this far above the lowest point of all other letters.
const SIGN_OFF = 0.6;

interface CutOff {
  /** End of the last whole word, in pixels from the left of the text's picture. Null for a single word or several lines. */
  readonly wordsEnd: number | null;
  /** True if the plus sign follows the last visible word. The word is then whole, and more words follow. */
  readonly isBetweenWords: boolean;
}

/** Pure. @returns null if the cell does not cut off the text. */
export function findCutOffText(text: PlacedText, cell: PageBox): CutOff | null {
  const { letters, letterHeight } = text;
  const sign = findOverflowSign(text);
  if (sign === null && getRight(cell) - getRight(text.box) > AT_THE_EDGE) return null;
  const lineLetters = letters.filter((letter) => letter !== sign);
  const top = Math.min(...lineLetters.map((letter) => letter.top));
  const bottom = Math.max(...lineLetters.map(getBottom));
  if (bottom - top > ONE_LINE * letterHeight) return { wordsEnd: null, isBetweenWords: false };
  const right = Math.max(...lineLetters.map(getRight));
  return sign !== null && right < sign.left
    ? { wordsEnd: Math.round((right + sign.left) / 2), isBetweenWords: true }
    : { wordsEnd: findLastSpace(lineLetters, BLANK_WIDTH * letterHeight), isBetweenWords: false };
}

/** Finds the plus sign in the lower right corner of a field. Acrobat prints the sign if the text is longer than the field. */
function findOverflowSign({ letters, letterHeight, bitmap }: PlacedText): PageBox | null {
  const [lowest, ...others] = letters.toSorted((one, other) => getBottom(other) - getBottom(one));
  if (lowest === undefined || others.length === 0) return null;
  const sizes = [lowest.width / letterHeight, lowest.height / letterHeight];
  const isOfItsSize = sizes.every((size) => size >= SMALLEST_SIGN && size <= LARGEST_SIGN);
  const isInTheCorner = bitmap.width - getRight(lowest) <= SIGN_OFF * letterHeight;
  const isBelow = others.every((letter) => getBottom(letter) - lowest.top <= SIGN_OFF * letterHeight);
  return isOfItsSize && isInTheCorner && isBelow ? lowest : null;
}

/** Finds the middle of the last space that has at least the given width; null if there is none. */
function findLastSpace(letters: readonly PageBox[], width: number): number | null {
  let left = Number.POSITIVE_INFINITY;
  for (const letter of letters.toSorted((one, other) => getRight(other) - getRight(one))) {
    const right = getRight(letter);
    if (Number.isFinite(left) && left - right >= width) return Math.round((left + right) / 2);
    left = Math.min(left, letter.left);
  }
  return null;
}

function getRight({ left, width }: PageBox): number {
  return left + width;
}

function getBottom({ top, height }: PageBox): number {
  return top + height;
}
