/** Handles a page that was pulled so unevenly that only the rules at its left lean: the table is read with what lies between them as one column. */

import { transposed } from "../../../imaging/raster/ink.ts";
import { layoutOf } from "../../../imaging/tables/layout.ts";
import { THICKEST } from "../../../imaging/tables/strokes.ts";
import { findTable } from "../../../imaging/tables/table.ts";
import { pixelsBetween, uprightRules } from "../../../imaging/tables/upright-rules.ts";
import { isWritten, type UprightPage } from "./upright-page.ts";

/** Least width of the merged column, as a share of the page's width: the asset's column is wider than this, and so is one that has lost rules. */
const NARROWEST_ASSET = 0.1;
/** Share of the lines' height along which a leaning rule must stand beside the table before it leans away. */
const STANDING = 0.3;

/** The page with its left columns merged; null where it is no such page. The layout's asset column then holds the owner too. */
export function withLeaningLeftRules(upright: UprightPage): UprightPage | null {
  const { page, ink, scale } = upright;
  const across = transposed(ink);
  const table = findTable(ink, across);
  const [first] = table?.columns ?? [];
  const top = table?.lines[0]?.from;
  if (!table || !first || top === undefined) return null;
  const beside = uprightRules(ink, across, THICKEST).filter(
    (rule) =>
      first.from - rule.x > NARROWEST_ASSET * page.width &&
      pixelsBetween(rule, top, table.bottom) >= STANDING * (table.bottom - top),
  );
  const [left] = beside.toSorted((a, b) => a.x - b.x);
  if (!left) return null;
  const opened = {
    ...table,
    columns: [{ from: Math.round(left.x + left.reach), to: first.from - 2 * left.reach }, ...table.columns],
  };
  const writtenShare = (column: { from: number; to: number }) =>
    table.lines.filter((line) => isWritten(page, column, line, scale)).length / Math.max(1, table.lines.length);
  const layout = layoutOf(opened, writtenShare);
  return layout?.isRegular && layout.owner === null ? { ...upright, table: opened, layout } : null;
}
