/** Late disclosures of all members together, year by year, and how much of each year is read. */

import type { Chamber } from "../../../domain/politician.ts";
import { SOURCES } from "../../../filings/sources/all.ts";
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { completenessOf } from "../../parts/completeness.ts";
import { lateTable } from "../../parts/late-words.ts";
import { count, counted } from "../../parts/words.ts";
import { type LateQuery, namedOf } from "./late-query.ts";

/** Percentage of a year's reports below which its numbers say little. */
const LITTLE_READ = 80;

interface ReadReports {
  readonly read: number;
  readonly reports: number;
}

/** The number of reports of trades that are read of each year, including those with something that waits. */
export function readByYear({ years }: Coverage, chamber: Chamber | undefined): ReadonlyMap<number, ReadReports> {
  const sources: readonly string[] = SOURCES.filter((each) => (chamber ?? each.chamber) === each.chamber).map(
    ({ id }) => id,
  );
  const sums = new Map<number, ReadReports>();
  for (const { source, year, states } of years) {
    if (!sources.includes(source)) continue;
    const { counts, reports } = completenessOf(states);
    const sum = sums.get(year) ?? { read: 0, reports: 0 };
    sums.set(year, { read: sum.read + counts.read + counts.partly, reports: sum.reports + reports });
  }
  return sums;
}

/** All members together, one year in each row. */
export function yearTable(
  links: Links,
  asked: LateQuery,
  years: readonly LateRow[],
  readReports: ReadonlyMap<number, ReadReports>,
): Html {
  if (years.length === 0) return html`<p>No trade is known.</p>`;
  const { year: _, ...others } = namedOf(asked);
  const link = ({ year }: LateRow) =>
    html`<a href="${links.to("/late", { ...others, year: year ?? "" })}"${year === asked.year && html` aria-current="true"`}>${year}</a>${littleRead(readReports.get(year ?? 0))}`;
  const listed = new Set(years.map(({ year }) => year));
  const unread = [...readReports]
    .filter(([year, { reports }]) => reports > 0 && !listed.has(year))
    .toSorted(([a], [b]) => b - a);
  return html`<section><h2>Year by year</h2>
${lateTable(years, "Late trades of all members by year of disclosure", link)}
${
  unread.length > 0 &&
  html`<p class="rule">No trade is known from ${unread.map(([year, { reports }], at) => html`${at > 0 && ", "}${year} (${counted(reports, "report")})`)}.</p>`
}</section>`;
}

/** `only 12 of 96 reports are read`, where the rest may change what the year says. */
function littleRead({ read, reports }: ReadReports = { read: 0, reports: 0 }): Html | false {
  if (100 * read >= LITTLE_READ * reports) return false;
  return html` <small>only ${count(read)} of ${counted(reports, "report")} read</small>`;
}
