/** Late disclosures of all members by year, and how much of each year is read. */

import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { renderLateTable } from "../../parts/late-words.ts";
import { type ReadReports, renderLittleRead } from "../../parts/read-by-year.ts";
import { pluralize } from "../../parts/words.ts";
import { type LateQuery, toNamedQuery } from "./late-query.ts";

/** All members together, one row per year. */
export function renderYearTable(
  links: Links,
  requested: LateQuery,
  years: readonly LateRow[],
  readReports: ReadonlyMap<number, ReadReports>,
): Html {
  if (years.length === 0) return html`<p>No trade is known.</p>`;
  const { year: _, ...others } = toNamedQuery(requested);
  const renderYearLink = ({ year }: LateRow) =>
    html`<a href="${links.to("/late", { ...others, year: year ?? "" })}"${year === requested.year && html` aria-current="true"`}>${year}</a>${renderLittleRead(readReports.get(year ?? 0))}`;
  const listed = new Set(years.map(({ year }) => year));
  const unread = [...readReports]
    .filter(([year, { reports }]) => reports > 0 && !listed.has(year))
    .toSorted(([a], [b]) => b - a);
  return html`<section><h2>Year by year</h2>
${renderLateTable(years, "Late trades of all members by year of disclosure", renderYearLink)}
${
  unread.length > 0 &&
  html`<p class="rule">No trades known for ${unread.map(([year, { reports }], at) => html`${at > 0 && ", "}${year} (${pluralize(reports, "report")})`)}.</p>`
}</section>`;
}
