/** Yahoo Finance, without a key and unofficial, through two requests of its own pages; its quirks are described in docs/sources/prices.md. */

import { SourceError } from "../../../base/errors.ts";
import { nextTurn } from "../../../base/next-turn.ts";
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import type { Quote } from "../../../domain/quote.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { DailyBars, ProviderWith, QuotedPrice } from "../../market.ts";
import { tradingDay } from "../../trading-day.ts";
import { historyStart, type ProviderOptions } from "../request.ts";
import { priceUsd, unlessEmpty } from "../valid-bars.ts";
import {
  type Chart,
  composeQuote,
  type Fields,
  instantOf,
  isInDollars,
  NO_DAYS,
  nameIn,
  readChart,
  readQuotes,
} from "./answer.ts";
import { createTransport, NoDaysInRange, openYahooSite, StaleCrumb, UnknownToYahoo, type YahooSite } from "./site.ts";

/** Enough days to include the previous close over any holidays. */
const QUOTE_DAYS = 40;

export function createYahoo(
  options: ProviderOptions,
): ProviderWith<"quote" | "quotes" | "quoteWithBars" | "dailyBars"> {
  const { log, clock = () => new Date() } = options;
  const questions = createQuestions(options);
  const today = () => tradingDay(clock());
  const wholeChart = (symbol: string, signal: AbortSignal) => questions.chart(symbol, historyStart(today()), signal);

  /** Fetches the fields of one symbol; null if Yahoo has no quote for it. */
  async function fieldsOf(symbol: string, signal: AbortSignal): Promise<Fields | null | undefined> {
    const fields = await questions.fields([symbol], signal);
    return fields && (fields.get(symbol) ?? null);
  }

  /** Composes one of several quotes; null if its price is missing or implausible: it is then requested separately. */
  function composeIfUsable(symbol: CanonicalSymbol, fields: Fields): Quote | null {
    try {
      return composeQuote(symbol, NO_DAYS, fields, clock());
    } catch (error) {
      log.debug({ symbol, reason: (error as Error).message }, "Left out of several quotes");
      return null;
    }
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
      if (recent !== NO_DAYS || hasPrice(fields)) return composeQuote(canonical, recent, fields, clock());
      // The symbol has no quote and has not traded recently: its last price is further back.
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
      if (whole === NO_DAYS && !hasPrice(fields)) return null;
      const quote = composeQuote(canonical, whole, fields, clock());
      return quote === null ? null : { quote, bars: whole.bars.length > 0 ? barsOf(whole, symbol) : null };
    },

    async dailyBars(canonical, signal, since: IsoDate = historyStart(today())) {
      const symbol = yahooSymbol(canonical);
      const whole = await questions.chart(symbol, since, signal);
      return whole === null ? null : barsOf(whole, symbol);
    },
  };
}

function hasPrice(fields: Fields | null | undefined): boolean {
  return priceUsd(fields?.["regularMarketPrice"]) !== null;
}

function barsOf({ meta, bars, dropped, splits, dividends }: Chart, symbol: string): DailyBars | null {
  return unlessEmpty("Yahoo", symbol, {
    bars,
    companyName: nameIn(meta),
    splits,
    dividends,
    dropped,
    quoted: quotedIn(meta),
  });
}

/** Null if the chart contains no quote. */
function quotedIn(meta: Fields): QuotedPrice | null {
  const price = priceUsd(meta["regularMarketPrice"]);
  const pricedAt = instantOf(meta["regularMarketTime"]);
  return price === null || pricedAt === null ? null : { price, change: null, pricedAt };
}

/** Pause in milliseconds after Yahoo's session failed, during which quotes lack market cap and P/E. */
const SESSION_PAUSE_MS = 10 * 60_000;

/** Yahoo's two requests, and how their failures are handled. All symbols are in Yahoo's spelling. */
function createQuestions(options: ProviderOptions) {
  const { log, clock = () => new Date(), elapsedMs = () => performance.now() } = options;
  const transport = createTransport(options);
  let site: YahooSite | null = null;
  let sessionPausedUntil = Number.NEGATIVE_INFINITY;

  function open(): YahooSite {
    site ??= openYahooSite(transport, clock);
    return site;
  }

  /** When the session's token expires, opens a new session, once. */
  async function askFields(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Fields>> {
    for (const mayRenew of [true, false]) {
      try {
        return readQuotes(await open().quotes(symbols, signal), symbols);
      } catch (error) {
        if (error instanceof UnknownToYahoo) break;
        if (error instanceof StaleCrumb) site = null;
        if (!(error instanceof StaleCrumb && mayRenew)) throw asSourceError(error, symbols.join(", "));
      }
    }
    return new Map();
  }

  return {
    /** Null if Yahoo does not know the symbol, or only abroad. */
    async chart(symbol: string, from: IsoDate, signal: AbortSignal): Promise<Chart | null> {
      try {
        const answer = await open().chart(symbol, from, signal);
        // Parsing and reading thousands of days each take some milliseconds.
        await nextTurn();
        const chart = readChart(answer, symbol, clock());
        if (chart.dropped > 0) {
          log.debug({ symbol, dropped: chart.dropped }, "Left out days that Yahoo sent malformed");
        }
        return isInDollars(chart.meta) ? chart : null;
      } catch (error) {
        if (error instanceof UnknownToYahoo) return null;
        if (error instanceof NoDaysInRange) return NO_DAYS;
        throw asSourceError(error, symbol);
      }
    },

    /** Yahoo's `quote` fields by symbol. Optional for a price: undefined while Yahoo's session does not work. */
    async fields(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Fields> | undefined> {
      if (elapsedMs() < sessionPausedUntil) return undefined;
      try {
        return await askFields(symbols, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        sessionPausedUntil = elapsedMs() + SESSION_PAUSE_MS;
        log.warn({ symbols, reason: (error as Error).message }, "Prices go without market value and P/E for a while");
        return undefined;
      }
    },
  };
}

function asSourceError(error: unknown, symbol: string): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof StaleCrumb) return new SourceError("session", "Yahoo took no session token.", { cause: error });
  return new SourceError("bad_answer", `Yahoo's answer for ${symbol} could not be read.`);
}

/**
 * Yahoo's spelling: class shares with a dash (`BRK-B`), preferred series as `-P` and the series letter (`BAC-PK`; `BAC$K` in the exchanges'
 * directories), units `-UN` and warrants `-WT` (`.U` and `.WS` there).
 */
function yahooSymbol(symbol: CanonicalSymbol): string {
  return symbol.replace(/\.U$/, "-UN").replace(/\.WS$/, "-WT").replace("$", "-P").replace(".", "-");
}
