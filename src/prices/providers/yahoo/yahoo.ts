/** Yahoo Finance, unofficially and without a key, through two requests that its pages send. Quirks: docs/sources/prices.md. */
import { SourceError } from "../../../base/errors.ts";
import { awaitNextTurn } from "../../../base/next-turn.ts";
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import type { Quote } from "../../../domain/quote.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { DailyBars, ProviderWith, QuotedPrice } from "../../market.ts";
import { getNewYorkDay } from "../../trading-day.ts";
import { getHistoryStart, type ProviderOptions } from "../request.ts";
import { parsePriceUsd, toNullIfEmpty } from "../valid-bars.ts";
import {
  type Chart,
  composeQuote,
  type Fields,
  isInDollars,
  NO_DAYS,
  parseEpochSeconds,
  readChart,
  readName,
  readQuotes,
} from "./answer.ts";
import { createTransport, createYahooSite, NoDaysInRange, StaleCrumb, UnknownToYahoo, type YahooSite } from "./site.ts";

/** Enough days to include the previous close over any holidays. */
const QUOTE_DAYS = 40;

export function createYahooProvider(
  options: ProviderOptions,
): ProviderWith<"fetchQuote" | "fetchQuotes" | "fetchQuoteWithBars" | "fetchDailyBars"> {
  const { log, getTime = () => new Date() } = options;
  const requests = createYahooRequests(options);
  const getToday = () => getNewYorkDay(getTime());
  const fetchWholeChart = (symbol: string, signal: AbortSignal) =>
    requests.fetchChart(symbol, getHistoryStart(getToday()), signal);

  /** Null if Yahoo has no quote of the symbol; undefined while Yahoo's session does not work. */
  async function fetchSymbolFields(symbol: string, signal: AbortSignal): Promise<Fields | null | undefined> {
    const fields = await requests.fetchQuoteFields([symbol], signal);
    return fields && (fields.get(symbol) ?? null);
  }

  /** Null if the price is missing or implausible: the symbol is then requested separately. */
  function composeQuoteIfUsable(symbol: CanonicalSymbol, fields: Fields): Quote | null {
    try {
      return composeQuote(symbol, NO_DAYS, fields, getTime());
    } catch (error) {
      log.debug({ symbol, reason: (error as Error).message }, "A quote in a batch has no usable price and is left out");
      return null;
    }
  }

  return {
    id: "yahoo",
    splitPolicy: "adjusted",
    hasEveryDay: true,
    budget: { perMinute: 120, perMinuteForUnlistedSymbols: 20 },

    async fetchQuote(canonical, signal) {
      const symbol = toYahooSymbol(canonical);
      const recent = await requests.fetchChart(symbol, addDays(getToday(), -QUOTE_DAYS), signal);
      if (recent === null) return null;
      const fields = await fetchSymbolFields(symbol, signal);
      if (recent !== NO_DAYS || hasPrice(fields)) return composeQuote(canonical, recent, fields, getTime());
      // The symbol has no quote and has not traded recently: its last price is further back.
      const whole = await fetchWholeChart(symbol, signal);
      return whole === null || whole === NO_DAYS ? null : composeQuote(canonical, whole, fields, getTime());
    },

    async fetchQuotes(canonicals, signal) {
      const fields = await requests.fetchQuoteFields(canonicals.map(toYahooSymbol), signal);
      const quotes = new Map<CanonicalSymbol, Quote>();
      for (const canonical of canonicals) {
        const found = fields?.get(toYahooSymbol(canonical));
        const quote = found ? composeQuoteIfUsable(canonical, found) : null;
        if (quote !== null) quotes.set(canonical, quote);
      }
      return quotes;
    },

    async fetchQuoteWithBars(canonical, signal) {
      const symbol = toYahooSymbol(canonical);
      const whole = await fetchWholeChart(symbol, signal);
      if (whole === null) return null;
      const fields = await fetchSymbolFields(symbol, signal);
      if (whole === NO_DAYS && !hasPrice(fields)) return null;
      const quote = composeQuote(canonical, whole, fields, getTime());
      return quote === null ? null : { quote, bars: whole.bars.length > 0 ? toDailyBars(whole, symbol) : null };
    },

    async fetchDailyBars(canonical, signal, since: IsoDate = getHistoryStart(getToday())) {
      const symbol = toYahooSymbol(canonical);
      const whole = await requests.fetchChart(symbol, since, signal);
      return whole === null ? null : toDailyBars(whole, symbol);
    },
  };
}

