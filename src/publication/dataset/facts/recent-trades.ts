/** The trades that the home page compares. */
import { FLAGS, type TradeColumns } from "../trade-columns.ts";
import { isRepeat } from "./trade-sums.ts";

/** Days of disclosure, up to the newest. */
export const RECENT_DAYS = 30;
/** Number of trades processed between two steps. */
export const STEP = 2_000;

/**
 * Positions of trades disclosed on or after that day, ascending, if certain: no repeats, and none with a doubtful day or an unknown first disclosure.
 * @param from days since 1970-01-01.
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
