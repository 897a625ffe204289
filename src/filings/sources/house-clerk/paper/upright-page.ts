/** Rotates and straightens a page's image, and finds its table of transactions if it has one. */
import type { QuarterTurn, Skew } from "../../../../domain/scanned-page.ts";
import { type Bitmap, cropBitmap, rotateBitmap, straightenBitmap } from "../../../imaging/raster/bitmap.ts";
import { type Ink, toInk, transposeInk } from "../../../imaging/raster/ink.ts";
import { findLayout, type Layout } from "../../../imaging/tables/layout.ts";
import { estimateSkew } from "../../../imaging/tables/skew.ts";
import { splitColumns } from "../../../imaging/tables/split-columns.ts";
import { computeScale, MAX_RULE_THICKNESS } from "../../../imaging/tables/strokes.ts";
import { findTable, type Strip, type Table } from "../../../imaging/tables/table.ts";
import { findComponents } from "../../../imaging/text/components.ts";

export interface UprightPage {
  readonly page: Bitmap;
  readonly ink: Ink;
  /** The page's resolution relative to 200 dpi. */
  readonly scale: number;
  readonly turn: QuarterTurn;
  readonly skew: Skew;
  /** Null if the page has no table. */
  readonly table: Table | null;
  /** Null if the table does not list transactions. */
  readonly layout: Layout | null;
}

/** Minimum ink of a cell with text (a speck has less), and the margin inside the cell's edges. Both in pixels at 200 dpi. */
const MIN_PIXELS = 60;
const MARGIN = 4;
const SMALLEST_LETTER = 5;
/** Minimum height of a letter in a tall cell, as a share of the cell's height. Capped at `SMALLEST_IN_TALL` pixels at 200 dpi. */
const SMALLEST_SHARE = 0.1;
const SMALLEST_IN_TALL = 8;
const NARROWEST_LETTER = 5;
/** Ink whose width is more than this many times its height is a piece of a ruled line. */
const FLAT = 6;
/** Minimum `Layout.fit` for a page with an unusual rotation. A table with a lower fit does not list transactions. */
const MIN_FIT = 1.5;
/** A table of transactions has at least this many detected columns, even if some ruled lines are not detected. */
const MIN_COLUMNS = 10;
/** Values for the maximum thickness of a ruled line, in pixels at 200 dpi. Tried in turn until the table's layout is regular. */
const THICKNESSES = [MAX_RULE_THICKNESS, MAX_RULE_THICKNESS - 1, MAX_RULE_THICKNESS + 2, MAX_RULE_THICKNESS + 5];

/** Tries rotations until a table of transactions is upright. The first rotation is right for nine forms in ten. */
export function turnUpright(image: Bitmap): UprightPage {
  const turns: readonly QuarterTurn[] = image.height > image.width ? [270, 90, 0, 180] : [0, 180, 270, 90];
  let best: UprightPage | undefined;
  for (const turn of turns) {
    const found = straightenPage(image, turn);
    if (found.layout?.isRegular) return found;
    // The usual rotation is tried first. For the usual rotation, a layout is accepted even if the fit is not above `MIN_FIT`.
    if (!best || (!best.layout && found.layout && found.layout.fit > MIN_FIT)) best = found;
  }
  return best as UprightPage;
}

function straightenPage(image: Bitmap, turn: QuarterTurn): UprightPage {
  const askew = rotateBitmap(image, turn);
  const askewInk = toInk(askew);
  const skew = estimateSkew(askewInk, transposeInk(askewInk));
  return { turn, skew, ...measurePage(straightenBitmap(askew, skew)) };
}

function measurePage(page: Bitmap): Pick<UprightPage, "page" | "ink" | "scale" | "table" | "layout"> {
  const ink = toInk(page);
  const across = transposeInk(ink);
  const scale = computeScale(ink);
  const findTableLayout = (table: Table): Layout | null =>
    findLayout(table, (column) => computeShareWithWriting(page, column, table.lines, scale));
  let best: { table: Table; layout: Layout | null } | null = null;
  for (const thickest of THICKNESSES) {
    const table = findTable(ink, across, thickest);
    if (!table) continue;
    const layout = findTableLayout(table);
    if ((layout?.fit ?? 0) > (best?.layout?.fit ?? 0)) best = { table, layout };
    best ??= { table, layout };
    if (best.layout?.isRegular || table.columns.length < MIN_COLUMNS) break;
  }
  const split =
    best && best.table.columns.length >= MIN_COLUMNS ? splitMergedColumns(page, best, findTableLayout) : null;
  return { page, ink, scale, table: null, layout: null, ...(split ?? best) };
}

/** Splits columns with an undetected ruled line between them; null if there are none or the layout does not improve. */
function splitMergedColumns(
  page: Bitmap,
  { table, layout: whole }: { readonly table: Table; readonly layout: Layout | null },
  findTableLayout: (table: Table) => Layout | null,
): Pick<UprightPage, "table" | "layout"> | null {
  const columns = splitColumns(page, table);
  const split = columns && { ...table, columns };
  const layout = split && findTableLayout(split);
  // A layout with a single date column may have taken the second date column for an amount column.
  if (!layout?.notificationDate || (whole?.isRegular && !layout.isRegular)) return null;
  const isBetter =
    layout.fit > (whole?.fit ?? 0) ||
    (layout.isRegular && !whole?.isRegular) ||
    (layout.owner !== null && whole?.owner === null);
  return isBetter ? { table: split, layout } : null;
}

/** True if a cell has writing. Remains of ruled lines do not count, nor do stroke ends that reach in from the line above. */
export function hasWriting(page: Bitmap, column: Strip, line: Strip, scale: number): boolean {
  const edge = Math.round(MARGIN * scale);
  const width = column.to - column.from - 2 * edge;
  const height = line.to - line.from - edge;
  if (width < 1 || height < 1) return false;
  const cell = cropBitmap(page, { left: column.from + edge, top: line.from + Math.round(edge / 2), width, height });
  const smallest = Math.max(SMALLEST_LETTER * scale, Math.min(SMALLEST_IN_TALL * scale, SMALLEST_SHARE * height));
  let pixels = 0;
  for (const { box, places } of findComponents(cell)) {
    const isFlat = box.height < smallest || box.width > FLAT * box.height;
    // Scanner streaks leave vertical dashes. Narrow letters are ignored too, but text also has wider letters.
    const isDash = box.width < NARROWEST_LETTER * scale;
    const reachesIn = box.top === 0 && box.height < 0.4 * height;
    if (!isFlat && !isDash && !reachesIn) pixels += places.length;
  }
  return pixels >= MIN_PIXELS * scale * scale;
}

export function computeShareWithWriting(page: Bitmap, column: Strip, lines: readonly Strip[], scale: number): number {
  return lines.filter((line) => hasWriting(page, column, line, scale)).length / Math.max(1, lines.length);
}
