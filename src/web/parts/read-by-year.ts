/** How much of each year is read: what its numbers are worth. */

import type { Chamber } from "../../domain/politician.ts";
import { SOURCES } from "../../filings/sources/all.ts";
import type { Coverage } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import { completenessOf } from "./completeness.ts";
import { count, counted } from "./words.ts";

/** Percentage of a year's reports below which its numbers say little. */
const LITTLE_READ = 80;

export interface ReadReports {
  readonly read: number;
  readonly reports: number;
}

/** The number of reports of trades that are read of each year, including those with something that waits. */
export function readByYear(
  { years }: Pick<Coverage, "years">,
  chamber: Chamber | undefined,
): ReadonlyMap<number, ReadReports> {
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

/** `only 12 of 96 reports are read`, where the rest may change what the year says. */
export function littleRead({ read, reports }: ReadReports = { read: 0, reports: 0 }): Html | false {
  if (100 * read >= LITTLE_READ * reports) return false;
  return html` <small>only ${count(read)} of ${counted(reports, "report")} read</small>`;
}
