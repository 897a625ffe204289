/** A page's image -> the page upright and straight, with its table of transactions where it has one. */
import { type Layout, layoutOf } from "../grid/layout.ts";
import { skewOf } from "../grid/skew.ts";
import { scaleOf, THICKEST } from "../grid/strokes.ts";
import { findTable, type Strip, type Table } from "../grid/table.ts";
import { type Bitmap, type QuarterTurn, type Skew, straightened, turned } from "../raster/bitmap.ts";
import { type Ink, inkOf, inkWithin, transposed } from "../raster/ink.ts";

export interface UprightPage {
  readonly page: Bitmap;
  readonly ink: Ink;
  /** Pixels of an inch against those of 200. */
  readonly scale: number;
  readonly turn: QuarterTurn;
  readonly skew: Skew;
  /** Null where the page has no table. */
  readonly table: Table | null;
  /** Null where the table is another than one of transactions. */
  readonly layout: Layout | null;
}

/** Ink in a cell of text, as at 200 dpi; a speck has less. */
const FEWEST_PIXELS = 60;
const MARGIN = 4;
/** What still is a rule, tried one after the other until the columns make sense. */
const THICKNESSES = [THICKEST, THICKEST - 1, THICKEST + 2, THICKEST + 5];

/** The turns by which a table of transactions stands upright: first the one that the form is scanned with nine times in ten. */
export function setUpright(image: Bitmap): UprightPage {
  const turns: readonly QuarterTurn[] = image.height > image.width ? [270, 90, 0, 180] : [0, 180, 270, 90];
  let first: UprightPage | undefined;
  for (const turn of turns) {
    const found = standing(image, turn);
    if (found.layout) return found;
    first = first?.table ? first : found.table || !first ? found : first;
  }
  return first as UprightPage;
}

function standing(image: Bitmap, turn: QuarterTurn): UprightPage {
  const askew = turned(image, turn);
  const askewInk = inkOf(askew);
  const skew = skewOf(askewInk, transposed(askewInk));
  const page = straightened(askew, skew);
  const ink = inkOf(page);
  const across = transposed(ink);
  const scale = scaleOf(ink);
  let first: Table | null = null;
  for (const thickest of THICKNESSES) {
    const table = findTable(ink, across, thickest);
    const layout = table && layoutOf(table, (column) => writtenShare(ink, column, table.lines, scale));
    if (layout && table.lines.length > 0) return { page, ink, scale, turn, skew, table, layout };
    first ??= table;
  }
  return { page, ink, scale, turn, skew, table: first, layout: null };
}

/** Whether a cell of text has writing in it. */
export function isWritten(ink: Ink, column: Strip, line: Strip, scale: number): boolean {
  const edge = MARGIN * scale;
  const pixels = inkWithin(ink, column.from + edge, line.from + edge / 2, column.to - edge, line.to - edge / 2);
  return pixels >= FEWEST_PIXELS * scale * scale;
}

function writtenShare(ink: Ink, column: Strip, lines: readonly Strip[], scale: number): number {
  return lines.filter((line) => isWritten(ink, column, line, scale)).length / Math.max(1, lines.length);
}
