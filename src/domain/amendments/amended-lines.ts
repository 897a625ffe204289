/**
 * Finds the earlier line to which an Amended or Deleted House row refers. The original prints no id, so the line must be identified by its content.
 */
import type { Trade } from "../trade.ts";
import { compareRows, type Row } from "./agreement.ts";
import { findBestRows, type Pair, pairRows } from "./pairing.ts";
import { isWithin, type Period } from "./row-ids.ts";
import { computeScore, isLike, isLikeReclassified, isLikeWrittenOut, scoreAmended, scoreRepeated } from "./scores.ts";

/** Maximum number of lines offered to a person as candidates. */
const MOST_CANDIDATES = 10;

/** For each row, the period in which its original was filed, as far as its row id shows; other rows are absent. */
export type Periods = ReadonlyMap<Trade, Period>;

/**
 * Pairs the rows of one filing with the earlier lines that they refer to. A deleted row repeats the line that it deletes.
 * @param earlier the filer's served trades of earlier filings, by filing and line.
 */
export function pairAmended(
  status: "amended" | "deleted",
  earlier: readonly Row[],
  rows: readonly Row[],
  periods: Periods,
): readonly Pair[] {
  const score = status === "amended" ? scoreAmended : scoreRepeated;
  return pairRows(earlier, rows, (previous, latter) =>
    isOfTime(previous, latter, periods) ? score(previous, latter) : 0,
  );
}

/**
 * Pairs rows that differ too much from the line they amend to be paired otherwise, if their row ids leave exactly one similar line. @param isKnown
 * whether all reports filed in a period have been read, so that the original is among the earlier lines.
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
    const ofTime = earlier.filter((previous) => isOfTime(previous, row, periods));
    const like = ofTime.filter((previous) => isLike(previous, row));
    const [only, ...others] = like.length > 0 ? like : ofTime.filter((previous) => isLikeReclassified(previous, row));
    return only === undefined || others.length > 0 ? [] : [{ previous: only.trade, latter: row.trade }];
  });
  return found.filter(({ previous }) => found.filter((pair) => pair.previous === previous).length === 1);
}

function isOfTime(previous: Row, latter: Row, periods: Periods): boolean {
  const period = periods.get(latter.trade);
  return period === undefined || isWithin(period, previous.trade.filedDate);
}

/**
 * Lists the lines from which a person may choose for a row without a certain match, limited to the period that its row id gives: the best-matching
 * lines with its asset and two more equal fields, and lines that match in all fields except that the asset may be classed or written differently.
 */
export function findCandidates(row: Row, earlier: readonly Row[], periods: Periods): readonly string[] {
  const ofTime = earlier.filter((previous) => isOfTime(previous, row, periods));
  const like = ofTime.filter((previous) => isLike(previous, row));
  const fits = like.map((previous) => ({ row: previous, score: computeScore(compareRows(previous, row)) }));
  const anew = ofTime.filter((previous) => isLikeReclassified(previous, row) || isLikeWrittenOut(previous, row));
  return [...findBestRows(fits), ...anew].map(({ trade }) => trade.id).slice(0, MOST_CANDIDATES);
}
