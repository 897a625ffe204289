/** Handles a filer's table whose upright rules end with its headings: the lines come from the level rules below, the columns from the headings' rules. */

import { type Ink, inkWithin } from "../../../imaging/raster/ink.ts";
import { median } from "../../../imaging/tables/cell-insides.ts";
import { layoutOf } from "../../../imaging/tables/layout.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { isWritten, type UprightPage } from "./upright-page.ts";

/** Share of the table's width that a level rule covers. */
const RULED = 0.6;
/** Least height of a line, in pixels at 200 dpi; the white within a double rule is lower. */
const LOWEST_LINE = 9;
/** Greatest difference in height between lines; more shows that a rule is lost. */
const MOST_DEVIATION = 0.3;
const FEWEST_LINES = 3;
/** Height below the last line, in lines, in which nothing may be written. */
const FREE = 2;

/** The page with its lines; null where it is no such page, or where its lines are not equally high. */
export function withHeadingsOnlyRules(upright: UprightPage): UprightPage | null {
  const { page, ink, scale, table } = upright;
  const [first, last] = [table?.columns[0], table?.columns.at(-1)];
  if (!table || !first || !last) return null;
  const below = linesBelow(ink, first.from, last.to, table.bottom, scale);
  const usual = median(below.map(({ from, to }) => to - from));
  if (below.length < FEWEST_LINES) return null;
  if (!below.every(({ from, to }) => Math.abs(to - from - usual) <= MOST_DEVIATION * usual)) return null;
  const lines = [...table.lines, ...below];
  const end = below.at(-1)?.to ?? 0;
  const opened = { ...table, lines, bottom: Math.min(ink.height, Math.round(end + FREE * usual)) };
  const layout = layoutOf(
    opened,
    (column) => lines.filter((line) => isWritten(page, column, line, scale)).length / lines.length,
  );
  return layout?.isRegular ? { ...upright, table: opened, layout } : null;
}

/** The spaces between level rules. A black band beside a heading counts as a rule. */
function linesBelow(ink: Ink, left: number, right: number, top: number, scale: number): Strip[] {
  const rules: Strip[] = [];
  for (let y = top; y < ink.height; y += 1) {
    if (inkWithin(ink, left, y, right, y + 1) < RULED * (right - left)) continue;
    const last = rules.at(-1);
    if (last && y - last.to <= 2) rules[rules.length - 1] = { from: last.from, to: y + 1 };
    else rules.push({ from: y, to: y + 1 });
  }
  return rules.flatMap((rule, at) => {
    const next = rules[at + 1];
    return next && next.from - rule.to >= LOWEST_LINE * scale ? [{ from: rule.to, to: next.from }] : [];
  });
}
