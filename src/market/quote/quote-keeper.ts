/** Quotes: from memory or the store while they are fresh, else from the providers, else the last known one. */
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { Logger } from "../../log.ts";
import type { StoredBars, StoredQuote } from "../../store/market.ts";
import { type DailyBars, type MarketProvider, QUOTES_AT_ONCE, type QuoteAnswer } from "../market.ts";
import type { AnsweredFrom } from "../meters.ts";
import type { ChainLimits, Failure, ProviderChain } from "../providers/provider-chain.ts";
import type { Purpose } from "../providers/rate-budget.ts";
import { unlessFailed } from "../providers/request.ts";
import { answeredFrom, type FetchedSeries, storeIsAway } from "../series/fetched-series.ts";
import type { SeriesKeeper } from "../series/series-keeper.ts";
import type { StoredPrices, StoreReading } from "../series/stored-prices.ts";
import { type ListedSymbols, successorIfFormer } from "../symbols.ts";
import { isOpen, quoteIsFresh, tradingDay } from "../trading-day.ts";
import { createTtlCache } from "../ttl-cache.ts";
import { createSingleFlight, type OneByOne } from "../waiting.ts";
import { consistent } from "./quote-figures.ts";
import { completedFromBars } from "./quote-from-bars.ts";

/** A quote, or the reason why there is none: nothing is known of the symbol from before either. */
type QuoteOutcome = { readonly kind: "quote"; readonly answer: QuoteAnswer; readonly from: AnsweredFrom } | Failure;

interface QuoteOptions extends Pick<ListedSymbols, "knows"> {
  readonly chain: ProviderChain;
  readonly keeper: SeriesKeeper;
  readonly series: FetchedSeries;
  readonly prices: StoredPrices;
  readonly firstsOneByOne: OneByOne;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
}

interface LastQuote {
  readonly stored: StoredQuote;
  readonly from: "memory" | "store";
}

type QuoteWithBars = { readonly quote: Quote; readonly bars: DailyBars | null };

