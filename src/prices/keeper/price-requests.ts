/** Fetches prices from the providers and merges them into the stored prices. */
import { SourceError } from "../../base/errors.ts";
import { awaitNextTurn } from "../../base/next-turn.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { StoredBars } from "../../store/market.ts";
import { type DailyBars, type MarketProvider, QUOTES_AT_ONCE, type QuotedPrice } from "../market.ts";
import type { ChainLimits, Failure, ProviderChain } from "../providers/provider-chain.ts";
import type { Subject } from "../providers/provider-client.ts";
import type { Purpose } from "../providers/rate-budget.ts";
import { toNullIfFailed } from "../providers/request.ts";
import { findSuccessorSymbol } from "../symbols.ts";
import { isNoProviderLeft } from "./price-outcomes.ts";
import { isOfEarlierSecurity, type SymbolPrices } from "./symbol-prices.ts";

/** A request that is sent to one provider after the other, until `isEnough` returns true. */
interface BarsRequest {
  readonly subject: Subject;
  readonly purpose: Purpose;
  readonly since?: IsoDate;
  /** Limits that apply until the first provider has answered; each further answer has a time limit of `COMPLETING_MS`. */
  readonly limits: ChainLimits;
  isEnough(bars: StoredBars, by: MarketProvider | undefined): boolean;
}

interface GatheredBars {
  /** The stored bars after all answers were merged; undefined if nothing is stored and no provider has bars. */
  readonly bars: StoredBars | undefined;
  /** The provider that answered last. */
  readonly by: MarketProvider | undefined;
  readonly isDoubtful: boolean;
  /** Why further bars could not be fetched; null if nothing is missing. */
  readonly failure: Failure | null;
}

/** Maximum wait for each further provider's answer, if days are still missing after the first provider has answered. */
export const COMPLETING_MS = 5_000;

export class PriceRequests {
  readonly #symbolPrices: SymbolPrices;
  readonly #chain: ProviderChain;
  readonly #clock: () => Date;

  constructor(prices: SymbolPrices, chain: ProviderChain, getTime: () => Date) {
    this.#symbolPrices = prices;
    this.#chain = chain;
    this.#clock = getTime;
  }

  /** @param isWithBars true to fetch the bars as well, if the provider sends quote and bars in one request. */
  async fetchQuote(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    isWithBars: boolean,
    limits: ChainLimits,
  ): Promise<Quote | Failure> {
    const createRequest = (provider: MarketProvider) => createQuoteRequest(provider, isWithBars);
    const outcome = await this.#chain.tryProvidersInOrder("quote", symbol, purpose, createRequest, limits);
    if (outcome.kind !== "answered") return outcome;
    const { value, by } = outcome;
    const offered = value.bars;
    if (offered !== null) {
      const offer = { bars: offered, source: by, asOf: this.#clock(), fetchQuote: async () => offered.quoted };
      // If the bars contradict the stored bars, only the quote is stored.
      await toNullIfFailed(this.#symbolPrices.mergeProvidedBars(symbol, offer));
    }
    return (await this.#symbolPrices.storeQuote(symbol, value.quote)) ?? value.quote;
  }

  /** Fetches and stores several quotes in one request, if a provider supports that. */
  async fetchAndStoreQuotes(symbols: readonly CanonicalSymbol[], purpose: Purpose): Promise<void> {
    const batch = symbols.slice(0, QUOTES_AT_ONCE);
    const found = await this.#chain.fetchQuotes(batch, purpose);
    for (const [symbol, quote] of found) await this.#symbolPrices.storeQuote(symbol, quote);
  }

  /** Merges the providers' answers into the stored bars, one by one. Ends when `isEnough` returns true or no provider is left. */
  async gatherBars(
    symbol: CanonicalSymbol,
    stored: StoredBars | undefined,
    { subject, purpose, since, limits, isEnough }: BarsRequest,
  ): Promise<GatheredBars> {
    let bars = stored;
    let by: MarketProvider | undefined;
    let isDoubtful = false;
    const createRequest = (provider: MarketProvider) => this.#createBarsRequest(provider, since);
    while (bars === undefined || !isEnough(bars, by)) {
      const nextLimits = by === undefined ? limits : { after: by, deadlineMs: COMPLETING_MS };
      const next = await this.#chain.tryProvidersInOrder(subject, symbol, purpose, createRequest, nextLimits);
      if (next.kind !== "answered") {
        const isEnd = by !== undefined && isNoProviderLeft(next);
        return { bars, by, isDoubtful, failure: isEnd ? null : next };
      }
      by = next.by;
      bars = next.value.bars;
      isDoubtful ||= next.value.isDoubtful;
    }
    return { bars, by, isDoubtful, failure: null };
  }

  /** Creates a request that fetches bars and merges them into the stored bars; also stores a quote fetched to confirm them. */
  #createBarsRequest(provider: MarketProvider, since?: IsoDate) {
    const { fetchDailyBars } = provider;
    if (fetchDailyBars === undefined) return undefined;
    return async (symbol: CanonicalSymbol, signal: AbortSignal, isLate: () => boolean) => {
      const bars = await fetchDailyBars(symbol, signal, since);
      const newest = bars?.bars[0];
      await awaitNextTurn();
      if (bars === null || newest === undefined || findSuccessorSymbol(symbol, newest.date) !== null) return null;
      // Another provider's bars may have been stored in the meantime.
      if (isLate())
        throw new SourceError("late", `${provider.id} sent its bars of ${symbol} after another provider was asked.`);
      let requested: ReturnType<typeof resolveConfirmingQuote> | undefined;
      const fetchOwnQuoteOnce = () => {
        requested ??= resolveConfirmingQuote(provider, symbol, bars, signal);
        return requested;
      };
      const joined = await this.#symbolPrices.mergeProvidedBars(symbol, {
        bars,
        source: provider,
        asOf: this.#clock(),
        fetchQuote: fetchOwnQuoteOnce,
      });
      const ownQuote = await requested;
      if (ownQuote && "symbol" in ownQuote) await this.#storeQuoteUnlessOlder(symbol, ownQuote);
      return joined;
    };
  }

  async #storeQuoteUnlessOlder(symbol: CanonicalSymbol, quote: Quote): Promise<void> {
    const { value: last } = await this.#symbolPrices.readQuote(symbol);
    if (last === undefined || last.quote.pricedAt <= quote.pricedAt) await this.#symbolPrices.storeQuote(symbol, quote);
  }
}

function createQuoteRequest({ fetchQuote, fetchQuoteWithBars }: MarketProvider, isWithBars: boolean) {
  if (fetchQuote === undefined) return undefined;
  return async (symbol: CanonicalSymbol, signal: AbortSignal) => {
    const answer =
      isWithBars && fetchQuoteWithBars !== undefined
        ? await fetchQuoteWithBars(symbol, signal)
        : { quote: await fetchQuote(symbol, signal), bars: null };
    const quote = answer?.quote;
    return quote && !isOfEarlierSecurity(symbol, quote) ? { quote, bars: answer.bars } : null;
  };
}

/** The quote that came with the bars; otherwise, if the provider has `barsMustBeConfirmedByQuote`, a separately fetched one. */
async function resolveConfirmingQuote(
  provider: MarketProvider,
  symbol: CanonicalSymbol,
  { quoted }: DailyBars,
  signal: AbortSignal,
): Promise<Quote | QuotedPrice | null | undefined> {
  if (quoted !== undefined || !provider.barsMustBeConfirmedByQuote) return quoted;
  return toNullIfFailed(Promise.resolve(provider.fetchQuote?.(symbol, signal) ?? null));
}
