/** Wraps text to a line width, using the letter widths of DejaVu Sans. */

export interface TextStyle {
  /** Font size in pixels. */
  readonly size: number;
  readonly bold: boolean;
}

/** Line spacing in pixels, for all font sizes in use. */
export const LINE_HEIGHT = 17;

/** Character widths from the space to the tilde, in thousandths of the font size, from the font files. */
const WIDTHS = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
  636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
  748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
  615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
  337, 636, 838,
];
const FIRST = 32;
/** Assumed width of characters missing from `WIDTHS`: the width of the widest letters. */
const WIDEST = 1000;
/** Upper bound for the width of bold letters relative to regular ones. */
const BOLD = 1.24;

/** Returns one or more lines of at most `width` pixels; a line may be empty. A word wider than a line is broken. */
export function wrapToWidth(text: string, width: number, style: TextStyle): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((each) => breakWord(each, width, style))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measureWidth(longer, style) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  return lines;
}

function breakWord(word: string, width: number, style: TextStyle): string[] {
  if (measureWidth(word, style) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const letter of word) {
    if (part !== "" && measureWidth(part + letter, style) > width) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part];
}

function measureWidth(text: string, { size, bold }: TextStyle): number {
  let sum = 0;
  for (const letter of text) sum += WIDTHS[(letter.codePointAt(0) ?? 0) - FIRST] ?? WIDEST;
  return (sum * size * (bold ? BOLD : 1)) / 1000;
}
