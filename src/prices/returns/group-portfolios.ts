/**
 * Portfolios of the securities that many members bought and sold in the last trading sessions, compared with the market. All
 * portfolios use price returns: a security's dividends may be unknown, and using only the market's would distort the comparison.
 */
import {
  type Alpha,
  addHoldings,
  computeAlpha,
  computeDailyReturns,
  createEmptyHoldings,
  type DailyHoldings,
} from "./calendar-time.ts";
import type { Decision } from "./decision.ts";
import type { SessionOf } from "./performance.ts";
import { findFirstAtLeast, type ReturnIndex } from "./price-series.ts";

export interface Alphas {
  readonly buys: Alpha | null;
  readonly sells: Alpha | null;
  /** Alpha of a portfolio of purchases minus a portfolio of sales. Uses only days on which both portfolios have a return. */
  readonly difference: Alpha | null;
}

export class GroupPortfolios {
  readonly #benchmark: ReturnIndex;
  readonly #sessionOf: SessionOf;
  readonly #horizon: number;
  /** Scratch space, overwritten for each security. */
  readonly #values: Float64Array;
  readonly #held: Readonly<Record<Decision["side"], DailyHoldings>>;

  constructor(benchmark: ReturnIndex, requested: { readonly sessionOf: SessionOf; readonly horizon: number }) {
    const { sessionOf, horizon } = requested;
    this.#benchmark = benchmark;
    this.#sessionOf = sessionOf;
    this.#horizon = horizon;
    const sessions = benchmark.days.length;
    this.#values = new Float64Array(sessions);
    this.#held = { buy: createEmptyHoldings(sessions), sell: createEmptyHoldings(sessions) };
  }

  /** @param decisions all decisions on one security. */
  addDecisions(decisions: readonly Decision[], index: ReturnIndex): void {
    const values = this.#alignToSessions(index);
    for (const side of ["buy", "sell"] as const) {
      const anchors = decisions.flatMap((decision) =>
        decision.side === side ? (this.#sessionOf(decision) ?? []) : [],
      );
      if (anchors.length > 0) addHoldings(this.#held[side], anchors, this.#horizon, values);
    }
  }

  *computeAlphas(): Generator<void, Alphas> {
    const { price } = this.#benchmark;
    const market = price.map((value, day) => (day === 0 ? Number.NaN : value / (price[day - 1] as number) - 1));
    const [buys, sells] = [computeDailyReturns(this.#held.buy), computeDailyReturns(this.#held.sell)];
    const difference = buys.map((each, day) => each - (sells[day] as number));
    const ofBuys = computeAlpha(buys, market);
    yield;
    const ofSells = computeAlpha(sells, market);
    yield;
    return { buys: ofBuys, sells: ofSells, difference: computeAlpha(difference, market) };
  }

  // Returns the return index at each session of the benchmark: a session without a price repeats the previous value; NaN before
  // the first day and after the last.
  #alignToSessions({ days, price }: ReturnIndex): Float64Array {
    const { days: sessions } = this.#benchmark;
    const [lastDay, values] = [days.at(-1) ?? 0, this.#values];
    const from = findFirstAtLeast(sessions, days[0] ?? 0);
    if (haveSameDays(sessions.subarray(from, from + days.length), days)) {
      values.fill(Number.NaN, 0, from).fill(Number.NaN, from + days.length);
      values.set(price, from);
      return values;
    }
    let place = findFirstAtLeast(days, (sessions[0] ?? 0) + 1) - 1;
    for (let session = 0; session < sessions.length; session += 1) {
      const day = sessions[session] as number;
      while (place + 1 < days.length && (days[place + 1] as number) <= day) place += 1;
      values[session] = day > lastDay || place < 0 ? Number.NaN : (price[place] as number);
    }
    return values;
  }
}

// Returns whether two arrays are equal. Comparing their bytes is fast. Most securities have a price for every session since their
// first price, so in most cases the days are equal and the prices can be copied at once.
function haveSameDays(one: Int32Array, other: Int32Array): boolean {
  return toBytes(one).equals(toBytes(other));
}

function toBytes({ buffer, byteOffset, byteLength }: Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
