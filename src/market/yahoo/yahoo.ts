/** Yahoo Finance, keyless and unofficial, by two requests of its own pages; its oddities are described in docs/sources/prices.md. */
import { addDays, type IsoDate } from "../../domain/dates.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { DailyBars, ProviderWith, QuotedPrice } from "../market.ts";
import { historyStart } from "../period.ts";
import type { ProviderOptions } from "../request.ts";
import { tradingDay } from "../session.ts";
import { noneUsable, priceUsd } from "../valid-bars.ts";
import { type Chart, type Fields, instantOf, NO_DAYS } from "./answer.ts";
import { YahooQuestions } from "./questions.ts";
import { composeQuote, nameIn } from "./quote.ts";
import { yahooSymbol } from "./symbol.ts";

/** Holds the previous close over any holidays. */
const QUOTE_DAYS = 40;

export function createYahoo(
  options: ProviderOptions,
): ProviderWith<"quote" | "quotes" | "quoteWithBars" | "dailyBars"> {
  const { log, clock = () => new Date() } = options;
  const questions = new YahooQuestions(options);
  const today = () => tradingDay(clock());
  const wholeChart = (symbol: string, signal: AbortSignal) => questions.chart(symbol, historyStart(today()), signal);

  /** Fetches the fields of one symbol; null when Yahoo has no quote of it. */
  async function fieldsOf(symbol: string, signal: AbortSignal): Promise<Fields | null | undefined> {
    const fields = await questions.fields([symbol], signal);
    return fields && (fields.get(symbol) ?? null);
  }

  return {
    id: "yahoo",
    splitPolicy: "adjusted",
    hasEveryDay: true,
    budget: { perMinute: 120, perMinuteUnlisted: 20 },

    async quote(canonical, signal) {
      const symbol = yahooSymbol(canonical);
      const recent = await questions.chart(symbol, addDays(today(), -QUOTE_DAYS), signal);
      if (recent === null) return null;
      const fields = await fieldsOf(symbol, signal);
      if (recent !== NO_DAYS || isPriced(fields)) return composeQuote(canonical, recent, fields, clock());
      // Not traded of late, and no quote: its last price lies further back.
      const whole = await wholeChart(symbol, signal);
      return whole === null || whole === NO_DAYS ? null : composeQuote(canonical, whole, fields, clock());
    },

    async quotes(canonicals, signal) {
      const fields = await questions.fields(canonicals.map(yahooSymbol), signal);
      const quotes = new Map<CanonicalSymbol, Quote>();
      for (const canonical of canonicals) {
        const found = fields?.get(yahooSymbol(canonical));
        const quote = found ? composeIfUsable(canonical, found) : null;
        if (quote !== null) quotes.set(canonical, quote);
      }
      return quotes;
    },

    async quoteWithBars(canonical, signal) {
      const symbol = yahooSymbol(canonical);
      const whole = await wholeChart(symbol, signal);
      if (whole === null) return null;
      const fields = await fieldsOf(symbol, signal);
      if (whole === NO_DAYS && !isPriced(fields)) return null;
      const quote = composeQuote(canonical, whole, fields, clock());
      return quote === null ? null : { quote, bars: whole.bars.length > 0 ? barsOf(whole, symbol) : null };
    },

    async dailyBars(canonical, signal, since: IsoDate = historyStart(today())) {
      const symbol = yahooSymbol(canonical);
      const whole = await questions.chart(symbol, since, signal);
      return whole === null ? null : barsOf(whole, symbol);
    },
  };

  /** A quote among several whose price is missing or implausible is requested again by itself. */
  function composeIfUsable(symbol: CanonicalSymbol, fields: Fields): Quote | null {
    try {
      return composeQuote(symbol, NO_DAYS, fields, clock());
    } catch (error) {
      log.debug({ symbol, reason: (error as Error).message }, "Left out of several quotes");
      return null;
    }
  }
}

function isPriced(fields: Fields | null | undefined): boolean {
  return priceUsd(fields?.["regularMarketPrice"]) !== null;
}

/** Null when Yahoo has no day at all. @throws {SourceError} `bad_answer` when it has some and none is usable. */
function barsOf({ meta, bars, dropped, splits }: Chart, symbol: string): DailyBars | null {
  if (bars.length > 0) return { bars, companyName: nameIn(meta), splits, dropped, quoted: quotedIn(meta) };
  if (dropped === 0) return null;
  throw noneUsable("Yahoo", symbol, dropped);
}

/** Null when the chart tells none. */
function quotedIn(meta: Fields): QuotedPrice | null {
  const price = priceUsd(meta["regularMarketPrice"]);
  const pricedAt = instantOf(meta["regularMarketTime"]);
  return price === null || pricedAt === null ? null : { price, change: null, pricedAt };
}
