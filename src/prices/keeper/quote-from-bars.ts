/** Derives quotes from stored bars: the last known quote, and figures that a provider's quote lacks. */
import type { Bar } from "../../domain/bar.ts";
import { subtractMonths } from "../../domain/dates.ts";
import { findTradingDayBefore } from "../../domain/exchange-calendar.ts";
import { EMPTY_QUOTE_FIELDS, type Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { StoredBars, StoredQuote } from "../../store/market.ts";
import { computeChange, isSplitLike } from "../quote-figures.ts";
import { countTradingDays, findLatestFinalDay, getCloseTime, getNewYorkDay, isPartialDay } from "../trading-day.ts";

/**
 * The later of the stored quote and the last stored close; null if there is neither. The close also wins if the bars are adjusted
 * for a split that came after the quote.
 */
export function pickLastKnownQuote(
  symbol: CanonicalSymbol,
  quote: StoredQuote | undefined,
  bars: StoredBars | undefined,
): Quote | null {
  const closing = bars === undefined ? null : toClosingQuote(symbol, bars);
  if (quote === undefined || bars === undefined || closing === null) return quote?.quote ?? closing;
  const last = quote.quote;
  const isLatest = closing.pricedAt <= last.pricedAt || isQuoteAsRecentAsClose(last, closing, bars);
  if (isLatest && !isBeforeAdjustedSplit(last, bars)) return last;
  return { ...closing, companyName: closing.companyName ?? last.companyName };
}

/** Returns whether the quote is from the day of the latest close and is as recent as that close. */
function isQuoteAsRecentAsClose(last: Quote, closing: Quote, { bars: [newest], refreshedAt }: StoredBars): boolean {
  if (newest === undefined || getNewYorkDay(last.pricedAt) !== newest.date) return false;
  // The quote counts as recent if the two prices are equal, or if the close was fetched before the close was final.
  return last.price === closing.price || newest.date > findLatestFinalDay(refreshedAt);
}

/** Fraction by which a quote may be outside its day's low and high. Allows for extended hours and corrections. */
const OUTSIDE_DAY = 0.1;

/** Returns whether bars fetched after the quote seem to be adjusted for a split after the quote. */
function isBeforeAdjustedSplit({ price, pricedAt }: Quote, { bars, refreshedAt }: StoredBars): boolean {
  if (refreshedAt <= pricedAt) return false;
  const day = getNewYorkDay(pricedAt);
  const nearest = bars.find((bar) => bar.date <= day);
  if (nearest === undefined) return false;
  if (nearest.date < day) return isSplitLike(price, nearest.close);
  return price > nearest.high * (1 + OUTSIDE_DAY) || price < nearest.low * (1 - OUTSIDE_DAY);
}

/** Converts the latest daily bar to a quote. Its time is the day's close, or the time of the fetch if that was earlier. */
function toClosingQuote(symbol: CanonicalSymbol, stored: StoredBars): Quote | null {
  const [latest, previous] = stored.bars;
  if (latest === undefined) return null;
  const closedAt = getCloseTime(latest.date);
  return {
    ...EMPTY_QUOTE_FIELDS,
    symbol,
    companyName: stored.companyName,
    price: latest.close,
    ...computeChange(previous?.date === findTradingDayBefore(latest.date) ? previous.close : null, latest.close),
    volume: latest.volume,
    ...computeYearRange(stored.bars),
    pricedAt: stored.refreshedAt < closedAt ? stored.refreshedAt : closedAt,
  };
}

const NO_RANGE = { week52High: null, week52Low: null };

/** Fills in a provider quote's missing change and 52-week range from the stored bars. Insufficient bars leave them null. */
export function completeQuoteFromBars(quote: Quote, stored: StoredBars | undefined): Quote {
  const before = stored === undefined ? [] : listBarsBefore(quote, stored);
  const { week52High, week52Low } = computeYearRange(before);
  return {
    ...quote,
    ...(quote.change === null ? computeChange(before[0]?.close ?? null, quote.price) : {}),
    week52High: quote.week52High ?? (week52High === null ? null : Math.max(week52High, quote.price)),
    week52Low: quote.week52Low ?? (week52Low === null ? null : Math.min(week52Low, quote.price)),
  };
}

/** Final bars before a quote's day, newest first; none if the previous trading day is missing or a split may have followed it. */
function listBarsBefore({ price, pricedAt }: Quote, { bars, refreshedAt }: StoredBars): readonly Bar[] {
  const day = getNewYorkDay(pricedAt);
  const finalBars = bars.filter((bar) => bar.date < day && !isPartialDay(bar.date, refreshedAt));
  const latest = finalBars[0];
  const isComparable = latest?.date === findTradingDayBefore(day) && !isSplitLike(price, latest.close);
  return isComparable ? finalBars : [];
}

/** `NO_RANGE` unless the bars cover 52 weeks without a missing trading day. */
function computeYearRange(bars: readonly Bar[]): Pick<Quote, "week52High" | "week52Low"> {
  const latest = bars[0]?.date;
  if (latest === undefined) return NO_RANGE;
  const since = subtractMonths(latest, 12);
  const year = bars.filter((bar) => bar.date > since);
  if (year.length === bars.length || year.length < countTradingDays(since, latest)) return NO_RANGE;
  return {
    week52High: Math.max(...year.map((bar) => bar.high)),
    week52Low: Math.min(...year.map((bar) => bar.low)),
  };
}
