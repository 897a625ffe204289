/** Reads owner and asset as one column on a page that the scanner pulled unevenly, so that only the left ruled lines lean. */
import { transposeInk } from "../../../imaging/raster/ink.ts";
import { findLayout } from "../../../imaging/tables/layout.ts";
import { MAX_RULE_THICKNESS } from "../../../imaging/tables/strokes.ts";
import { findTable } from "../../../imaging/tables/table.ts";
import { countRulePixelsBetween, findVerticalRules } from "../../../imaging/tables/upright-rules.ts";
import { computeShareWithWriting, type UprightPage } from "./upright-page.ts";

/** Minimum width of the merged column, as a share of the page's width: even the asset column alone is wider than this. */
const NARROWEST_ASSET = 0.1;
/** Minimum detected length of a left ruled line, as a share of the table's height. Parts that lean too far are not detected. */
const MIN_DETECTED = 0.3;

/**
 * Adds one column in place of the owner and asset columns, which were not detected. Null if the left edge of the added column is
 * not found, if the layout is irregular, or if the layout has a separate column for the owner.
 */
export function mergeLeaningColumns(upright: UprightPage): UprightPage | null {
  const { page, ink, scale } = upright;
  const across = transposeInk(ink);
  const table = findTable(ink, across);
  const [first] = table?.columns ?? [];
  const top = table?.lines[0]?.from;
  if (!table || !first || top === undefined) return null;
  const beside = findVerticalRules(ink, across, MAX_RULE_THICKNESS).filter(
    (rule) =>
      first.from - rule.x > NARROWEST_ASSET * page.width &&
      countRulePixelsBetween(rule, top, table.bottom) >= MIN_DETECTED * (table.bottom - top),
  );
  const [left] = beside.toSorted((a, b) => a.x - b.x);
  if (!left) return null;
  const opened = {
    ...table,
    columns: [{ from: Math.round(left.x + left.reach), to: first.from - 2 * left.reach }, ...table.columns],
  };
  const layout = findLayout(opened, (column) => computeShareWithWriting(page, column, table.lines, scale));
  return layout?.isRegular && layout.owner === null ? { ...upright, table: opened, layout } : null;
}
