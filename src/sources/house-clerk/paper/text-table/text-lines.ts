/** Counts the lines of text one below the other in a cell. */
import type { CellText } from "../../../../imaging/text/cell.ts";

/** Least height of a letter, as a share of the letters' height; anything lower is a point, a dash or an accent. */
const LOWEST = 0.6;

export function linesOfText(text: CellText | null): number {
  if (text === null) return 0;
  const { bitmap, letterHeight, letters } = text;
  const inked = new Uint8Array(bitmap.height + 1);
  for (const { top, height } of letters) inked.fill(1, top, top + height);
  let [lines, from] = [0, -1];
  for (const [y, ink] of inked.entries()) {
    if (ink === 1 && from < 0) from = y;
    if (ink === 1 || from < 0) continue;
    if (y - from >= LOWEST * letterHeight) lines += 1;
    from = -1;
  }
  return lines;
}
