/** Computes and validates the figures of any provider's quote. */
import type { Quote } from "../domain/quote.ts";
import { parsePriceUsd } from "./providers/valid-bars.ts";

/** Maximum lag of this machine's clock behind the provider's. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Returns whether a price's time is at most `CLOCK_SKEW_MS` in the future. */
export function isPossiblePriceTime(pricedAt: Date, now: Date): boolean {
  return pricedAt.getTime() <= now.getTime() + CLOCK_SKEW_MS;
}

/** Computes the change for display, without floating-point noise, and its percentage with two decimals. */
export function computeChange(
  previousClose: number | null,
  price: number,
): { readonly change: number | null; readonly changePercent: number | null } {
  if (previousClose === null || previousClose <= 0) return { change: null, changePercent: null };
  const change = price - previousClose;
  return {
    change: Number(change.toFixed(price < 1 ? 6 : 4)),
    changePercent: Number(((100 * change) / previousClose).toFixed(2)),
  };
}

/** Parses a provider's 52-week range; null if the low is above the high. */
export function parse52WeekRange(low: unknown, high: unknown): Pick<Quote, "week52High" | "week52Low"> {
  const [week52Low, week52High] = [parsePriceUsd(low), parsePriceUsd(high)];
  const contradicts = week52Low !== null && week52High !== null && week52Low > week52High;
  return contradicts ? { week52High: null, week52Low: null } : { week52High, week52Low };
}

/** Two prices that differ by more than this factor may be on different sides of a split. */
const SPLIT_LIKE = 1.35;
/** Tolerance in percentage points, since providers round to two decimals. */
const PERCENT_TOLERANCE = 0.02;

export function isSplitLike(price: number, other: number): boolean {
  return price / other > SPLIT_LIKE || other / price > SPLIT_LIKE;
}

/**
 * Removes figures of a quote that contradict its price. Widens the 52-week range to include the price. Drops the range instead if
 * a split may lie between range and price. Drops a change that may include a split or does not match its percentage.
 */
export function makeQuoteConsistent(quote: Quote): Quote {
  const { price, change, changePercent } = quote;
  const previous = change === null ? null : price - change;
  const isChange =
    change !== null &&
    changePercent !== null &&
    previous !== null &&
    previous > 0 &&
    !isSplitLike(price, previous) &&
    Math.abs((100 * change) / previous - changePercent) <= PERCENT_TOLERANCE;
  return { ...quote, ...(isChange ? {} : { change: null, changePercent: null }), ...widen52WeekRange(quote) };
}

function widen52WeekRange({ price, week52High, week52Low }: Quote): Pick<Quote, "week52High" | "week52Low"> {
  const isAbove = week52High !== null && price > week52High;
  const isBelow = week52Low !== null && price < week52Low;
  if ((isAbove && isSplitLike(price, week52High)) || (isBelow && isSplitLike(price, week52Low))) {
    return { week52High: null, week52Low: null };
  }
  return { week52High: isAbove ? price : week52High, week52Low: isBelow ? price : week52Low };
}

/** Null for 0, which providers send for a missing number, and for negative numbers. */
export function toNullUnlessPositive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
