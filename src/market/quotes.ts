/** Quotes: from memory or the store while they are fresh, else from the providers, else the last that is known. */
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { Logger } from "../log.ts";
import type { StoredBars, StoredQuote } from "../store/market.ts";
import { type FetchedSeries, fromOf, storeIsAway } from "./fetched-series.ts";
import type { KeptPrices, Known } from "./kept-prices.ts";
import { completed } from "./last-known-quote.ts";
import { type DailyBars, type MarketProvider, QUOTES_AT_ONCE, type QuoteAnswer } from "./market.ts";
import type { From } from "./meters.ts";
import type { Failure, Limits, ProviderChain } from "./provider-chain.ts";
import { consistent } from "./quote-checks.ts";
import type { Purpose } from "./rate-budget.ts";
import { unlessFailed } from "./request.ts";
import type { SeriesKeeper } from "./series.ts";
import { isOpen, quoteIsFresh, tradingDay } from "./session.ts";
import { createSingleFlight } from "./single-flight.ts";
import { successorIfFormer } from "./symbol-succession.ts";
import { createTtlCache } from "./ttl-cache.ts";

/** A quote, or why there is none: nothing is known of the symbol from before either. */
type QuoteOutcome = { readonly kind: "quote"; readonly answer: QuoteAnswer; readonly from: From } | Failure;

interface QuoteOptions {
  readonly chain: ProviderChain;
  readonly keeper: SeriesKeeper;
  readonly series: FetchedSeries;
  readonly prices: KeptPrices;
  /** Tells whether the ticker directories list the symbol; null while none has been read. */
  knows(symbol: CanonicalSymbol): boolean | null;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
}

interface LastQuote {
  readonly stored: StoredQuote;
  readonly from: "memory" | "store";
}

type Answered = { readonly quote: Quote; readonly bars: DailyBars | null };

const IN_MEMORY_AT_MOST = 2_000;
const IN_MEMORY_MS = 4 * 86_400_000;
/** Age in milliseconds up to which a quote is answered at once during trading hours, while one request fetches the next. */
const WHILE_REVALIDATING_MS = 60_000;

export class QuoteKeeper {
  readonly #options: QuoteOptions;
  readonly #recent;
  /** Symbols for which no provider could be asked the last time. */
  readonly #failing;
  readonly #flight = createSingleFlight<QuoteOutcome>();

  constructor(options: QuoteOptions) {
    this.#options = options;
    this.#recent = createTtlCache<StoredQuote>(IN_MEMORY_AT_MOST, IN_MEMORY_MS, options.elapsedMs);
    this.#failing = createTtlCache<true>(IN_MEMORY_AT_MOST, WHILE_REVALIDATING_MS, options.elapsedMs);
  }

