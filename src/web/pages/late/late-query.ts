/** The parameters of `/late`: member filters, the year, and the sort order. */
import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../../domain/politician.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { createChoiceReader } from "../../read-query.ts";

export interface Column {
  readonly label: string;
  /** Returns the number by which rows are sorted, greatest first. */
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
export const DEFAULT_COLUMN: ColumnName = "late_reports";

export interface LateQuery {
  readonly chamber: Chamber | undefined;
  readonly party: Party | undefined;
  readonly year: number | undefined;
  readonly sort: ColumnName;
}

/** The query, and an error message for each invalid parameter. */
export function readLateQuery(query: URLSearchParams): {
  readonly requested: LateQuery;
  readonly faults: ReadonlyMap<string, string>;
} {
  const { faults, addFault, readChoice } = createChoiceReader(query);
  const year = query.get("year")?.trim() ?? "";
  const isYear = /^\d{4}$/.test(year);
  const requested = {
    chamber: readChoice("chamber", CHAMBERS),
    party: readChoice("party", PARTIES),
    year: isYear ? Number(year) : undefined,
    sort: COLUMN_NAMES.find((each) => each === query.get("sort")?.trim()) ?? DEFAULT_COLUMN,
  };
  if (year !== "" && !isYear) addFault("year", year, "is not a year. Enter one such as 2024.");
  return { requested, faults };
}

export function toQueryParams({ chamber, party, year, sort }: LateQuery): Readonly<Record<string, string>> {
  return {
    ...(chamber && { chamber }),
    ...(party && { party }),
    ...(year !== undefined && { year: String(year) }),
    ...(sort !== DEFAULT_COLUMN && { sort }),
  };
}
