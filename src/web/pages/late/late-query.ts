/** The parameters of `/late`: member filters, the year, and the sort order. */

import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../../domain/politician.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";

export interface Column {
  readonly label: string;
  /** Greatest first. */
  readonly value: (row: LateRow) => number;
}

/** Sortable columns; the first is the default. */
export const COLUMNS = {
  late_reports: { label: "Late reports", value: ({ lateReports }) => lateReports },
  late: { label: "Late trades", value: ({ late: trades }) => trades },
  after_grace: { label: "After grace period", value: ({ late: trades, lateInGrace }) => trades - lateInGrace },
  share: { label: "Share late", value: ({ late: trades, judged }) => trades / judged },
  median: { label: "Median days", value: ({ daysToDisclose }) => daysToDisclose?.median ?? -1 },
  days_late: { label: "Most days late", value: ({ daysLate }) => daysLate?.most ?? 0 },
  worst: { label: "Longest", value: ({ daysToDisclose }) => daysToDisclose?.most ?? -1 },
} satisfies Readonly<Record<string, Column>>;
export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
export const USUAL: ColumnName = "late_reports";

export interface LateQuery {
  readonly chamber: Chamber | undefined;
  readonly party: Party | undefined;
  readonly year: number | undefined;
  readonly sort: ColumnName;
}

export function readLateQuery(query: URLSearchParams): LateQuery {
  const given = (name: string) => query.get(name)?.trim() ?? "";
  const year = /^\d{4}$/.test(given("year")) ? Number(given("year")) : undefined;
  return {
    chamber: CHAMBERS.find((each) => each === given("chamber").toLowerCase()),
    party: PARTIES.find((each) => each.toLowerCase() === given("party").toLowerCase()),
    year,
    sort: COLUMN_NAMES.find((each) => each === given("sort")) ?? USUAL,
  };
}

/** Error messages by parameter name. */
export function faultsOf(query: URLSearchParams, { chamber, party, year }: LateQuery): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const check = (name: string, value: unknown, sentence: string) => {
    const given = query.get(name)?.trim() ?? "";
    if (given !== "" && value === undefined) faults.set(name, `“${given.slice(0, 60)}” ${sentence}`);
  };
  check("chamber", chamber, `is none of: ${CHAMBERS.join(", ")}.`);
  check("party", party, `is none of: ${PARTIES.join(", ")}.`);
  check("year", year, "is not a year. Enter one such as 2024.");
  return faults;
}

export function namedOf({ chamber, party, year, sort }: LateQuery): Readonly<Record<string, string>> {
  return {
    ...(chamber && { chamber }),
    ...(party && { party }),
    ...(year !== undefined && { year: String(year) }),
    ...(sort !== USUAL && { sort }),
  };
}
