/** Return index: what a dollar in a security became, with and without dividends. */
import type { CashDividends } from "../../domain/bar.ts";
import { listSessions } from "../../domain/sessions.ts";

/** Daily closes, oldest first, adjusted for splits but not for dividends. */
export interface PriceSeries {
  /** Days since 1970-01-01, ascending. */
  readonly days: Int32Array;
  readonly close: Float64Array;
  /** Null if no source was queried or none responded. */
  readonly dividends: CashDividends | null;
  /** The security is no longer traded, so its last close is its last price. */
  readonly ended: boolean;
}

export const NO_PRICES: PriceSeries = {
  days: new Int32Array(),
  close: new Float64Array(),
  dividends: null,
  ended: false,
};

export type ReturnKind = "total" | "price";

/** Value of one dollar from close to close, one number per day of the series. */
export interface ReturnIndex {
  readonly days: Int32Array;
  readonly price: Float64Array;
  /** With dividends reinvested at the close of the ex-dividend day. NaN on days for which they are unknown; null if that is every day. */
  readonly total: Float64Array | null;
  readonly ended: boolean;
}

/**
 * `G(t) = G(t-1) * (P(t) + D(t)) / P(t-1)`, once with and once without the dividends. A dividend whose ex-day has no close is paid on the next day
 * that has one. @param memory buffer for `total`, at least as long as the series.
 */
export function computeReturnIndex({ days, close, dividends, ended }: PriceSeries, memory?: Float64Array): ReturnIndex {
  if (dividends === null) return { days, price: close, total: null, ended };
  const total = memory?.subarray(0, days.length) ?? new Float64Array(days.length);
  const paid = [...dividends.cash].sort(([one], [other]) => one - other);
  const first = findFirstAtLeast(days, dividends.from);
  const end = findFirstAtLeast(days, dividends.to + 1);
  total.fill(Number.NaN, 0, first).fill(Number.NaN, end);
  let next = 0;
  let payday = paid[0]?.[0] ?? Number.POSITIVE_INFINITY;
  let value = 1;
  let before = close[first] as number;
  for (let index = first; index < end; index += 1) {
    const price = close[index] as number;
    let cash = 0;
    while (payday <= (days[index] as number)) {
      cash += (paid[next] as [number, number])[1];
      next += 1;
      payday = paid[next]?.[0] ?? Number.POSITIVE_INFINITY;
    }
    if (index > first) value *= (price + cash) / before;
    before = price;
    total[index] = value;
  }
  return { days, price: close, total, ended };
}

/**
 * Reindexes to every session of the exchanges from its first day to its last: NaN for sessions without a price. Prices on other days are dropped. A
 * missing price therefore never lengthens a window of a given number of sessions.
 */
export function alignToSessions({ days, price, total, ended }: ReturnIndex): ReturnIndex {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { days, price, total, ended };
  const sessions = listSessions(first, last);
  const places = sessions.map((day) => findFirstAtLeast(days, day));
  const alignValues = (values: Float64Array) =>
    Float64Array.from(places, (place, at) => (days[place] === sessions[at] ? (values[place] as number) : Number.NaN));
  return { days: sessions, price: alignValues(price), total: total && alignValues(total), ended };
}

/** Index of the first of ascending values that is at least `least`; the length if there is none. */
export function findFirstAtLeast(values: Int32Array | Float64Array, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
