/** What holds for a quote of any provider. */
import type { Quote } from "../domain/quote.ts";
import { priceUsd } from "./valid-bars.ts";

/** A clock that runs behind the provider's by no more than this is believed. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Whether a price of that instant can be there by now. */
export function isPricedBy(pricedAt: Date, now: Date): boolean {
  return pricedAt.getTime() <= now.getTime() + CLOCK_SKEW_MS;
}

/** The range of 52 weeks; null where it contradicts itself. */
export function yearRange(low: unknown, high: unknown): Pick<Quote, "week52High" | "week52Low"> {
  const [week52Low, week52High] = [priceUsd(low), priceUsd(high)];
  const contradicts = week52Low !== null && week52High !== null && week52Low > week52High;
  return contradicts ? { week52High: null, week52Low: null } : { week52High, week52Low };
}

/** Null for 0 and less: providers write 0 where they have no number. */
export function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
