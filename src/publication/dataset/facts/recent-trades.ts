/** The trades that the home page compares. */
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { FLAGS, type TradeColumns } from "../trade-columns.ts";
import { isRepeat } from "./trade-sums.ts";

/** Number of days covered, ending with the newest disclosure. */
export const RECENT_DAYS = 30;
/** Number of trades processed before the generator yields. */
export const STEP = 2_000;

/**
 * Positions of trades disclosed on or after a day, ascending. Leaves out repeats, and trades with a doubtful date or an unknown
 * first disclosure. @param from days since 1970-01-01.
 */
export function* findRecentTrades(columns: TradeColumns, from: number): Generator<void, readonly number[]> {
  const { disclosed, flags, length } = columns;
  const recent: number[] = [];
  for (let position = 0; position < length && (disclosed[position] as number) >= from; position += 1) {
    if (position % STEP === 0) yield;
    if (!isRepeat(columns, position) && ((flags[position] as number) & FLAGS.gapUnknown) === 0) recent.push(position);
  }
  return recent;
}

export interface NewTrades {
  /** The working day before the newest disclosure. The trades were disclosed on or after this day (`disclosed_from=since`). */
  readonly since: IsoDate;
  readonly trades: number;
  readonly filings: number;
  readonly members: number;
}

/** Counts the trades disclosed on or after the day `NewTrades.since`; null if the dataset has no trades. */
export function* countNewTrades(columns: TradeColumns): Generator<void, NewTrades | null> {
  const { disclosed, filing, person, length } = columns;
  if (length === 0) return null;
  const since = findWorkingDayBefore(disclosed[0] as number);
  const [filings, members] = [new Set<number>(), new Set<number>()];
  let trades = 0;
  while (trades < length && (disclosed[trades] as number) >= since) {
    if (trades % STEP === 0) yield;
    filings.add(filing[trades] as number);
    members.add(person[trades] as number);
    trades += 1;
  }
  return { since: toDayText(since), trades, filings: filings.size, members: members.size };
}

/** Finds the last day from Monday to Friday before `day`, ignoring holidays. @param day days since Thursday, 1970-01-01. */
function findWorkingDayBefore(day: number): number {
  const weekday = (day + 4) % 7;
  if (weekday === 0) return day - 2;
  return weekday === 1 ? day - 3 : day - 1;
}
