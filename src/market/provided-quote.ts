/** What holds for a quote of any provider. */

/** A clock that runs behind the provider's by no more than this is believed. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Whether a price of that instant can be there by now. */
export function isPricedBy(pricedAt: Date, now: Date): boolean {
  return pricedAt.getTime() <= now.getTime() + CLOCK_SKEW_MS;
}

/** Null for 0 and less: providers write 0 where they have no number. */
export function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
