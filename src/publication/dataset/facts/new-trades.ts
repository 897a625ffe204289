/** The latest disclosures: from the last working day before the newest disclosure on. */
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { STEP } from "./recent-trades.ts";

export interface NewTrades {
  /** A working day; the trades were disclosed on or after it. */
  readonly since: IsoDate;
  readonly trades: number;
  readonly filings: number;
  readonly members: number;
}

/** Null if there are no trades. The counts are those of the list with `disclosed_from=since`. */
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

/** Monday to Friday, ignoring holidays. @param day days since 1970-01-01, a Thursday. */
function findWorkingDayBefore(day: number): number {
  const weekday = (day + 4) % 7;
  if (weekday === 0) return day - 2;
  return weekday === 1 ? day - 3 : day - 1;
}
