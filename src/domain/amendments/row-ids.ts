/**
 * The House numbers a row when it is entered, shortly before its report is filed. So row ids increase over time. An amended row
 * prints the id of its original. That id shows roughly when the original was filed. The original does not print its id.
 */
import { addDays, type IsoDate } from "../dates.ts";

// Filing dates of original rows, by row id. Each date was found by comparing the amended row with whole rows of earlier reports,
// or by looking up the filer's reports in the Clerk's index.
const KNOWN: readonly (readonly [id: number, filed: IsoDate])[] = [
  [2_000_115_357, "2024-02-06" as IsoDate],
  [2_000_115_358, "2024-02-06" as IsoDate],
  [2_000_116_760, "2024-03-27" as IsoDate],
  [2_000_116_761, "2024-03-27" as IsoDate],
  [2_000_152_177, "2025-12-19" as IsoDate],
  [2_000_152_831, "2026-01-07" as IsoDate],
  [2_000_154_444, "2026-02-09" as IsoDate],
  [2_000_159_506, "2026-05-09" as IsoDate],
];

/** Maximum days between entering a row and filing its report. */
const DRAFT_DAYS = 45;

export interface Period {
  /** Null if the id is lower than every known id: then only the latest possible date is known. */
  readonly from: IsoDate | null;
  readonly to: IsoDate;
}

/** Finds the period in which a row's original was filed, ending no later than the amendment; null if the row has no usable id. */
export function estimateFilingDates(rowId: string | null, amended: IsoDate | null): Period | null {
  if (rowId === null || amended === null || !/^\d{10}$/.test(rowId)) return null;
  const id = Number(rowId);
  const before = KNOWN.findLast(([known]) => known <= id);
  const after = KNOWN.find(([known]) => known >= id);
  const latest = after === undefined ? amended : addDays(after[1], DRAFT_DAYS);
  return {
    from: before === undefined ? null : addDays(before[1], -DRAFT_DAYS),
    to: latest < amended ? latest : amended,
  };
}

export function isWithin({ from, to }: Period, day: string): boolean {
  return day <= to && (from === null || day >= from);
}
