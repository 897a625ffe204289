/** Compares a provider's bars with its own quote: are they prices of one security, on one scale and of the same days? */
import type { Bar } from "../domain/bar.ts";
import type { Quote } from "../domain/quote.ts";
import { isSplitLike } from "./quote-checks.ts";
import { tradingDay, tradingDaysBetween } from "./session.ts";

/** The quote that a provider gives beside its bars. */
export type QuotedPrice = Pick<Quote, "price" | "change" | "pricedAt">;

/** Bars that end more days of trading than this before the quote are not those of the quoted days. */
const DAYS_APART = 5;
/** A step from one close to the next price that is as large as a split's; single days move by less with few exceptions. */
const SPLIT_STEP = 1.8;

/**
 * The bar of the quote's day must close within 35 % of the price. Where the bars end before that day, their last close is
 * compared with the previous close or the price.
 * @param bars newest first.
 * @returns null where no bar is as old as the quote.
 */
export function agreesWith(quoted: QuotedPrice, bars: readonly Bar[]): boolean | null {
  const { price, pricedAt } = quoted;
  const day = tradingDay(pricedAt);
  const latest = bars.find(({ date }) => date <= day);
  if (latest === undefined) return null;
  if (tradingDaysBetween(latest.date, day) > DAYS_APART) return false;
  if (!isSplitLike(price, latest.close)) return true;
  const previous = previousClose(quoted);
  return latest.date !== day && previous !== null && !isSplitLike(previous, latest.close);
}

/** Whether the newest bar is further from the close before it than a day moves a price, as a split that nobody has worked in would be. */
export function hasSplitStep([newest, before]: readonly Bar[]): boolean {
  if (newest === undefined || before === undefined) return false;
  return [newest.open, newest.close].some((price) => Math.max(price / before.close, before.close / price) > SPLIT_STEP);
}

/** Whether the previous close beside the quote of the newest bar's day is that of the bar before it. */
export function confirmsStep(quoted: QuotedPrice, [newest, before]: readonly Bar[]): boolean {
  const previous = previousClose(quoted);
  if (previous === null || newest === undefined || before === undefined) return false;
  return tradingDay(quoted.pricedAt) === newest.date && !isSplitLike(previous, before.close);
}

function previousClose({ price, change }: QuotedPrice): number | null {
  return change !== null && price > change ? price - change : null;
}
