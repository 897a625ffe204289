/** A page that was pulled so unevenly that the rules at its left lean, where all others stand: the table with what lies between them as one column. */

import { transposed } from "../../../imaging/raster/ink.ts";
import { layoutOf } from "../../../imaging/tables/layout.ts";
import { coverage, uprightRules } from "../../../imaging/tables/rules.ts";
import { THICKEST } from "../../../imaging/tables/strokes.ts";
import { findTable } from "../../../imaging/tables/table.ts";
import { isWritten, type UprightPage } from "./upright-page.ts";

/** Of the page's width: the asset's column is wider, and so is what has lost the rules at its left. */
const NARROWEST_ASSET = 0.1;
/** A leaning rule stands beside the table's lines for so much of their height before it leans away. */
const STANDING = 0.3;

/** Null where the page is not such a one. The layout's asset holds the owner as well. */
export function withOpenLeft(upright: UprightPage): UprightPage | null {
  const { page, ink, scale } = upright;
  const across = transposed(ink);
  const table = findTable(ink, across);
  const [first] = table?.columns ?? [];
  const top = table?.lines[0]?.from;
  if (!table || !first || top === undefined) return null;
  const beside = uprightRules(ink, across, THICKEST).filter(
    (rule) =>
      first.from - rule.x > NARROWEST_ASSET * page.width &&
      coverage(rule, top, table.bottom) >= STANDING * (table.bottom - top),
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