function hasPrice(fields: Fields | null | undefined): boolean {
  return parsePriceUsd(fields?.["regularMarketPrice"]) !== null;
}

function toDailyBars({ meta, bars, dropped, splits, dividends }: Chart, symbol: string): DailyBars | null {
  return toNullIfEmpty("Yahoo", symbol, {
    bars,
    companyName: readName(meta),
    splits,
    dividends,
    dropped,
    quoted: readQuotedPrice(meta),
  });
}

/** Null if the chart contains no quote. */
function readQuotedPrice(meta: Fields): QuotedPrice | null {
  const price = parsePriceUsd(meta["regularMarketPrice"]);
  const pricedAt = parseEpochSeconds(meta["regularMarketTime"]);
  return price === null || pricedAt === null ? null : { price, change: null, pricedAt };
}

/** How long quotes lack market cap and P/E after Yahoo's session failed. */
const SESSION_PAUSE_MS = 10 * 60_000;

/** Creates the functions that send Yahoo's two requests and handle failures. All symbols are in Yahoo's spelling. */
function createYahooRequests(options: ProviderOptions) {
  const { log, getTime = () => new Date(), readElapsedMs = () => performance.now() } = options;
  const transport = createTransport(options);
  let site: YahooSite | null = null;
  let sessionPausedUntil = Number.NEGATIVE_INFINITY;

  function getOrOpenSite(): YahooSite {
    site ??= createYahooSite(transport, getTime);
    return site;
  }

  /** If the session's token has expired, tries once more in a new session. */
  async function requestFields(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Fields>> {
    for (const mayRenew of [true, false]) {
      try {
        return readQuotes(await getOrOpenSite().fetchQuotes(symbols, signal), symbols);
      } catch (error) {
        if (error instanceof UnknownToYahoo) break;
        if (error instanceof StaleCrumb) site = null;
        if (!(error instanceof StaleCrumb && mayRenew)) throw toYahooError(error, symbols.join(", "));
      }
    }
    return new Map();
  }

  return {
    /** Null if Yahoo does not know the symbol, or knows only a listing in another currency. */
    async fetchChart(symbol: string, from: IsoDate, signal: AbortSignal): Promise<Chart | null> {
      try {
        const answer = await getOrOpenSite().fetchChart(symbol, from, signal);
        // Parsing the JSON of thousands of days takes some milliseconds, and so does checking them: other work runs in between.
        await awaitNextTurn();
        const chart = readChart(answer, symbol, getTime());
        if (chart.dropped > 0) {
          log.debug({ symbol, dropped: chart.dropped }, "Skipped days for which Yahoo sent malformed data");
        }
        return isInDollars(chart.meta) ? chart : null;
      } catch (error) {
        if (error instanceof UnknownToYahoo) return null;
        if (error instanceof NoDaysInRange) return NO_DAYS;
        throw toYahooError(error, symbol);
      }
    },

    /** Yahoo's `quote` fields by symbol. Undefined while Yahoo's session fails: not an error, since no price needs the fields. */
    async fetchQuoteFields(
      symbols: readonly string[],
      signal: AbortSignal,
    ): Promise<ReadonlyMap<string, Fields> | undefined> {
      if (readElapsedMs() < sessionPausedUntil) return undefined;
      try {
        return await requestFields(symbols, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        sessionPausedUntil = readElapsedMs() + SESSION_PAUSE_MS;
        log.warn({ symbols, reason: (error as Error).message }, "Quotes will lack market cap and P/E for a while");
        return undefined;
      }
    },
  };
}

function toYahooError(error: unknown, symbol: string): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof StaleCrumb)
    return new SourceError("session", "Yahoo rejected the session token and then a new token.", { cause: error });
  return new SourceError("bad_answer", `Yahoo's answer for ${symbol} could not be read.`);
}

/** Yahoo's spelling: `BRK-B` for `BRK.B`, `BAC-PK` for the series `BAC$K`, `-UN` for units (`.U`), `-WT` for warrants (`.WS`). */
function toYahooSymbol(symbol: CanonicalSymbol): string {
  return symbol.replace(/\.U$/, "-UN").replace(/\.WS$/, "-WT").replace("$", "-P").replace(".", "-");
}
