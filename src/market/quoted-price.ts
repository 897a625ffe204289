/** Tells whether a provider's latest bar and its quote are prices of one security on one scale. */
import type { Bar } from "../domain/bar.ts";
import type { Quote } from "../domain/quote.ts";
import { isSplitLike } from "./quote-checks.ts";
import { tradingDay, tradingDaysBetween } from "./session.ts";

/** The quote that a provider gives beside its bars. */
export type QuotedPrice = Pick<Quote, "price" | "change" | "pricedAt">;

/** Bars that end so many days of trading before the quote, or after it, are not compared with it. */
const DAYS_APART = 5;
/** Greatest ratio between the two when the close before the price is missing, so that a move of the day lies between them. */
const FAR = 3;

/** Null where the two are of days too far apart to tell. */
export function agreesWith({ price, change, pricedAt }: QuotedPrice, newest: Bar): boolean | null {
  const day = tradingDay(pricedAt);
  const apart = newest.date <= day ? tradingDaysBetween(newest.date, day) : tradingDaysBetween(day, newest.date);
  if (apart > DAYS_APART) return null;
  if (change !== null && price > change && !isSplitLike(price - change, newest.close)) return true;
  const ratio = Math.max(price / newest.close, newest.close / price);
  return change === null ? ratio <= FAR : !isSplitLike(price, newest.close);
}
