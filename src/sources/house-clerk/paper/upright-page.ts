/** A page's image -> the page upright and straight, with its table of transactions where it has one. */

import type { QuarterTurn, Skew } from "../../../domain/scanned-page.ts";
import { type Bitmap, cropped, straightened, turned } from "../../../imaging/raster/bitmap.ts";
import { type Ink, inkOf, transposed } from "../../../imaging/raster/ink.ts";
import { type ForeignStroke, foreignStrokes, withoutStrokes } from "../../../imaging/tables/foreign.ts";
import { type Layout, layoutOf } from "../../../imaging/tables/layout.ts";
import { partedColumns } from "../../../imaging/tables/parted.ts";
import { skewOf } from "../../../imaging/tables/skew.ts";
import { scaleOf, THICKEST } from "../../../imaging/tables/strokes.ts";
import { findTable, type Strip, type Table } from "../../../imaging/tables/table.ts";
import { componentsOf } from "../../../imaging/text/components.ts";

export interface UprightPage {
  readonly page: Bitmap;
  readonly ink: Ink;
  /** Pixels of an inch against those of 200. */
  readonly scale: number;
  readonly turn: QuarterTurn;
  readonly skew: Skew;
  /** Folds and scratches that ran through the table; the page is without them. */
  readonly foreign: readonly ForeignStroke[];
  /** Null where the page has no table. */
  readonly table: Table | null;
  /** Null where the table is another than one of transactions. */
  readonly layout: Layout | null;
}

/** Ink in a cell of text, as at 200 dpi; a speck has less. */
const FEWEST_PIXELS = 60;
const MARGIN = 4;
const SMALLEST_LETTER = 5;
/** In tall cells letters are not that small; what is smaller than this share of them, up to so much, is dirt. */
const SMALLEST_SHARE = 0.1;
const SMALLEST_IN_TALL = 8;
const NARROWEST_LETTER = 5;
/** A piece of ink so many times as wide as it is high is a rule's. */
const FLAT = 6;
/** A page turned otherwise than most, of which the columns suit less than this, has another table. */
const LEAST_FIT = 1.5;
/** With fewer columns a table is none of transactions, however it is looked at. */
const FEWEST_COLUMNS = 10;
/** What still is a rule, tried one after the other until the columns make sense. */
const THICKNESSES = [THICKEST, THICKEST - 1, THICKEST + 2, THICKEST + 5];

/** The turns by which a table of transactions stands upright: first the one that the form is scanned with nine times in ten. */
export function setUpright(image: Bitmap): UprightPage {
  const turns: readonly QuarterTurn[] = image.height > image.width ? [270, 90, 0, 180] : [0, 180, 270, 90];
  let best: UprightPage | undefined;
  for (const turn of turns) {
    const found = standing(image, turn);
    if (found.layout?.isRegular) return found;
    // What suits only halfway is believed where it is turned as most pages are.
    if (!best || (!best.layout && found.layout && found.layout.fit > LEAST_FIT)) best = found;
  }
  return best as UprightPage;
}

function standing(image: Bitmap, turn: QuarterTurn): UprightPage {
  const askew = turned(image, turn);
  const askewInk = inkOf(askew);
  const skew = skewOf(askewInk, transposed(askewInk));
  const straight = { turn, skew, foreign: [], ...measured(straightened(askew, skew)) };
  const { ink, table, layout } = straight;
  if (!table || table.columns.length < FEWEST_COLUMNS) return straight;
  const foreign = foreignStrokes(ink, transposed(ink), table);
  if (foreign.length === 0) return straight;
  for (const strokes of choicesAmong(foreign)) {
    const clean = measured(withoutStrokes(straight.page, strokes));
    if (clean.layout?.isRegular) return { turn, skew, foreign: strokes, ...clean };
  }
  // Of a table with a stroke in it that is none of its own nobody can tell what the columns are for.
  return { ...straight, layout: layout && { ...layout, isRegular: false } };
}

