/** Creates the market: prices from a chain of providers, with the price store as cache and as fallback. */
import type { Logger } from "../base/log.ts";
import type { Bar } from "../domain/bar.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../domain/symbol.ts";
import type { MarketTable } from "../store/market.ts";
import { Keeper } from "./keeper/keeper.ts";
import { PriceRequests } from "./keeper/price-requests.ts";
import { createStoredPrices } from "./keeper/series/stored-prices.ts";
import { SymbolPrices } from "./keeper/symbol-prices.ts";
import type { Market, MarketProvider } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import { PriceAnswers } from "./price-answers.ts";
import { createProviderChain, type Failure } from "./providers/provider-chain.ts";
import { ProviderClient } from "./providers/provider-client.ts";
import type { MarketSharing } from "./providers/sharing.ts";
import { StoredAnswers } from "./stored-answers.ts";
import type { ListedSymbols } from "./symbols.ts";

/** `isListed` and `getName` look up a symbol in the ticker directories. */
export interface MarketOptions extends Pick<ListedSymbols, "isListed" | "getName"> {
  /** Providers in the order in which they are tried. */
  readonly providers: readonly MarketProvider[];
  readonly store: MarketTable;
  readonly log: Logger;
  readonly getTime?: () => Date;
  /** Monotonic milliseconds, unaffected by changes of the system clock: used for waits, pauses and budgets. */
  readonly readElapsedMs?: () => number;
  /** Time limit for all providers together; 15,000 by default. */
  readonly deadlineMs?: number;
  readonly meters?: MarketMeters;
  /** Finds the listed symbol for another spelling of it. Without this function, symbols must be spelled as listed. */
  readonly findSpelledLike?: ListedSymbols["findSpelledLike"];
  /** Shares the providers' request budgets and pauses among processes. If absent, each process has its own budgets and pauses. */
  readonly sharing?: MarketSharing | undefined;
}

/** Prices for callers, plus what the operator's commands and the prefetch need. */
export type MarketService = ReturnType<typeof createMarket>;

/**
 * `behind`: bars are stored, but no provider has the latest trading day. `unknown`: no provider knows the symbol. `later`: the
 * symbol could not be fetched; `about` says whether the symbol or the providers are the cause.
 */
export type FillOutcome =
  | { readonly kind: "fresh" | "filled" | "behind" | "unknown" }
  | {
      readonly kind: "later";
      readonly about: "symbol" | "providers";
      readonly retryAfterSeconds: number;
      readonly reason: string;
    };

export function createMarket(options: MarketOptions) {
  const {
    store,
    log,
    meters,
    isListed,
    getName,
    findSpelledLike = () => null,
    sharing,
    getTime = () => new Date(),
    readElapsedMs = () => performance.now(),
  } = options;
  const clients = options.providers.map(
    (provider) => new ProviderClient({ provider, getTime, readElapsedMs, log, sharing, observe: meters?.countAsked }),
  );
  const chain = createProviderChain({ clients, deadlineMs: options.deadlineMs ?? 15_000 });
  const prices = new SymbolPrices(createStoredPrices(store, log, readElapsedMs), log, getTime);
  const requests = new PriceRequests(prices, chain, getTime);
  const keeper = new Keeper({ symbolPrices: prices, requests, isListed, getTime, readElapsedMs, log });
  const getHealth = () => clients.map((client) => client.getHealth());
  meters?.registerHealthGauges(getHealth);
  const listed = { isListed, getName, findSpelledLike };
  const answers = new PriceAnswers({ keeper, symbolPrices: prices, listed, getTime, meters });
  const stored = new StoredAnswers({ symbolPrices: prices, listed, getTime });
  const market: Market = {
    getQuote: (text) => answers.getQuote(text),
    getQuotes: (input) => answers.getQuotes(input),
    getHistory: (text, span, interval) => answers.getHistory(text, span, interval),
    readStoredHistory: (text, span, interval) => stored.readHistory(text, span, interval),
    readCloses: (text, columns) => stored.readCloses(text, columns),
    isListed(text) {
      const symbol = toCanonicalSymbol(text);
      return symbol === null ? false : isListed(symbol);
    },
    countReuse: (about) => meters?.countAnswered(about, "memory"),
  };
  return {
    ...market,
    /** Prefetches daily bars within the prefetch's part of the budget. Sends no request if the stored bars are fresh. */
    async prefetchBars(symbol: CanonicalSymbol): Promise<FillOutcome> {
      const outcome = await keeper.getSeries(symbol, "warming");
      if (outcome.kind !== "series") return toFillFailure(outcome);
      if (outcome.failure !== null) return toFillFailure(outcome.failure);
      if (outcome.isBehind) return { kind: "behind" };
      return { kind: outcome.fetched ? "filled" : "fresh" };
    },
    /** Backfills all days and dividends that the providers have for a symbol. Uses only the prefetch's part of the budget. */
    async backfill(symbol: CanonicalSymbol): Promise<FillOutcome> {
      const outcome = await keeper.backfillAllBars(symbol);
      if ("kind" in outcome) return toFillFailure(outcome);
      // If a provider with the full history exists but did not answer, the backfill is incomplete.
      const isWhole = outcome.hasEveryDay || options.providers.every((each) => !each.hasEveryDay);
      return isWhole ? { kind: "filled" } : createRetryOutcome("symbol", 300, `only ${outcome.id} could be queried`);
    },
    importBars: (symbol: CanonicalSymbol, bars: readonly Bar[], splitPolicy: MarketProvider["splitPolicy"]) =>
      prices.mergeFileBars(symbol, bars, splitPolicy),
    getHealth,
  };
}

/** A symbol counts as unknown only if all providers say so; otherwise the request is retried later. */
function toFillFailure(failure: Failure): FillOutcome {
  if (failure.kind === "unavailable")
    return createRetryOutcome("providers", failure.retryAfterSeconds, failure.cause.message);
  return failure.unanimous
    ? { kind: "unknown" }
    : createRetryOutcome(
        "symbol",
        300,
        "some price providers were not queried or did not answer, and the others do not know the symbol",
      );
}

function createRetryOutcome(about: "symbol" | "providers", retryAfterSeconds: number, reason: string): FillOutcome {
  return { kind: "later", about, retryAfterSeconds, reason };
}
