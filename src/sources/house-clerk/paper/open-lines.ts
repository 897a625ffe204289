/** A filer's table whose upright rules end with its headings: its lines by the level rules below, its columns by the headings' rules. */

import { type Ink, inkWithin } from "../../../imaging/raster/ink.ts";
import { median } from "../../../imaging/tables/insides.ts";
import { layoutOf } from "../../../imaging/tables/layout.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { isWritten, type UprightPage } from "./upright-page.ts";

/** Share of the table's width that a level rule inks. */
const RULED = 0.6;
/** At 200 dpi; lower is the white within a rule. */
const LOWEST_LINE = 9;
/** Lines are equally high, but for so much; where a rule is lost one is not. */
const ASTRAY = 0.3;
const FEWEST_LINES = 3;
/** So many lines' height below the last one nothing may be written. */
const FREE = 2;

/** Null where the page is not such a one, or where its lines are not equally high. */
export function withOpenLines(upright: UprightPage): UprightPage | null {
  const { page, ink, scale, table } = upright;
  const [first, last] = [table?.columns[0], table?.columns.at(-1)];
  if (!table || !first || !last) return null;
  const below = linesBelow(ink, first.from, last.to, table.bottom, scale);
  const usual = median(below.map(({ from, to }) => to - from));
  if (below.length < FEWEST_LINES) return null;
  if (!below.every(({ from, to }) => Math.abs(to - from - usual) <= ASTRAY * usual)) return null;
  const lines = [...table.lines, ...below];
  const end = below.at(-1)?.to ?? 0;
  const opened = { ...table, lines, bottom: Math.min(ink.height, Math.round(end + FREE * usual)) };
  const layout = layoutOf(
    opened,
    (column) => lines.filter((line) => isWritten(page, column, line, scale)).length / lines.length,
  );
  return layout?.isRegular ? { ...upright, table: opened, layout } : null;
}

/** What lies between two level rules; a band of black, beside which a heading stands, is one of them. */
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