/** What to take off: all strokes; or all but one, that may lie on a rule of the table. */
function choicesAmong(foreign: readonly ForeignStroke[]): ForeignStroke[][] {
  const butOne = foreign.length > 1 ? foreign.map((kept) => foreign.filter((stroke) => stroke !== kept)) : [];
  return [[...foreign], ...butOne];
}

/** The table of a straight page, and what its columns are for. */
function measured(page: Bitmap): Pick<UprightPage, "page" | "ink" | "scale" | "table" | "layout"> {
  const ink = inkOf(page);
  const across = transposed(ink);
  const scale = scaleOf(ink);
  const layoutIn = (table: Table): Layout | null =>
    layoutOf(table, (column) => writtenShare(page, column, table.lines, scale));
  let best: { table: Table; layout: Layout | null } | null = null;
  let longest: Table | null = null;
  for (const thickest of THICKNESSES) {
    const table = findTable(ink, across, thickest);
    if (!table) continue;
    if (table.columns.length >= FEWEST_COLUMNS && table.bottom > (longest?.bottom ?? 0)) longest = table;
    const layout = layoutIn(table);
    if ((layout?.fit ?? 0) > (best?.layout?.fit ?? 0)) best = { table, layout };
    best ??= { table, layout };
    if (best.layout?.isRegular || table.columns.length < FEWEST_COLUMNS) break;
  }
  if (best?.layout && longest && longest.lines.length > best.table.lines.length) {
    // Clotted print among the rules hides how far down they reach; the lines are the same however the columns are told.
    const table = { ...longest, columns: best.table.columns };
    best = { table, layout: layoutIn(table) };
  }
  const parted = best && best.table.columns.length >= FEWEST_COLUMNS ? partedTable(page, best, layoutIn) : null;
  return { page, ink, scale, table: null, layout: null, ...(parted ?? best) };
}

/** The table with columns parted that have lost the rule between them; null where none has, or where that makes no better sense. */
function partedTable(
  page: Bitmap,
  { table, layout: whole }: { readonly table: Table; readonly layout: Layout | null },
  layoutIn: (table: Table) => Layout | null,
): Pick<UprightPage, "table" | "layout"> | null {
  const columns = partedColumns(page, table);
  const parted = columns && { ...table, columns };
  const layout = parted && layoutIn(parted);
  // With one date it might be the other that was taken for an amount.
  if (!layout?.notificationDate || (whole?.isRegular && !layout.isRegular)) return null;
  const isBetter =
    layout.fit > (whole?.fit ?? 0) ||
    (layout.isRegular && !whole?.isRegular) ||
    (layout.owner !== null && whole?.owner === null);
  return isBetter ? { table: parted, layout } : null;
}

/** Whether a cell of text has writing in it: more than the remains of rules, and than the ends of strokes that reach in from the line above. */
export function isWritten(page: Bitmap, column: Strip, line: Strip, scale: number): boolean {
  const edge = Math.round(MARGIN * scale);
  const width = column.to - column.from - 2 * edge;
  const height = line.to - line.from - edge;
  if (width < 1 || height < 1) return false;
  const cell = cropped(page, { left: column.from + edge, top: line.from + Math.round(edge / 2), width, height });
  const smallest = Math.max(SMALLEST_LETTER * scale, Math.min(SMALLEST_IN_TALL * scale, SMALLEST_SHARE * height));
  let pixels = 0;
  for (const { box, places } of componentsOf(cell)) {
    const isFlat = box.height < smallest || box.width > FLAT * box.height;
    // Streaks of a scanner leave dashes that stand upright; among letters as narrow there are wider ones.
    const isDash = box.width < NARROWEST_LETTER * scale;
    const reachesIn = box.top === 0 && box.height < 0.4 * height;
    if (!isFlat && !isDash && !reachesIn) pixels += places.length;
  }
  return pixels >= FEWEST_PIXELS * scale * scale;
}

function writtenShare(page: Bitmap, column: Strip, lines: readonly Strip[], scale: number): number {
  return lines.filter((line) => isWritten(page, column, line, scale)).length / Math.max(1, lines.length);
}
