/** Splits columns with a missed ruled line between them: their text leaves a white gap from the headings down to the last row. */
import { computeMedian } from "../../../base/median.ts";
import { type Bitmap, cropBitmap } from "../raster/bitmap.ts";
import { findComponents } from "../text/components.ts";
import type { Strip } from "./strip.ts";
import type { Table } from "./table.ts";

/** Minimum width of a column that can be split, relative to the table's usual column. */
const MIN_SPLIT_WIDTH = 1.7;
/** Letter sizes in pixels at 200 dpi. Ink of other sizes is not letters but dashes of broken ruled lines. */
const LETTER = { lowest: 8, tallest: 40, narrowest: 5 };
/** Maximum width-to-height ratio of touching digits. Flatter ink is a dash, not letters. */
const FLAT = 6;
/** Maximum length of a piece of text, as a share of the column's width; longer pieces are ruled lines. */
const LONGEST = 0.95;
/** Where a gap may lie, as shares of the column's width. `OWNER`: between owner and asset. `MIDDLE`: between any other two. */
const MIDDLE = { from: 0.25, to: 0.75 };
const OWNER = { from: 0.06, to: 0.25 };
/** Minimum width of a gap between two columns, in pixels at 200 dpi. */
const NARROWEST_GAP = 12;
/** `NARROWEST_GAP` of a column with few letters below the headings. Such a column has no dates with small gaps between digits. */
const NARROWEST_BARE_GAP = 6;
/** Minimum number of aligned vertical dashes that show a ruled line, and their maximum offset to either side in pixels. */
const MIN_DASHES = 3;
const REACH = 2;
// A gap must have at least `MIN_LETTERS` letters on each side. A pixel column of the gap may cross at most the fraction
// `STRAY_SHARE` of all letters.
const MIN_LETTERS = 3;
const STRAY_SHARE = 0.01;

/** Splits columns of a table; null if none has a gap. The asset column, the widest, is split only to recover an owner column. */
export function splitColumns(page: Bitmap, { columns, lines, bottom }: Table): Strip[] | null {
  const widths = columns.map(({ from, to }) => to - from);
  const usual = computeMedian(widths);
  const widest = Math.max(0, ...widths);
  const split = columns.flatMap((column, at) => {
    const width = column.to - column.from;
    const isAsset = width === widest;
    if (width < MIN_SPLIT_WIDTH * usual || (isAsset && at > 0)) return [column];
    const rule = findMissedRuledLine(page, column, lines, bottom, isAsset ? OWNER : MIDDLE);
    if (rule === null) return [column];
    return [
      { from: column.from, to: rule - REACH },
      { from: rule + REACH, to: column.to },
    ];
  });
  return split.length > columns.length ? split : null;
}

// Finds the x position of a missed ruled line in the widest gap of a column. If dashes of the ruled line are visible in the gap,
// returns the position of the dashes, otherwise the middle of the gap. Null if there is no gap.
function findMissedRuledLine(
  page: Bitmap,
  column: Strip,
  lines: readonly Strip[],
  bottom: number,
  range: Strip,
): number | null {
  const scale = Math.max(page.width, page.height) / 2200;
  const width = column.to - column.from;
  const [top, body] = [lines[0]?.from ?? bottom, lines[1]?.from ?? bottom];
  if (bottom <= top) return null;
  const pieces = findComponents(cropBitmap(page, { left: column.from, top, width, height: bottom - top })).map(
    ({ box }) => box,
  );
  const letters = pieces.filter(
    (box) =>
      box.height >= LETTER.lowest * scale &&
      box.height <= LETTER.tallest * scale &&
      box.width >= LETTER.narrowest * scale &&
      box.width <= Math.min(FLAT * box.height, LONGEST * width),
  );
  const written = new Uint16Array(width);
  for (const box of letters) {
    for (let x = box.left; x < box.left + box.width; x += 1) written[x] = (written[x] as number) + 1;
  }
  let best: Strip | null = null;
  let from = -1;
  for (let x = Math.floor(range.from * width); x <= range.to * width; x += 1) {
    const isWhite = (written[x] as number) <= STRAY_SHARE * letters.length;
    if (!isWhite) from = -1;
    else if (from < 0) from = x;
    if (isWhite && (!best || x + 1 - from > best.to - best.from)) best = { from, to: x + 1 };
  }
  const isBare = letters.filter((box) => top + box.top >= body).length <= lines.length;
  if (!best || best.to - best.from < (isBare ? NARROWEST_BARE_GAP : NARROWEST_GAP) * scale) return null;
  const middle = Math.round((best.from + best.to) / 2);
  const before = letters.filter((box) => box.left + box.width / 2 < middle).length;
  const isBetween = Math.min(before, letters.length - before) >= MIN_LETTERS;
  if (!isBetween) return null;
  const { from: gapStart, to: gapEnd } = best;
  const dashes = pieces
    .filter((box) => box.width < LETTER.narrowest * scale && box.height > box.width)
    .map((box) => Math.round(box.left + box.width / 2))
    .filter((x) => x >= gapStart && x < gapEnd)
    .toSorted((a, b) => a - b);
  const dash = dashes[Math.floor(dashes.length / 2)] ?? middle;
  const aligned = dashes.filter((x) => Math.abs(x - dash) <= REACH);
  return column.from + (aligned.length < MIN_DASHES ? middle : dash);
}
