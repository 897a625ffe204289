/** Finds the earlier line that a House row with status Amended or Deleted is about. The original does not print its id, so the line itself must identify it. */
import type { Trade } from "../trade.ts";
import { agreementOf, type Row } from "./agreement.ts";
import { bestOf, type Pair, pairRows } from "./pairing.ts";
import { isWithin, type Period } from "./row-ids.ts";
import { amends, isLike, isLikeReclassified, isLikeWrittenOut, repeats, scoreOf } from "./scores.ts";

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
    const ofTime = earlier.filter((former) => isOfTime(former, row, periods));
    const like = ofTime.filter((former) => isLike(former, row));
    const [only, ...others] = like.length > 0 ? like : ofTime.filter((former) => isLikeReclassified(former, row));
    return only === undefined || others.length > 0 ? [] : [{ former: only.trade, latter: row.trade }];
  });
  return found.filter(({ former }) => found.filter((pair) => pair.former === former).length === 1);
}

function isOfTime(former: Row, latter: Row, periods: Periods): boolean {
  const period = periods.get(latter.trade);
  return period === undefined || isWithin(period, former.trade.filedDate);
}

/**
 * Lines that a person may choose from for a row that is about no line for certain, of the time that its number gives: those with its asset and
 * two more of its fields, the ones that agree best; and those with all of its fields whose asset it may class or write out in another way.
 */
export function candidatesFor(row: Row, earlier: readonly Row[], periods: Periods): readonly string[] {
  const ofTime = earlier.filter((former) => isOfTime(former, row, periods));
  const like = ofTime.filter((former) => isLike(former, row));
  const fits = like.map((former) => ({ row: former, score: scoreOf(agreementOf(former, row)) }));
  const anew = ofTime.filter((former) => isLikeReclassified(former, row) || isLikeWrittenOut(former, row));
  return [...bestOf(fits), ...anew].map(({ trade }) => trade.id).slice(0, MOST_CANDIDATES);
}
