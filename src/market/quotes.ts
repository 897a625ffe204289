/** Quotes: from memory or the store while they are fresh, else from the providers, else the last that is known. */
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { StoredBars, StoredQuote } from "../store/store.ts";
import { formerBearer } from "./bearer.ts";
import type { Purpose } from "./call-budget.ts";
import type { KeptPrices, Known } from "./kept-prices.ts";
import { completed, joined, lastKnownQuote } from "./last-known.ts";
import { type DailyBars, type MarketProvider, QUOTES_AT_ONCE, type QuoteAnswer } from "./market.ts";
import type { From } from "./meters.ts";
import { consistent } from "./provided-quote.ts";
import type { Failure, ProviderChain } from "./provider-chain.ts";
import { fromOf, type SeriesKeeper, storeIsAway } from "./series.ts";
import { isOpen, quoteIsFresh, tradingDay } from "./session.ts";
import { createShortMemory } from "./short-memory.ts";
import { createSingleFlight } from "./single-flight.ts";

/** A quote, or why there is none: nothing is known of the symbol from before either. */
type QuoteOutcome = { readonly kind: "quote"; readonly answer: QuoteAnswer; readonly from: From } | Failure;

interface QuoteKeeper {
  of(symbol: CanonicalSymbol): Promise<QuoteOutcome>;
  /** Fetches those that are not fresh with as few questions as the providers allow. */
  prepare(symbols: readonly CanonicalSymbol[]): Promise<void>;
}

interface QuoteOptions {
  readonly chain: ProviderChain;
  readonly series: SeriesKeeper;
  readonly prices: KeptPrices;
  /** Whether the ticker master lists the symbol; null while no master has been read. */
  knows(symbol: CanonicalSymbol): boolean | null;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
}

type Answered = { readonly quote: Quote; readonly bars: DailyBars | null };

const IN_MEMORY_AT_MOST = 2_000;
const IN_MEMORY_MS = 4 * 86_400_000;
/** In hours a quote of no more than this age is answered at once while one question fetches the next. */
const WHILE_REVALIDATING_MS = 60_000;
/** How long an answer is held up for what its provider lacks. */
const COMPLETING_MS = 5_000;

