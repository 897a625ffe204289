/** A provider's own quote as a witness for its bars: are they prices of one security, on one scale and of the same days? */
import type { Bar } from "../domain/bar.ts";
import type { DailyBars, MarketProvider, QuotedPrice } from "./market.ts";
import { isSplitLike } from "./quote-checks.ts";
import { tradingDay, tradingDaysBetween } from "./session.ts";
import { workedIn } from "./splits.ts";

/** The provider of a series of bars. */
export type Source = Pick<MarketProvider, "id" | "splitPolicy">;

/** Bars that a provider has sent. */
export interface Offer {
  readonly bars: DailyBars;
  readonly source: Source;
  /** The time at which they were true. */
  readonly asOf: Date;
  /** The same provider's quote: null when it could not be had now, undefined when there is no way to ask. */
  readonly quote: () => Promise<QuotedPrice | null | undefined>;
}

/** Bars that end more days of trading than this before the quote are not those of the quoted days. */
const DAYS_APART = 5;
/** A step from one close to the next price that is as large as a split's; single days move by less with few exceptions. */
const SPLIT_STEP = 1.8;

/** Whether the quote agrees with the bars: null where that cannot be said now, undefined where there is no quote to ask for. */
export async function verdictOn({ bars, quote }: Offer): Promise<boolean | null | undefined> {
  const quoted = await quote();
  if (quoted === undefined) return undefined;
  return quoted === null ? null : agreesWith(quoted, workedIn(bars.bars, bars.splits));
}

/** Confirmed by the quote, or by nothing where there is no quote to ask for. */
export async function isConfirmed(offer: Offer): Promise<boolean> {
  const verdict = await verdictOn(offer);
  return verdict === undefined || verdict === true;
}

/**
 * A new day that is as far from the day before as a split would make it, while none is reported. Only the provider's
 * previous close can show that it is a price; a provider that reports its splits and no previous close is believed.
 * @param settled stored bars that the newest day may be among.
 */
export async function hasDoubtfulStep(settled: readonly Bar[], { bars, source, quote }: Offer): Promise<boolean> {
  const days = workedIn(bars.bars, bars.splits);
  if (source.splitPolicy === "unverified" || !hasSplitStep(days)) return false;
  if (settled.some(({ date }) => date === days[0]?.date) || bars.quoted?.change === null) return false;
  const quoted = await quote();
  return quoted !== undefined && (quoted === null || !confirmsStep(quoted, days));
}

/**
 * The bar of the quote's day must close within 35 % of the price. Where the bars end before that day, their last close is
 * compared with the previous close or the price.
 * @param bars newest first.
 * @returns null where no bar is as old as the quote.
 */
function agreesWith(quoted: QuotedPrice, bars: readonly Bar[]): boolean | null {
  const { price, pricedAt } = quoted;
  const day = tradingDay(pricedAt);
  const latest = bars.find(({ date }) => date <= day);
  if (latest === undefined) return null;
  if (tradingDaysBetween(latest.date, day) > DAYS_APART) return false;
  if (!isSplitLike(price, latest.close)) return true;
  const previous = previousClose(quoted);
  return latest.date !== day && previous !== null && !isSplitLike(previous, latest.close);
}

/** Whether the newest bar is further from the close before it than a day moves a price. */
function hasSplitStep([newest, before]: readonly Bar[]): boolean {
  if (newest === undefined || before === undefined) return false;
  return [newest.open, newest.close].some((price) => Math.max(price / before.close, before.close / price) > SPLIT_STEP);
}

/** Whether the previous close beside the quote of the newest bar's day is that of the bar before it. */
function confirmsStep(quoted: QuotedPrice, [newest, before]: readonly Bar[]): boolean {
  const previous = previousClose(quoted);
  if (previous === null || newest === undefined || before === undefined) return false;
  return tradingDay(quoted.pricedAt) === newest.date && !isSplitLike(previous, before.close);
}

function previousClose({ price, change }: QuotedPrice): number | null {
  return change !== null && price > change ? price - change : null;
}