  async of(symbol: CanonicalSymbol): Promise<QuoteOutcome> {
    const { value: last, isSure } = await this.#lastOf(symbol);
    const known: QuoteOutcome | undefined = last && quoteFrom(last.from, last.stored.quote);
    if (known && last && quoteIsFresh(last.stored.fetchedAt, this.#options.clock())) return known;
    const asked = this.#flight(symbol, () => this.#fetch(symbol, last, isSure));
    if (known === undefined || last === undefined || !this.#mayWait(symbol, last.stored)) return asked;
    asked.catch((error: unknown) => this.#options.log.error({ symbol, err: error }, "A quote could not be renewed"));
    return known;
  }

  /** Fetches those that are not fresh with as few questions as the providers allow; `of` then finds them. */
  async prepare(symbols: readonly CanonicalSymbol[]): Promise<void> {
    const wanted: CanonicalSymbol[] = [];
    let purpose: Purpose = "unlisted";
    for (const symbol of symbols) {
      const { value: last } = await this.#lastOf(symbol);
      if (last !== undefined && quoteIsFresh(last.stored.fetchedAt, this.#options.clock())) continue;
      wanted.push(symbol);
      if (this.#purposeOf(symbol, last !== undefined) === "caller") purpose = "caller";
    }
    if (wanted.length < 2) return;
    const asked = wanted.slice(0, QUOTES_AT_ONCE);
    const found = await this.#options.chain.askMany("quote", asked, purpose, ({ quotes }) => quotes);
    for (const [symbol, given] of found) {
      const quote = usable(symbol, given);
      if (quote === null) continue;
      const { value: last } = await this.#lastOf(symbol);
      await this.#accept(symbol, quote, last?.stored, await this.#options.keeper.stored(symbol));
    }
  }

  async #lastOf(symbol: CanonicalSymbol): Promise<Known<LastQuote>> {
    const remembered = this.#recent.get(symbol);
    if (remembered !== undefined) return { value: { stored: remembered, from: "memory" }, isSure: true };
    const { value: stored, isSure } = await this.#options.prices.quote(symbol);
    if (stored === undefined || isFormer(symbol, stored.quote)) return { value: undefined, isSure };
    this.#recent.set(symbol, stored);
    return { value: { stored, from: "store" }, isSure };
  }

  /** The remembered quote, or the newer one that another process has stored since. */
  async #newestOf(symbol: CanonicalSymbol, remembered: StoredQuote): Promise<StoredQuote> {
    const { value: stored } = await this.#options.prices.quote(symbol);
    if (stored === undefined || stored.fetchedAt <= remembered.fetchedAt) return remembered;
    this.#recent.set(symbol, stored);
    return stored;
  }

  #purposeOf(symbol: CanonicalSymbol, isKept: boolean): Purpose {
    return isKept || this.#options.knows(symbol) !== false ? "caller" : "unlisted";
  }

  /** Takes a quote that a provider was asked for to confirm its bars, unless a later price is known. */
  async take(symbol: CanonicalSymbol, given: Quote, bars: StoredBars): Promise<void> {
    const quote = usable(symbol, given);
    const { value: last } = await this.#lastOf(symbol);
    if (quote === null || (last !== undefined && last.stored.quote.pricedAt > quote.pricedAt)) return;
    await this.#accept(symbol, quote, last?.stored, bars);
  }

  async #fetch(symbol: CanonicalSymbol, known: LastQuote | undefined, isSure: boolean): Promise<QuoteOutcome> {
    const { keeper, series, clock } = this.#options;
    const last = known?.from === "memory" ? await this.#newestOf(symbol, known.stored) : known?.stored;
    if (last && last !== known?.stored && quoteIsFresh(last.fetchedAt, clock())) return quoteFrom("store", last.quote);
    const bars = await keeper.stored(symbol);
    const isFirst = last === undefined && bars === undefined;
    const outcome = await (isFirst
      ? series.inTurn(symbol, (waitedMs) => this.#askFirst(symbol, waitedMs))
      : this.#ask(symbol, last, bars));
    if (outcome.kind === "quote") return outcome;
    const closing = await this.#closingOf(symbol, outcome, this.#purposeOf(symbol, !isFirst));
    if (closing !== null) return closing;
    this.#failing.set(symbol, true);
    const quote = await keeper.lastQuote(symbol, last);
    if (quote === null) return isSure ? outcome : storeIsAway();
    return quoteFrom("kept", quote, true);
  }

  /** The history of the symbol may have been asked for in the meantime, and its quote with it. */
  async #askFirst(symbol: CanonicalSymbol, waitedMs: number): Promise<QuoteOutcome> {
    const { value: last } = await this.#lastOf(symbol);
    if (last && quoteIsFresh(last.stored.fetchedAt, this.#options.clock()))
      return quoteFrom(last.from, last.stored.quote);
    const bars = await this.#options.keeper.stored(symbol);
    return this.#ask(symbol, last?.stored, bars, { mayWait: bars === undefined, waitedMs });
  }

  async #ask(
    symbol: CanonicalSymbol,
    last: StoredQuote | undefined,
    bars: StoredBars | undefined,
    limits: Limits = {},
  ): Promise<QuoteOutcome> {
    const purpose = this.#purposeOf(symbol, last !== undefined || bars !== undefined);
    const question = (provider: MarketProvider) => questionTo(provider, bars);
    const mayWait = limits.mayWait === true && purpose === "caller";
    const { chain, keeper } = this.#options;
    const outcome = await chain.ask<Answered>("quote", symbol, purpose, question, { ...limits, mayWait });
    if (outcome.kind !== "answered") return outcome;
    const { value, by } = outcome;
    // Bars that came beside the quote are left where they do not join the kept ones.
    const taken = value.bars && (await unlessFailed(keeper.take(symbol, value.bars, by)));
    return quoteFrom("provider", await this.#accept(symbol, value.quote, last, taken ?? bars));
  }

  /** Takes the latest daily bar as a quote where no provider has quotes at all. */
  async #closingOf(symbol: CanonicalSymbol, failure: Failure, purpose: Purpose): Promise<QuoteOutcome | null> {
    if (failure.kind !== "unavailable" || failure.cause.code !== "no_provider") return null;
    const outcome = await this.#options.series.of(symbol, purpose);
    if (outcome.kind !== "series") return outcome;
    const quote = await this.#options.keeper.lastQuote(symbol, undefined);
    return quote && quoteFrom(fromOf(outcome), quote, outcome.stale);
  }

  /**
   * Stores a provider's quote, with what it lacks from the stored bars. A provider behind another one may give an earlier
   * price than the one that has been given already: that one stands.
   */
  async #accept(
    symbol: CanonicalSymbol,
    given: Quote,
    last: StoredQuote | undefined,
    bars: StoredBars | undefined,
  ): Promise<Quote> {
    const isEarlier = last !== undefined && last.quote.pricedAt > given.pricedAt;
    const quote = isEarlier ? last.quote : completed(given, bars);
    const stored = { quote, fetchedAt: this.#options.clock() };
    this.#recent.set(symbol, stored);
    await this.#options.prices.keepQuote(symbol, stored);
    return quote;
  }

  /** Tells whether the last quote may be answered while the next one is fetched. */
  #mayWait(symbol: CanonicalSymbol, { fetchedAt }: StoredQuote): boolean {
    if (this.#failing.has(symbol)) return false;
    const now = this.#options.clock();
    const age = now.getTime() - fetchedAt.getTime();
    return isOpen(now) && isOpen(fetchedAt) && age >= 0 && age <= WHILE_REVALIDATING_MS;
  }
}

function quoteFrom(from: From, quote: Quote, stale = false): QuoteOutcome {
  return { kind: "quote", answer: { quote, stale }, from };
}

/** A symbol of which no bars are kept is asked for with them, where that is one question. */
function questionTo({ quote, quoteWithBars }: MarketProvider, kept: StoredBars | undefined) {
  if (quote === undefined) return undefined;
  return async (symbol: CanonicalSymbol, signal: AbortSignal): Promise<Answered | null> => {
    const both = kept === undefined && quoteWithBars !== undefined ? await quoteWithBars(symbol, signal) : undefined;
    const given = both === undefined ? await quote(symbol, signal) : (both?.quote ?? null);
    const answer = given && usable(symbol, given);
    return answer && { quote: answer, bars: both?.bars ?? null };
  };
}

/** A provider's quote without what contradicts itself; null where it is of the security that had the symbol before. */
function usable(symbol: CanonicalSymbol, quote: Quote): Quote | null {
  return isFormer(symbol, quote) ? null : consistent(quote);
}

/** The last price of the security that had the symbol before. */
function isFormer(symbol: CanonicalSymbol, { pricedAt }: Quote): boolean {
  return successorIfFormer(symbol, tradingDay(pricedAt)) !== null;
}
