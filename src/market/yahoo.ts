/** Yahoo Finance, keyless and unofficial, by two requests of its own pages; its oddities are told in docs/sources/prices.md. */
import { addDays, type IsoDate } from "../domain/dates.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Beside } from "./beside-quote.ts";
import type { DailyBars, ProviderWith } from "./market.ts";
import { monthsBefore } from "./period.ts";
import type { ProviderOptions } from "./request.ts";
import { tradingDay } from "./session.ts";
import { priceUsd } from "./valid-bars.ts";
import { type Chart, type Fields, instantOf, NO_DAYS, readChart, readQuotes } from "./yahoo/answer.ts";
import { type Client, openClient } from "./yahoo/client.ts";
import { composeQuote, isInDollars, nameIn } from "./yahoo/quote.ts";
import { yahooSymbol } from "./yahoo/symbol.ts";
import { createTransport, NoDaysInRange, StaleCrumb, UnknownToYahoo } from "./yahoo/transport.ts";

/** Six years: the longest period is five, counted back from the last day that a symbol was traded. */
const HISTORY_MONTHS = 72;
/** Holds the previous close over any holidays. */
const QUOTE_DAYS = 40;
/** How long prices go without market value and P/E after Yahoo's session failed. */
const SESSION_PAUSE_MS = 10 * 60_000;

export function createYahoo(
  options: ProviderOptions,
): ProviderWith<"quote" | "quotes" | "quoteWithBars" | "dailyBars"> {
  const { log, clock = () => new Date(), elapsedMs = () => performance.now() } = options;
  const transport = createTransport(options);
  let client: Client | null = null;
  let sessionPausedUntil = Number.NEGATIVE_INFINITY;

  function open(): Client {
    client ??= openClient(transport, options.contact, clock);
    return client;
  }

  /** Null when Yahoo knows no such symbol, or only abroad. */
  async function chart(symbol: string, from: IsoDate, signal: AbortSignal): Promise<Chart | null> {
    try {
      const answer = await open().chart(symbol, from, signal);
      const read = readChart(answer, symbol, clock());
      if (read.dropped > 0) log.debug({ symbol, dropped: read.dropped }, "Left out days that Yahoo sent malformed");
      return isInDollars(read.meta) ? read : null;
    } catch (error) {
      if (error instanceof UnknownToYahoo) return null;
      if (error instanceof NoDaysInRange) return NO_DAYS;
      throw asSourceError(error, symbol);
    }
  }

  /** Yahoo's `quote` fields by its symbols. The session's token wears out: then a new session is opened, once. */
  async function quoteFields(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Fields>> {
    for (const mayRenew of [true, false]) {
      try {
        return readQuotes(await open().quotes(symbols, signal), symbols);
      } catch (error) {
        if (error instanceof UnknownToYahoo) break;
        if (error instanceof StaleCrumb) client = null;
        if (!(error instanceof StaleCrumb && mayRenew)) throw asSourceError(error, symbols.join(", "));
      }
    }
    return new Map();
  }

  /** As `quoteFields`, but a price must not fail for it: undefined when Yahoo's session is out of order. */
  async function inSession(symbols: readonly string[], signal: AbortSignal) {
    if (elapsedMs() < sessionPausedUntil) return undefined;
    try {
      return await quoteFields(symbols, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      sessionPausedUntil = elapsedMs() + SESSION_PAUSE_MS;
      log.warn({ symbols, reason: (error as Error).message }, "Prices go without market value and P/E for a while");
      return undefined;
    }
  }

  /** Of one symbol; null when Yahoo has no quote of it. */
  async function extras(symbol: string, signal: AbortSignal): Promise<Fields | null | undefined> {
    const fields = await inSession([symbol], signal);
    return fields && (fields.get(symbol) ?? null);
  }

  function historyFrom(): IsoDate {
    return monthsBefore(tradingDay(clock()), HISTORY_MONTHS);
  }

  return {
    id: "yahoo",
    splitPolicy: "adjusted",
    hasEveryDay: true,
    budget: { perMinute: 120, perMinuteUnheard: 20 },

    async quote(canonical, signal) {
      const symbol = yahooSymbol(canonical);
      const recent = await chart(symbol, addDays(tradingDay(clock()), -QUOTE_DAYS), signal);
      if (recent === null) return null;
      const fields = await extras(symbol, signal);
      if (recent !== NO_DAYS || isPriced(fields)) return composeQuote(canonical, recent, fields, clock());
      // Not traded of late, and no quote: its last price lies further back.
      const whole = await chart(symbol, historyFrom(), signal);
      return whole === null || whole === NO_DAYS ? null : composeQuote(canonical, whole, fields, clock());
    },

    async quotes(canonicals, signal) {
      const fields = await inSession(canonicals.map(yahooSymbol), signal);
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
      const whole = await chart(symbol, historyFrom(), signal);
      if (whole === null) return null;
      const fields = await extras(symbol, signal);
      if (whole === NO_DAYS && !isPriced(fields)) return null;
      const quote = composeQuote(canonical, whole, fields, clock());
      return quote === null ? null : { quote, bars: whole.bars.length > 0 ? barsOf(whole, symbol) : null };
    },

    async dailyBars(canonical, signal, since = historyFrom()) {
      const symbol = yahooSymbol(canonical);
      const whole = await chart(symbol, since, signal);
      return whole === null ? null : barsOf(whole, symbol);
    },
  };

  /** Among several, one that nobody priced, or whose price cannot be believed, is asked for again by itself. */
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
  throw new SourceError("bad_answer", `None of the ${dropped} days that Yahoo sent for ${symbol} is usable.`);
}

/** Null when the chart tells none. */
function quotedIn(meta: Fields): Beside | null {
  const price = priceUsd(meta["regularMarketPrice"]);
  const pricedAt = instantOf(meta["regularMarketTime"]);
  return price === null || pricedAt === null ? null : { price, change: null, pricedAt };
}

function asSourceError(error: unknown, symbol: string): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof StaleCrumb) return new SourceError("session", "Yahoo took no session token.", { cause: error });
  return new SourceError("bad_answer", `Yahoo's answer for ${symbol} could not be read.`);
}
