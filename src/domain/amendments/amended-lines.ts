/** Finds the earlier line that a House row with status Amended or Deleted is about. The original does not print its id, so the line itself must identify it. */
import type { Trade } from "../trade.ts";
import { agreementOf, type Row } from "./agreement.ts";
import { bestOf, type Pair, pairRows } from "./pairing.ts";
import { isWithin, type Period } from "./row-ids.ts";
import { amends, isLike, repeats, scoreOf } from "./scores.ts";

/** A person is asked to choose among this many lines at most. */
const MOST_CANDIDATES = 10;

/** The time of filing of each row's original, as far as its number shows it; other rows are absent. */
export type Periods = ReadonlyMap<Trade, Period>;

/**
 * Rows of one filing with the earlier lines that they are about. A deleted row repeats what it takes back.
 * @param earlier the filer's served trades of earlier filings, by filing and line.
 */
export function pairAmended(
  status: "amended" | "deleted",
  earlier: readonly Row[],
  rows: readonly Row[],
  periods: Periods,
): readonly Pair[] {
  const score = status === "amended" ? amends : repeats;
  return pairRows(earlier, rows, (former, latter) => (isOfTime(former, latter, periods) ? score(former, latter) : 0));
}

/**
 * Rows that differ in more from what they amend, where their numbers leave one line only that is like them.
 * @param isKnown whether all that was filed in a time is read, so that the original is among the earlier lines.
 */
export function pairByNumber(
  earlier: readonly Row[],
  rows: readonly Row[],
  periods: Periods,
  isKnown: (period: Period) => boolean,
): readonly Pair[] {
  const found = rows.flatMap((row) => {
    const period = periods.get(row.trade);
    if (period === undefined || !isKnown(period)) return [];
    const [only, ...others] = earlier.filter((former) => isOfTime(former, row, periods) && isLike(former, row));
    return only === undefined || others.length > 0 ? [] : [{ former: only.trade, latter: row.trade }];
  });
  return found.filter(({ former }) => found.filter((pair) => pair.former === former).length === 1);
}

function isOfTime(former: Row, latter: Row, periods: Periods): boolean {
  const period = periods.get(latter.trade);
  return period === undefined || isWithin(period, former.trade.filedDate);
}

/**
 * Lines that a person may choose from for a row that is about no line for certain: those with its asset and two more of its fields, of the
 * time that its number gives.
 */
export function candidatesFor(row: Row, earlier: readonly Row[], periods: Periods): readonly string[] {
  const fits = earlier
    .filter((former) => isOfTime(former, row, periods) && isLike(former, row))
    .map((former) => ({ row: former, score: scoreOf(agreementOf(former, row)) }));
  return bestOf(fits)
    .map(({ trade }) => trade.id)
    .slice(0, MOST_CANDIDATES);
}