export function createQuoteKeeper(options: QuoteOptions): QuoteKeeper {
  const { chain, series, prices, clock, elapsedMs, log } = options;
  const recent = createShortMemory<StoredQuote>(IN_MEMORY_AT_MOST, IN_MEMORY_MS);
  /** Symbols for which no provider could be asked the last time. */
  const failing = createShortMemory<true>(IN_MEMORY_AT_MOST, WHILE_REVALIDATING_MS);
  const flight = createSingleFlight<QuoteOutcome>();

  async function lastOf(
    symbol: CanonicalSymbol,
  ): Promise<Known<{ readonly stored: StoredQuote; readonly from: "memory" | "store" }>> {
    const remembered = recent.get(symbol, elapsedMs());
    if (remembered !== undefined) return { value: { stored: remembered, from: "memory" }, isSure: true };
    const { value: stored, isSure } = await prices.quote(symbol);
    if (stored === undefined || isFormer(symbol, stored.quote)) return { value: undefined, isSure };
    recent.set(symbol, stored, elapsedMs());
    return { value: { stored, from: "store" }, isSure };
  }

  function purposeOf(symbol: CanonicalSymbol, isKept: boolean): Purpose {
    return isKept || options.knows(symbol) !== false ? "caller" : "unheard";
  }

  async function fetched(
    symbol: CanonicalSymbol,
    last: StoredQuote | undefined,
    isSure: boolean,
  ): Promise<QuoteOutcome> {
    const bars = await series.kept(symbol);
    const purpose = purposeOf(symbol, last !== undefined || bars !== undefined);
    const outcome = await chain.ask<Answered>("quote", symbol, purpose, (provider) => questionTo(provider, bars));
    if (outcome.kind === "answered") {
      const kept = outcome.value.bars === null ? bars : await taken(symbol, outcome.value.bars, outcome.by, bars);
      const found = await filled(symbol, completed(outcome.value.quote, kept), outcome.by, purpose);
      // A provider behind another one may tell an earlier price than the one that has been told already.
      const quote = last !== undefined && last.quote.pricedAt > found.pricedAt ? last.quote : found;
      await keep(symbol, quote);
      return { kind: "quote", answer: { quote, stale: false }, from: "provider" };
    }
    const closing = await closingOf(symbol, outcome, purpose);
    if (closing !== null) return closing;
    failing.set(symbol, true, elapsedMs());
    const quote = lastKnownQuote(symbol, last, bars);
    if (quote === null) return isSure ? outcome : storeIsAway();
    return { kind: "quote", answer: { quote, stale: true }, from: "kept" };
  }

  /** Where no provider has quotes at all, the latest daily bar is one. */
  async function closingOf(symbol: CanonicalSymbol, failure: Failure, purpose: Purpose): Promise<QuoteOutcome | null> {
    if (failure.kind !== "unavailable" || failure.cause.code !== "no_provider") return null;
    const outcome = await series.of(symbol, purpose);
    if (outcome.kind !== "series") return outcome;
    const quote = lastKnownQuote(symbol, undefined, await series.kept(symbol));
    return quote && { kind: "quote", answer: { quote, stale: outcome.stale }, from: fromOf(outcome) };
  }

  /** What the first provider lacks, from those behind it; only outside hours, when two answers can be of one price. */
  async function filled(symbol: CanonicalSymbol, quote: Quote, by: MarketProvider, purpose: Purpose): Promise<Quote> {
    const lacks = quote.change === null || quote.volume === null || quote.marketCap === null;
    if (!lacks || purpose === "unheard" || isOpen(clock())) return quote;
    const outcome = await chain.ask("quote", symbol, purpose, (provider) => provider.quote, {
      after: by,
      deadlineMs: COMPLETING_MS,
    });
    return outcome.kind === "answered" ? joined(quote, consistent(outcome.value)) : quote;
  }

  async function taken(symbol: CanonicalSymbol, offered: DailyBars, by: MarketProvider, kept: StoredBars | undefined) {
    try {
      return await series.take(symbol, offered, by);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return kept;
    }
  }

  async function keep(symbol: CanonicalSymbol, quote: Quote): Promise<void> {
    const stored = { quote, fetchedAt: clock() };
    recent.set(symbol, stored, elapsedMs());
    await prices.keepQuote(symbol, stored);
  }

  function mayWait(symbol: CanonicalSymbol, { fetchedAt }: StoredQuote): boolean {
    if (failing.get(symbol, elapsedMs()) !== undefined) return false;
    const now = clock();
    const age = now.getTime() - fetchedAt.getTime();
    return isOpen(now) && isOpen(fetchedAt) && age >= 0 && age <= WHILE_REVALIDATING_MS;
  }

  return {
    async of(symbol) {
      const { value: last, isSure } = await lastOf(symbol);
      const answer = last && { quote: last.stored.quote, stale: false };
      if (last && answer && quoteIsFresh(last.stored.fetchedAt, clock()))
        return { kind: "quote", answer, from: last.from };
      const asked = flight(symbol, () => fetched(symbol, last?.stored, isSure));
      if (last === undefined || answer === undefined || !mayWait(symbol, last.stored)) return asked;
      asked.catch((error: unknown) => log.error({ symbol, err: error }, "A quote could not be renewed"));
      return { kind: "quote", answer, from: last.from };
    },

    async prepare(symbols) {
      const wanted: CanonicalSymbol[] = [];
      let purpose: Purpose = "unheard";
      for (const symbol of symbols) {
        const { value: last } = await lastOf(symbol);
        if (last !== undefined && quoteIsFresh(last.stored.fetchedAt, clock())) continue;
        wanted.push(symbol);
        if (purposeOf(symbol, last !== undefined) === "caller") purpose = "caller";
      }
      if (wanted.length < 2) return;
      const found = await chain.askMany("quote", wanted.slice(0, QUOTES_AT_ONCE), purpose, ({ quotes }) => quotes);
      for (const [symbol, quote] of found) {
        if (!isFormer(symbol, quote)) await keep(symbol, completed(consistent(quote), await series.kept(symbol)));
      }
    },
  };
}

/** A symbol of which no bars are kept is asked for with them, where that is one question. */
function questionTo({ quote, quoteWithBars }: MarketProvider, kept: StoredBars | undefined) {
  if (quote === undefined) return undefined;
  return async (symbol: CanonicalSymbol, signal: AbortSignal): Promise<Answered | null> => {
    const both = kept === undefined && quoteWithBars !== undefined ? await quoteWithBars(symbol, signal) : undefined;
    const answer = both === undefined ? await quote(symbol, signal) : (both?.quote ?? null);
    return answer === null || isFormer(symbol, answer) ? null : { quote: consistent(answer), bars: both?.bars ?? null };
  };
}

/** The last price of the security that had the symbol before. */
function isFormer(symbol: CanonicalSymbol, { pricedAt }: Quote): boolean {
  return formerBearer(symbol, tradingDay(pricedAt)) !== null;
}