const IN_MEMORY_AT_MOST = 2_000;
const IN_MEMORY_MS = 4 * 86_400_000;
/** The age in milliseconds up to which a quote is answered at once during trading hours, while one request fetches the next. */
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
    if (last === undefined) return this.#flight(symbol, () => this.#fetch(symbol, undefined, isSure));
    const stored = quoteFrom(last.from, last.stored.quote);
    if (this.#isFresh(last.stored)) return stored;
    const fetched = this.#flight(symbol, () => this.#fetch(symbol, last, isSure));
    if (!this.#mayAnswerLast(symbol, last.stored)) return fetched;
    fetched.catch((error: unknown) => this.#options.log.error({ symbol, err: error }, "A quote could not be renewed"));
    return stored;
  }

  /** True if a quote of the symbol is stored. */
  async isStored(symbol: CanonicalSymbol): Promise<boolean> {
    return (await this.#options.prices.quote(symbol)).value !== undefined;
  }

  /** Fetches those that are not fresh with as few questions as the providers allow; `of` then finds them. */
  async prepare(symbols: readonly CanonicalSymbol[]): Promise<void> {
    const { chain, keeper } = this.#options;
    const wanted: CanonicalSymbol[] = [];
    let purpose: Purpose = "unlisted";
    for (const symbol of symbols) {
      const { value: last } = await this.#lastOf(symbol);
      if (last !== undefined && this.#isFresh(last.stored)) continue;
      wanted.push(symbol);
      if (this.#purposeOf(symbol, last !== undefined) === "caller") purpose = "caller";
    }
    if (wanted.length < 2) return;
    const found = await chain.answersToMany("quote", wanted.slice(0, QUOTES_AT_ONCE), purpose, ({ quotes }) => quotes);
    for (const [symbol, given] of found) {
      const quote = usable(symbol, given);
      if (quote === null) continue;
      const { value: last } = await this.#lastOf(symbol);
      await this.#accept(symbol, quote, last?.stored, (await keeper.read(symbol)).value);
    }
  }

  /** Takes a quote that a provider was asked for to confirm its bars, unless a later price is known. */
  async take(symbol: CanonicalSymbol, given: Quote, bars: StoredBars): Promise<void> {
    const quote = usable(symbol, given);
    const { value: last } = await this.#lastOf(symbol);
    if (quote === null || (last !== undefined && last.stored.quote.pricedAt > quote.pricedAt)) return;
    await this.#accept(symbol, quote, last?.stored, bars);
  }

  async #lastOf(symbol: CanonicalSymbol): Promise<StoreReading<LastQuote>> {
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

  #isFresh({ fetchedAt }: StoredQuote): boolean {
    return quoteIsFresh(fetchedAt, this.#options.clock());
  }

  #purposeOf(symbol: CanonicalSymbol, isStored: boolean): Purpose {
    return isStored || this.#options.knows(symbol) !== false ? "caller" : "unlisted";
  }

  /** Asks the providers, and answers what is known where none of them can. */
  async #fetch(symbol: CanonicalSymbol, known: LastQuote | undefined, isSure: boolean): Promise<QuoteOutcome> {
    const { keeper, firstsOneByOne } = this.#options;
    const last = known?.from === "memory" ? await this.#newestOf(symbol, known.stored) : known?.stored;
    if (last && last !== known?.stored && this.#isFresh(last)) return quoteFrom("store", last.quote);
    const { value: bars } = await keeper.read(symbol);
    const isFirst = last === undefined && bars === undefined;
    const outcome = await (isFirst
      ? firstsOneByOne(symbol, (waitedMs) => this.#fetchFirst(symbol, waitedMs))
      : this.#fetchFromChain(symbol, last, bars));
    if (outcome.kind === "quote") return outcome;
    const closing = await this.#closingOf(symbol, outcome, this.#purposeOf(symbol, !isFirst));
    if (closing !== null) return closing;
    this.#failing.set(symbol, true);
    const quote = await keeper.lastQuote(symbol, last);
    if (quote === null) return isSure ? outcome : storeIsAway();
    return quoteFrom("kept", quote, true);
  }

  /** The history of the symbol may have been asked for in the meantime, and its quote with it. */
  async #fetchFirst(symbol: CanonicalSymbol, waitedMs: number): Promise<QuoteOutcome> {
    const { value: last } = await this.#lastOf(symbol);
    if (last && this.#isFresh(last.stored)) return quoteFrom(last.from, last.stored.quote);
    const { value: bars } = await this.#options.keeper.read(symbol);
    return this.#fetchFromChain(symbol, last?.stored, bars, { waitsForBudget: bars === undefined, waitedMs });
  }

  async #fetchFromChain(
    symbol: CanonicalSymbol,
    last: StoredQuote | undefined,
    bars: StoredBars | undefined,
    limits: ChainLimits = {},
  ): Promise<QuoteOutcome> {
    const { chain, keeper } = this.#options;
    const purpose = this.#purposeOf(symbol, last !== undefined || bars !== undefined);
    const question = (provider: MarketProvider) => questionTo(provider, bars);
    const waitsForBudget = limits.waitsForBudget === true && purpose === "caller";
    const outcome = await chain.firstAnswer<QuoteWithBars>("quote", symbol, purpose, question, {
      ...limits,
      waitsForBudget,
    });
    if (outcome.kind !== "answered") return outcome;
    const { value, by } = outcome;
    // Bars that came with the quote are dropped where they do not join the stored ones.
    const taken = value.bars && (await unlessFailed(keeper.take(symbol, value.bars, by)));
    return quoteFrom("provider", await this.#accept(symbol, value.quote, last, taken ?? bars));
  }

  /** Takes the latest daily bar as a quote where no provider has quotes at all. */
  async #closingOf(symbol: CanonicalSymbol, failure: Failure, purpose: Purpose): Promise<QuoteOutcome | null> {
    if (failure.kind !== "unavailable" || failure.cause.code !== "no_provider") return null;
    const outcome = await this.#options.series.of(symbol, purpose);
    if (outcome.kind !== "series") return outcome;
    const quote = await this.#options.keeper.lastQuote(symbol, undefined);
    return quote && quoteFrom(answeredFrom(outcome), quote, outcome.stale);
  }

  /**
   * Stores a provider's quote, with what it lacks from the stored bars. A provider may be behind another one and give an
   * earlier price than the one that has been answered already: that one stands.
   */
  async #accept(
    symbol: CanonicalSymbol,
    given: Quote,
    last: StoredQuote | undefined,
    bars: StoredBars | undefined,
  ): Promise<Quote> {
    const isEarlier = last !== undefined && last.quote.pricedAt > given.pricedAt;
    const quote = isEarlier ? last.quote : completedFromBars(given, bars);
    const stored = { quote, fetchedAt: this.#options.clock() };
    this.#recent.set(symbol, stored);
    await this.#options.prices.storeQuote(symbol, stored);
    return quote;
  }

  /** True if the last quote may be answered while the next one is fetched. */
  #mayAnswerLast(symbol: CanonicalSymbol, { fetchedAt }: StoredQuote): boolean {
    if (this.#failing.has(symbol)) return false;
    const now = this.#options.clock();
    const age = now.getTime() - fetchedAt.getTime();
    return isOpen(now) && isOpen(fetchedAt) && age >= 0 && age <= WHILE_REVALIDATING_MS;
  }
}

function quoteFrom(from: AnsweredFrom, quote: Quote, stale = false): QuoteOutcome {
  return { kind: "quote", answer: { quote, stale }, from };
}

/** A symbol without stored bars is asked for with them, where that is one question. */
function questionTo({ quote, quoteWithBars }: MarketProvider, stored: StoredBars | undefined) {
  if (quote === undefined) return undefined;
  return async (symbol: CanonicalSymbol, signal: AbortSignal): Promise<QuoteWithBars | null> => {
    const answer =
      stored === undefined && quoteWithBars !== undefined
        ? await quoteWithBars(symbol, signal)
        : { quote: await quote(symbol, signal), bars: null };
    const given = answer?.quote && usable(symbol, answer.quote);
    return given ? { quote: given, bars: answer.bars } : null;
  };
}

/** A provider's quote without what contradicts itself; null where it is of the security that had the symbol before. */
function usable(symbol: CanonicalSymbol, quote: Quote): Quote | null {
  return isFormer(symbol, quote) ? null : consistent(quote);
}

/** True for the last price of the security that had the symbol before. */
function isFormer(symbol: CanonicalSymbol, { pricedAt }: Quote): boolean {
  return successorIfFormer(symbol, tradingDay(pricedAt)) !== null;
}
