/** A quote of the regular session, made of Nasdaq's info and summary answers. */
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import { SourceError } from "../../errors.ts";
import { closeMinute, OPEN_MINUTE } from "../calendar.ts";
import { changeSince } from "../last-known-quote.ts";
import { isPricedBy, positive, yearRange } from "../quote-checks.ts";
import { closeOf, newYorkInstant } from "../session.ts";
import { count, priceUsd } from "../valid-bars.ts";
import type { Info, Print, Summary } from "./answer.ts";
import { type PrintedTime, printedTime, textNumber, textRange } from "./text.ts";

/**
 * @param summary null when it could not be had.
 * @throws {SourceError} `bad_answer` when there is no price of a regular session that can be believed.
 */
export function composeQuote(symbol: CanonicalSymbol, info: Info, summary: Summary | null, now: Date): Quote {
  const isOpen = /^(market )?open$/i.test(info.marketStatus?.trim() ?? "");
  const print = isOpen ? info.primaryData : [info.secondaryData, info.primaryData].find(isRegular);
  const price = priceUsd(textNumber(print?.lastSalePrice));
  const pricedAt = instantOf(printedTime(print?.lastTradeTimestamp));
  if (price === null || pricedAt === null || !isPricedBy(pricedAt, now)) {
    throw new SourceError("bad_answer", `Nasdaq sent no usable price of ${symbol}.`);
  }
  const stated = isOpen ? priceUsd(textNumber(summary?.("PreviousClose"))) : null;
  const range = textRange(rangeText(info, summary));
  // The volume before the opening belongs to another day than the price.
  const volume = /pre.?market/i.test(info.marketStatus ?? "")
    ? null
    : (textNumber(summary?.("ShareVolume")) ?? textNumber(info.primaryData?.volume));
  return {
    symbol,
    companyName: info.companyName?.trim() || null,
    price,
    ...changeSince(closeBefore(print, price) ?? stated, price),
    volume: count(volume),
    marketCap: positive(count(textNumber(summary?.("MarketCap")))),
    peRatio: null,
    ...yearRange(range?.[0], range?.[1]),
    pricedAt,
  };
}

/** Percent, as its two decimals leave open. */
const PERCENT_TOLERANCE = 0.02;

/** The price less its change; null when the change is not given, or contradicts the percentage beside it. */
function closeBefore(print: Print | null | undefined, price: number): number | null {
  const change = signed(print, print?.netChange);
  const percent = signed(print, print?.percentageChange);
  if (change === null || change >= price) return null;
  const close = price - change;
  return percent !== null && Math.abs((100 * change) / close - percent) > PERCENT_TOLERANCE ? null : close;
}

/** A number without a sign of its own takes that of the indicator beside it. */
function signed(print: Print | null | undefined, text: string | null | undefined): number | null {
  const number = textNumber(text);
  const isUnsigned = number !== null && /^[^+-]/.test(text?.trim() ?? "");
  return isUnsigned && /^down$/i.test(print?.deltaIndicator?.trim() ?? "") ? -number : number;
}

/** The name is misspelt in stocks' summaries. */
function rangeText(info: Info, summary: Summary | null): unknown {
  return (
    summary?.("FiftTwoWeekHighLow") ?? summary?.("FiftyTwoWeekHighLow") ?? info.keyStats?.["fiftyTwoWeekHighLow"]?.value
  );
}

/** Tells whether a sale belongs to regular trading. Outside trading hours one of the two is of the extended session. */
function isRegular(print: Print | null | undefined): boolean {
  const time = printedTime(print?.lastTradeTimestamp);
  if (time === null) return false;
  if (time.isClose || time.minute === null) return true;
  return time.minute >= OPEN_MINUTE && time.minute <= (closeMinute(time.day) ?? 0);
}

function instantOf(time: PrintedTime | null): Date | null {
  if (time === null) return null;
  return time.minute === null ? closeOf(time.day) : newYorkInstant(time.day, time.minute);
}
