/** The parameters of `/late`: member filters, the year, and the sort order. */

import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../../domain/politician.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";

export interface Column {
  readonly label: string;
  /** Greatest first. */
  readonly getValue: (row: LateRow) => number;
}

/** Sortable columns; the first is the default. */
export const COLUMNS = {
  late_reports: { label: "Late reports", getValue: ({ lateReports }) => lateReports },
  late: { label: "Late trades", getValue: ({ late: trades }) => trades },
  after_grace: { label: "After grace period", getValue: ({ late: trades, lateInGrace }) => trades - lateInGrace },
  share: { label: "Late, % of judged", getValue: ({ late: trades, judged }) => trades / judged },
  median: { label: "Median days", getValue: ({ daysToDisclose }) => daysToDisclose?.median ?? -1 },
  days_late: { label: "Most days late", getValue: ({ daysLate }) => daysLate?.most ?? 0 },
  worst: { label: "Longest", getValue: ({ daysToDisclose }) => daysToDisclose?.most ?? -1 },
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
  const getTrimmed = (name: string) => query.get(name)?.trim() ?? "";
  const year = /^\d{4}$/.test(getTrimmed("year")) ? Number(getTrimmed("year")) : undefined;
  return {
    chamber: CHAMBERS.find((each) => each === getTrimmed("chamber").toLowerCase()),
    party: PARTIES.find((each) => each.toLowerCase() === getTrimmed("party").toLowerCase()),
    year,
    sort: COLUMN_NAMES.find((each) => each === getTrimmed("sort")) ?? USUAL,
  };
}

/** Error messages by parameter name. */
export function findFaults(query: URLSearchParams, { chamber, party, year }: LateQuery): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const check = (name: string, value: unknown, sentence: string) => {
    const typed = query.get(name)?.trim() ?? "";
    if (typed !== "" && value === undefined) faults.set(name, `“${typed.slice(0, 60)}” ${sentence}`);
  };
  check("chamber", chamber, `is none of: ${CHAMBERS.join(", ")}.`);
  check("party", party, `is none of: ${PARTIES.join(", ")}.`);
  check("year", year, "is not a year. Enter one such as 2024.");
  return faults;
}

export function toNamedQuery({ chamber, party, year, sort }: LateQuery): Readonly<Record<string, string>> {
  return {
    ...(chamber && { chamber }),
    ...(party && { party }),
    ...(year !== undefined && { year: String(year) }),
    ...(sort !== USUAL && { sort }),
  };
}
