/** Converts text operators to runs of text with the position of every character. */
import { type Glyph, isGeorgia, toLetter } from "./glyphs.ts";
import { type Matrix, multiplyMatrices } from "./matrix.ts";

/** Text without gaps in one font and size, from `x` to `right` on the baseline `y`, in points. `y` increases downward. */
export interface TextRun {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  /** Effective font size on the page, in points. */
  readonly size: number;
  readonly font: string;
  readonly bold: boolean;
  readonly smallCapitals: boolean;
  /** Left edge of each character of `text`. */
  readonly starts: readonly number[];
}

/** Text state of the content stream (ISO 32000-1, 9.3). */
export type TextState = ReturnType<typeof createTextState>;

export function createTextState() {
  return {
    font: "",
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontal: 1,
    leading: 0,
    rise: 0,
    unit: 0.001,
    /** False for invisible text, such as the hidden text of a scan. */
    visible: true,
  };
}

/** Adds the runs of one `showText` and returns the new pen position. Small capitals and other letters are separate runs. */
export function collectTextRuns(
  glyphs: readonly (Glyph | number | null)[],
  drawing: { readonly matrix: Matrix; readonly text: TextState },
  line: Matrix,
  from: { readonly pen: number; readonly placement: number },
  runs: GrowingRun[],
): number {
  const { text } = drawing;
  const matrix = multiplyMatrices(drawing.matrix, line);
  const size = text.size * Math.hypot(matrix[2], matrix[3]);
  const georgia = isGeorgia(text.font);
  const bold = /bold/i.test(text.font);
  let pen = from.pen;
  for (const glyph of glyphs) {
    if (glyph === null) continue;
    if (typeof glyph === "number") {
      pen -= glyph * 0.001 * text.size * text.horizontal;
      continue;
    }
    const advance =
      (glyph.width * text.unit * text.size + text.charSpacing + (glyph.isSpace ? text.wordSpacing : 0)) *
      text.horizontal;
    const letter = toLetter(glyph, georgia);
    const x = matrix[0] * pen + matrix[2] * text.rise + matrix[4];
    const y = matrix[1] * pen + matrix[3] * text.rise + matrix[5];
    pen += advance;
    const right = matrix[0] * pen + matrix[2] * text.rise + matrix[4];
    if (text.visible)
      addLetter(runs, { ...letter, x, right, y, size, font: text.font, bold, placement: from.placement });
  }
  return pen;
}

export interface GrowingRun extends TextRun {
  text: string;
  right: number;
  readonly starts: number[];
  /** See `TextPlace`. */
  readonly placement: number;
}

interface PlacedLetter extends Omit<TextRun, "smallCapitals" | "starts"> {
  readonly smallCapital: boolean;
  readonly placement: number;
}

/** Appends a letter to the last run if it directly follows in the same style (small capitals or not). A space fits either. */
function addLetter(runs: GrowingRun[], letter: PlacedLetter): void {
  const last = runs.at(-1);
  const space = letter.text === " ";
  if (
    last !== undefined &&
    last.placement === letter.placement &&
    last.font === letter.font &&
    Math.abs(last.size - letter.size) < 0.05 &&
    Math.abs(last.y - letter.y) < 0.5 &&
    Math.abs(letter.x - last.right) < 0.12 * letter.size &&
    (space || last.smallCapitals === letter.smallCapital)
  ) {
    for (let at = 0; at < letter.text.length; at++) last.starts.push(letter.x);
    last.text += letter.text;
    last.right = letter.right;
    return;
  }
  const { smallCapital, ...properties } = letter;
  runs.push({ ...properties, smallCapitals: smallCapital, starts: Array.from(letter.text, () => letter.x) });
}
