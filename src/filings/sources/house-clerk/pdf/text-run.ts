/** Text operators -> runs of text, each with the place of every character. */
import { type Glyph, isGeorgia, letterOf } from "./glyphs.ts";
import { type Matrix, multiply } from "./matrix.ts";

/** Text of one font, size and baseline without a gap. `x` to `right` and the baseline `y` in points, `y` growing downwards. */
export interface TextRun {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  /** Font size in points as it appears on the page. */
  readonly size: number;
  readonly font: string;
  readonly bold: boolean;
  /** Every letter of it is a small capital. */
  readonly smallCapitals: boolean;
  /** Left edge of each character of `text`. */
  readonly starts: readonly number[];
}

/** State of the content stream for the text to come (ISO 32000-1, 9.3). */
export interface TextState {
  font: string;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  horizontal: number;
  leading: number;
  rise: number;
  unit: number;
  /** False for text that is drawn only to be found, such as the hidden text of a scan. */
  visible: boolean;
}

export function freshText(): TextState {
  return {
    font: "",
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontal: 1,
    leading: 0,
    rise: 0,
    unit: 0.001,
    visible: true,
  };
}

/** Adds the runs of one `showText` and returns where the pen then is. A change between small and other letters begins a new run. */
export function showText(
  glyphs: readonly (Glyph | number | null)[],
  drawing: { readonly matrix: Matrix; readonly text: TextState },
  line: Matrix,
  from: { readonly pen: number; readonly positioned: number },
  runs: GrowingRun[],
): number {
  const { text } = drawing;
  const matrix = multiply(drawing.matrix, line);
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
    const letter = letterOf(glyph, georgia);
    const x = matrix[0] * pen + matrix[2] * text.rise + matrix[4];
    const y = matrix[1] * pen + matrix[3] * text.rise + matrix[5];
    pen += advance;
    const right = matrix[0] * pen + matrix[2] * text.rise + matrix[4];
    if (text.visible)
      addLetter(runs, { ...letter, x, right, y, size, font: text.font, bold, positioned: from.positioned });
  }
  return pen;
}

export interface GrowingRun extends TextRun {
  text: string;
  right: number;
  readonly starts: number[];
  /** Index of the positioned line of the content stream that showed it; runs of two such lines are never joined. */
  readonly positioned: number;
}

interface PlacedLetter {
  readonly text: string;
  readonly smallCapital: boolean;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly bold: boolean;
  readonly positioned: number;
}

/** Joins a letter to the run before it when it goes on exactly there; a space belongs to either kind of letter. */
function addLetter(runs: GrowingRun[], letter: PlacedLetter): void {
  const last = runs.at(-1);
  const space = letter.text === " ";
  if (
    last !== undefined &&
    last.positioned === letter.positioned &&
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
  const { smallCapital, ...rest } = letter;
  runs.push({ ...rest, smallCapitals: smallCapital, starts: Array.from(letter.text, () => letter.x) });
}
