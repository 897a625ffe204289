/** Calendar-time portfolio: holds, equally weighted, the securities a group bought (or sold) in the last trading sessions. */
import { COVERAGE } from "./clustered-mean.ts";
import type { Bounds } from "./dollar-bounds.ts";
import { computeTwoSidedQuantile } from "./student-t.ts";

/** Sums of the holdings' daily returns, and numbers of holdings, at each session. */
export interface DailyHoldings {
  readonly sums: Float64Array;
  readonly counts: Uint32Array;
  /** Scratch space for `addHoldings`, all zeros between calls: changes of the number of holdings at each session. */
  readonly changes: Int32Array;
}

export interface Alpha {
  /** Daily return, as a fraction, that the market does not explain. */
  readonly daily: number;
  readonly beta: number;
  /** Newey-West standard error, which allows for autocorrelation of neighboring days. */
  readonly standardError: number;
  readonly days: number;
  readonly lag: number;
}

/** Below this standard deviation, the market's daily returns differ only by rounding. */
const MIN_DEVIATION = 1e-12;
export const MIN_DAYS = 60;

export function createEmptyHoldings(sessions: number): DailyHoldings {
  return {
    sums: new Float64Array(sessions),
    counts: new Uint32Array(sessions),
    changes: new Int32Array(sessions + 1),
  };
}

/**
 * Adds one holding of a security per decision. A holding lasts `horizon` sessions from the close of the decision's session.
 * @param anchors the session of each decision. A decision is left out if `values` has no value for that session.
 * @param values the security's return index by session; NaN if unknown.
 */
export function addHoldings(
  { sums, counts, changes }: DailyHoldings,
  anchors: readonly number[],
  horizon: number,
  values: Float64Array,
): void {
  const held = anchors.filter((anchor) => anchor + 1 < sums.length && !Number.isNaN(values[anchor]));
  for (const anchor of held) {
    const end = Math.min(anchor + horizon, sums.length - 1) + 1;
    changes[anchor + 1] = (changes[anchor + 1] as number) + 1;
    changes[end] = (changes[end] as number) - 1;
  }
  // A security is held for a small part of all sessions, so skip the sessions between its holding periods.
  held.sort((one, other) => one - other);
  let session = 0;
  for (const anchor of held) {
    session = Math.max(session, anchor + 1);
    for (let number = 0; session < changes.length; session += 1) {
      number += changes[session] as number;
      changes[session] = 0;
      if (number === 0) break;
      const growth = (values[session] as number) / (values[session - 1] as number) - 1;
      if (Number.isNaN(growth)) continue;
      sums[session] = (sums[session] as number) + number * growth;
      counts[session] = (counts[session] as number) + number;
    }
  }
}

/** Mean return per day; NaN on days without holdings. */
export function computeDailyReturns({ sums, counts }: DailyHoldings): Float64Array {
  return sums.map((sum, day) => ((counts[day] as number) > 0 ? sum / (counts[day] as number) : Number.NaN));
}

/**
 * Regresses the portfolio's daily return on the market's: `r = alpha + beta * m`, ordinary least squares. Days on which either
 * return is NaN are left out. Null for fewer than `MIN_DAYS` days, or if the market's return was the same on all days.
 */
export function computeAlpha(portfolio: Float64Array, market: Float64Array): Alpha | null {
  const days = [...portfolio.keys()].filter((day) => !Number.isNaN(portfolio[day]) && !Number.isNaN(market[day]));
  if (days.length < MIN_DAYS) return null;
  const returns = days.map((day) => portfolio[day] as number);
  const markets = days.map((day) => market[day] as number);
  const count = days.length;
  const meanMarket = markets.reduce((sum, each) => sum + each, 0) / count;
  const meanReturn = returns.reduce((sum, each) => sum + each, 0) / count;
  const deviations = markets.map((each) => each - meanMarket);
  const spread = deviations.reduce((sum, each) => sum + each * each, 0);
  if (Math.sqrt(spread / count) < MIN_DEVIATION) return null;
  const beta =
    deviations.reduce((sum, each, index) => sum + each * ((returns[index] as number) - meanReturn), 0) / spread;
  const daily = meanReturn - beta * meanMarket;
  const lag = Math.floor(4 * (count / 100) ** (2 / 9));
  // The influence of each day on alpha: its residual times its least-squares weight.
  const influences = markets.map((each, index) => {
    const residual = (returns[index] as number) - daily - beta * each;
    return residual * (1 / count - (meanMarket * (each - meanMarket)) / spread);
  });
  return { daily, beta, standardError: Math.sqrt(computeLongRunVariance(influences, lag)), days: count, lag };
}

/** Sessions per year, the same as the longest horizon. */
const SESSIONS_A_YEAR = 252;

/** Multiplies daily alpha by the sessions per year, without compounding. The interval uses Student's t at level `COVERAGE`. */
export function annualizeAlpha({ daily, standardError, days }: Alpha): {
  readonly mean: number;
  readonly interval: Bounds;
} {
  const mean = daily * SESSIONS_A_YEAR;
  const halfWidth = computeTwoSidedQuantile(1 - COVERAGE, days - 2) * standardError * SESSIONS_A_YEAR;
  return { mean, interval: { low: mean - halfWidth, high: mean + halfWidth } };
}

/** Variance of a sum of autocorrelated terms, with Bartlett weights (Newey and West 1987). */
function computeLongRunVariance(terms: readonly number[], lag: number): number {
  let variance = 0;
  for (let shift = 0; shift <= lag; shift += 1) {
    let products = 0;
    for (let index = shift; index < terms.length; index += 1) {
      products += (terms[index] as number) * (terms[index - shift] as number);
    }
    variance += shift === 0 ? products : 2 * (1 - shift / (lag + 1)) * products;
  }
  return Math.max(0, variance);
}
