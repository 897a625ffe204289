/** Finds the earlier lines that Amended or Deleted House rows refer to. Compares content: an original prints no row ids. */
import type { Trade } from "../trade.ts";
import { compareRows, type Row } from "./agreement.ts";
import { findBestRows, type Pair, pairRows } from "./pairing.ts";
import { isWithin, type Period } from "./row-ids.ts";
import {
  computeScore,
  hasSimilarFields,
  isReclassifiedCopy,
  isRenamedCopy,
  scoreAmendment,
  scoreRepetition,
} from "./scores.ts";

/** Maximum number of lines offered to a person as candidates. */
const MAX_CANDIDATES = 10;

/** Maps a row to the period in which the original row was filed, estimated from the row's id. Omits rows without a usable id. */
export type Periods = ReadonlyMap<Trade, Period>;

/**
 * Pairs the rows of one filing with the earlier lines that they refer to. A `deleted` row repeats the line to delete.
 * @param earlier the filer's current trades from earlier filings, in the order of filing, and by line within a filing.
 */
export function pairWithEarlierRows(
  status: "amended" | "deleted",
  earlier: readonly Row[],
  rows: readonly Row[],
  periods: Periods,
): readonly Pair[] {
  const score = status === "amended" ? scoreAmendment : scoreRepetition;
  return pairRows(earlier, rows, (previous, latter) =>
    isFiledInPeriod(previous, latter, periods) ? score(previous, latter) : 0,
  );
}

/**
 * Pairs the rows that `pairWithEarlierRows` did not pair. `periods` has the period in which a row's original was filed. A row is
 * paired only if exactly one similar row was filed in that period.
 * @param isPeriodRead tells whether all reports filed in a period have been read. If so, `earlier` includes the row's original.
 */
export function pairByFilingPeriod(
  earlier: readonly Row[],
  rows: readonly Row[],
  periods: Periods,
  isPeriodRead: (period: Period) => boolean,
): readonly Pair[] {
  const found = rows.flatMap((row) => {
    const period = periods.get(row.trade);
    if (period === undefined || !isPeriodRead(period)) return [];
    const inPeriod = earlier.filter((previous) => isFiledInPeriod(previous, row, periods));
    const similar = inPeriod.filter((previous) => hasSimilarFields(previous, row));
    const [only, ...others] =
      similar.length > 0 ? similar : inPeriod.filter((previous) => isReclassifiedCopy(previous, row));
    return only === undefined || others.length > 0 ? [] : [{ previous: only.trade, latter: row.trade }];
  });
  return found.filter(({ previous }) => found.filter((pair) => pair.previous === previous).length === 1);
}

function isFiledInPeriod(previous: Row, latter: Row, periods: Periods): boolean {
  const period = periods.get(latter.trade);
  return period === undefined || isWithin(period, previous.trade.filedDate);
}

/**
 * Lists the earlier lines that a person may choose as a row's original. If the row's id shows in which period the original was
 * filed, lists only lines filed in that period. First come the best matches with the same asset and at least two more equal
 * fields. Lines that differ only in asset class or spelling follow.
 */
export function listCandidateIds(row: Row, earlier: readonly Row[], periods: Periods): readonly string[] {
  const inPeriod = earlier.filter((previous) => isFiledInPeriod(previous, row, periods));
  const similar = inPeriod.filter((previous) => hasSimilarFields(previous, row));
  const scored = similar.map((previous) => ({ row: previous, score: computeScore(compareRows(previous, row)) }));
  const rewritten = inPeriod.filter((previous) => isReclassifiedCopy(previous, row) || isRenamedCopy(previous, row));
  return [...findBestRows(scored), ...rewritten].map(({ trade }) => trade.id).slice(0, MAX_CANDIDATES);
}
