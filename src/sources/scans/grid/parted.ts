/** Columns that have lost the rule between them: what is written leaves a white lane from the headings down to the last line. */
import { type Bitmap, cropped } from "../raster/bitmap.ts";
import { componentsOf } from "../text/components.ts";
import type { Strip, Table } from "./table.ts";

/** Against the table's usual column: narrower ones are none that have lost a rule. */
const WIDEST = 1.7;
/** Letters, and figures that run together, at 200 dpi. What is flatter or smaller are dashes of rules. */
const LETTER = { lowest: 8, tallest: 40, narrowest: 5 };
const FLAT = 6;
/** Of the column's width: no word of one half is longer, and the lane lies between these. */
const LONGEST = 0.48;
const LANE = { from: 0.25, to: 0.75, least: 6 };
/** Letters at each side of a lane, and how many of all may stand in it. */
const FEWEST_LETTERS = 3;
const ASTRAY = 0.01;

/** The table's columns with those parted that have such a lane; null where none has. The widest, of the assets, is left as it is. */
export function partedColumns(page: Bitmap, { columns, lines, bottom }: Table): Strip[] | null {
  const scale = Math.max(page.width, page.height) / 2200;
  const widths = columns.map(({ from, to }) => to - from).toSorted((a, b) => a - b);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  const widest = widths.at(-1) ?? 0;
  const top = lines[0]?.from ?? bottom;
  const parted = columns.flatMap((column) => {
    const width = column.to - column.from;
    if (width < WIDEST * usual || width === widest || bottom <= top) return [column];
    const lane = laneIn(page, column, { from: top, to: bottom }, scale);
    if (lane === null) return [column];
    return [
      { from: column.from, to: lane - 1 },
      { from: lane + 1, to: column.to },
    ];
  });
  return parted.length > columns.length ? parted : null;
}

/** The middle of the widest lane; null where there is none. */
function laneIn(page: Bitmap, column: Strip, { from: top, to: bottom }: Strip, scale: number): number | null {
  const width = column.to - column.from;
  const letters = componentsOf(cropped(page, { left: column.from, top, width, height: bottom - top }))
    .map(({ box }) => box)
    .filter(
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
  for (let x = Math.floor(LANE.from * width); x <= LANE.to * width; x += 1) {
    const isWhite = (written[x] as number) <= ASTRAY * letters.length;
    if (!isWhite) from = -1;
    else if (from < 0) from = x;
    if (isWhite && (!best || x + 1 - from > best.to - best.from)) best = { from, to: x + 1 };
  }
  if (!best || best.to - best.from < LANE.least * scale) return null;
  const middle = Math.round((best.from + best.to) / 2);
  const before = letters.filter((box) => box.left + box.width / 2 < middle).length;
  const isBetween = Math.min(before, letters.length - before) >= FEWEST_LETTERS;
  return isBetween ? column.from + middle : null;
}
