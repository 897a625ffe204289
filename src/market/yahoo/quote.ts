/** A quote made of Yahoo's chart and quote answers. */
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import { SourceError } from "../../errors.ts";
import { tradingDayBefore } from "../calendar.ts";
import { changeSince } from "../last-known-quote.ts";
import { isPricedBy, positive, yearRange } from "../quote-checks.ts";
import { tradingDay } from "../session.ts";
import { count, numberOf, priceUsd } from "../valid-bars.ts";
import { type Chart, type Fields, instantOf, isInDollars, text } from "./answer.ts";

/**
 * @param fields of the `quote` answer: null when Yahoo has none, undefined when it could not be asked.
 * @returns null when Yahoo lists the symbol but nobody ever priced it, or only abroad.
 * @throws {SourceError} `bad_answer` when the price is implausible.
 */
export function composeQuote(
  symbol: CanonicalSymbol,
  chart: Chart,
  fields: Fields | null | undefined,
  now: Date,
): Quote | null {
  const { meta } = chart;
  if (fields && !isInDollars(fields)) return null;
  const source = priceUsd(meta["regularMarketPrice"]) === null && fields ? fields : meta;
  const price = priceUsd(source["regularMarketPrice"]);
  const pricedAt = instantOf(source["regularMarketTime"]);
  if (price === null && fields === null) return null;
  if (price === null || pricedAt === null || !isPricedBy(pricedAt, now)) {
    throw new SourceError("bad_answer", `Yahoo sent no usable price of ${symbol}.`);
  }
  const previous = closeBefore(chart, pricedAt) ?? statedClose(fields, pricedAt);
  return {
    symbol,
    companyName: nameIn(meta) ?? (fields ? nameIn(fields) : null),
    price,
    ...changeSince(previous, price),
    volume: count(source["regularMarketVolume"]),
    marketCap: positive(count(fields?.["marketCap"])),
    peRatio: positive(numberOf(fields?.["trailingPE"])),
    ...yearRange(
      meta["fiftyTwoWeekLow"] ?? fields?.["fiftyTwoWeekLow"],
      meta["fiftyTwoWeekHigh"] ?? fields?.["fiftyTwoWeekHigh"],
    ),
    pricedAt,
  };
}

/**
 * The close of the trading day before the price's; null where that day is missing, could not be read or was not traded.
 * (The chart's own `chartPreviousClose` is the close before its first day.)
 */
function closeBefore({ bars }: Chart, pricedAt: Date): number | null {
  const before = tradingDayBefore(tradingDay(pricedAt));
  return bars.find((bar) => bar.date === before)?.close ?? null;
}

/** The previous close that a `quote` of the same day states. */
function statedClose(fields: Fields | null | undefined, pricedAt: Date): number | null {
  const statedAt = instantOf(fields?.["regularMarketTime"]);
  if (statedAt === null || tradingDay(statedAt) !== tradingDay(pricedAt)) return null;
  return priceUsd(fields?.["regularMarketPreviousClose"]);
}

export function nameIn(fields: Fields): string | null {
  return text(fields["longName"]) ?? text(fields["shortName"]);
}
