/** How many of each year's reports have been read; the numbers of a year with many unread reports mean little. */
import type { Chamber } from "../../domain/politician.ts";
import { SOURCES } from "../../filings/sources/all.ts";
import type { Coverage } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import { computeCompleteness } from "./completeness.ts";
import { formatCount, pluralize } from "./words.ts";

/** If less than this percentage of a year's reports has been read, a note says so. */
const LITTLE_READ = 80;

export interface ReadReports {
  readonly read: number;
  readonly reports: number;
}

/** Counts all known transaction reports by year, and those that are read in full or in part. */
export function countReportsReadByYear(
  { years }: Pick<Coverage, "years">,
  chamber: Chamber | undefined,
): ReadonlyMap<number, ReadReports> {
  const sources: readonly string[] = SOURCES.filter((each) => (chamber ?? each.chamber) === each.chamber).map(
    ({ id }) => id,
  );
  const sums = new Map<number, ReadReports>();
  for (const { source, year, states } of years) {
    if (!sources.includes(source)) continue;
    const { counts, reports } = computeCompleteness(states);
    const sum = sums.get(year) ?? { read: 0, reports: 0 };
    sums.set(year, { read: sum.read + counts.read + counts.partly, reports: sum.reports + reports });
  }
  return sums;
}

/** `only 12 of 96 reports read`; false if enough are read. */
export function renderFewReadNotice({ read, reports }: ReadReports = { read: 0, reports: 0 }): Html | false {
  if (100 * read >= LITTLE_READ * reports) return false;
  return html` <small>only ${formatCount(read)} of ${pluralize(reports, "report")} read</small>`;
}
