/**
 * The House's numbers of rows run in the order of time: a row is numbered when it is entered, shortly before its report is filed. So the number
 * that an amended row repeats says about when its original was filed, though the original does not print it.
 */
import { addDays, type IsoDate } from "../dates.ts";

/** Numbers whose original was found, by all that the row says or by the filer's reports in the Clerk's index, with the day on which that was filed. */
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

/** A row may be entered this many days before its report is filed. */
const DRAFT_DAYS = 45;

export interface Period {
  /** Null where the number is lower than any that is known: it only shows the day before which the row was filed. */
  readonly from: IsoDate | null;
  readonly to: IsoDate;
}

/** The time in which the original of a row was filed, up to the day of the amendment. It is null where the number says nothing, since there is none. */
export function filedWithin(rowId: string | null, amended: IsoDate | null): Period | null {
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
