/** Return index: value of a dollar invested in a security, with and without dividends. */
import type { CashDividends } from "../../domain/bar.ts";
import { listSessions } from "../../domain/sessions.ts";

/** Daily closes, oldest first, adjusted for splits but not for dividends. */
export interface PriceSeries {
  /** Days since 1970-01-01, ascending. */
  readonly days: Int32Array;
  readonly close: Float64Array;
  /** Null if no day's dividends are known. */
  readonly dividends: CashDividends | null;
  /** True if the security is no longer traded, so that its last close is its last price. */
  readonly ended: boolean;
}

export const NO_PRICES: PriceSeries = {
  days: new Int32Array(),
  close: new Float64Array(),
  dividends: null,
  ended: false,
};

export type ReturnKind = "total" | "price";

/** Value of an investment at each day's close; only ratios between days matter. */
export interface ReturnIndex {
  readonly days: Int32Array;
  readonly price: Float64Array;
  /** With dividends reinvested at the ex-dividend day's close. NaN on days with unknown dividends; null if all are unknown. */
  readonly total: Float64Array | null;
  readonly ended: boolean;
}

/**
 * `total` is `G(t) = G(t-1) * (P(t) + D(t)) / P(t-1)`; `price` has the closes. A dividend whose ex-dividend day has no close
 * counts on the next day with a close. @param memory buffer for `total`, at least as long as the series.
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
 * Reindexes to every session of the exchanges from the first day to the last. Sessions without a price get NaN, and prices on
 * days without a session are dropped. Thus a missing price never lengthens a window of a given number of sessions.
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
