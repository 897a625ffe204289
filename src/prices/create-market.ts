/** Creates the market: prices from a chain of providers, with the price store as cache before them and as fallback behind them. */

import type { Logger } from "../base/log.ts";
import type { Bar } from "../domain/bar.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { MarketTable } from "../store/market.ts";
import { Keeper } from "./keeper/keeper.ts";
import { KeptPrices } from "./keeper/kept-prices.ts";
import { PriceRequests } from "./keeper/price-requests.ts";
import { createStoredPrices } from "./keeper/series/stored-prices.ts";
import type { Market, MarketProvider } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import { PriceAnswers } from "./price-answers.ts";
import { createChain, type Failure } from "./providers/provider-chain.ts";
import { ProviderClient } from "./providers/provider-client.ts";
import type { MarketSharing } from "./providers/sharing.ts";
import { StoredAnswers } from "./stored-answers.ts";
import type { ListedSymbols } from "./symbols.ts";

/** `knows` and `nameOf`: what the ticker directories list for a symbol. */
export interface MarketOptions extends Pick<ListedSymbols, "knows" | "nameOf"> {
  /** Providers in the order in which they are tried. */
  readonly providers: readonly MarketProvider[];
  readonly store: MarketTable;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** Monotonic milliseconds, unaffected by changes of the system clock: used for waits, pauses and budgets. */
  readonly elapsedMs?: () => number;
  /** Time limit for all providers together; 15,000 by default. */
  readonly deadlineMs?: number;
  readonly meters?: MarketMeters;
  /** Finds the listed symbol for an alternative spelling; without it, symbols must be spelled as listed. */
  readonly spelledLike?: ListedSymbols["spelledLike"];
  /** Shares budgets and pauses with other processes; without it, this process uses only what it knows itself. */
  readonly sharing?: MarketSharing | undefined;
}

/** Prices for callers, plus what the operator's commands and the prefetch need. */
export type MarketService = ReturnType<typeof createMarket>;

/**
 * `behind`: something is stored, but no provider has the latest trading day. `unknown`: all providers say so. `later`: could not be fetched now;
 * `about`: whether because of this symbol, or for any symbol.
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
    knows,
    nameOf,
    spelledLike = () => null,
    sharing,
    clock = () => new Date(),
    elapsedMs = () => performance.now(),
  } = options;
  const clients = options.providers.map(
    (provider) => new ProviderClient({ provider, clock, elapsedMs, log, sharing, observe: meters?.asked }),
  );
  const chain = createChain({ clients, deadlineMs: options.deadlineMs ?? 15_000 });
  const kept = new KeptPrices(createStoredPrices(store, log, elapsedMs), log, clock);
  const requests = new PriceRequests(kept, chain, clock);
  const keeper = new Keeper({ kept, requests, knows, clock, elapsedMs, log });
  const health = () => clients.map((client) => client.health());
  meters?.watch(health);
  const listed = { knows, nameOf, spelledLike };
  const answers = new PriceAnswers({ keeper, kept, listed, clock, meters });
  const stored = new StoredAnswers({ kept, listed, clock });
  const market: Market = {
    quote: (given) => answers.quote(given),
    quotes: (given) => answers.quotes(given),
    history: (given, span, interval) => answers.history(given, span, interval),
    storedHistory: (given, span, interval) => stored.history(given, span, interval),
    closes: (given, columns) => stored.closes(given, columns),
    isListed(given) {
      const symbol = canonicalSymbol(given);
      return symbol === null ? false : knows(symbol);
    },
    givenAgain: (about) => meters?.answered(about, "memory"),
  };
  return {
    ...market,
    /** Prefetches daily bars from a share of the budget; a symbol whose bars are fresh costs nothing. */
    async fill(symbol: CanonicalSymbol): Promise<FillOutcome> {
      const outcome = await keeper.series(symbol, "warming");
      if (outcome.kind !== "series") return fillFailure(outcome);
      if (outcome.failure !== null) return fillFailure(outcome.failure);
      if (outcome.isBehind) return { kind: "behind" };
      return { kind: outcome.fetched ? "filled" : "fresh" };
    },
    /** Backfills every day of a symbol that the providers have, with its dividends, from the same share of the budget. */
    async fillBack(symbol: CanonicalSymbol): Promise<FillOutcome> {
      const outcome = await keeper.everyDay(symbol);
      if ("kind" in outcome) return fillFailure(outcome);
      // Another provider's days are not final while the provider with the full history could not be queried.
      const isWhole = outcome.hasEveryDay || options.providers.every((each) => !each.hasEveryDay);
      return isWhole ? { kind: "filled" } : later("symbol", 300, `only ${outcome.id} could be asked`);
    },
    /** Imports bars from a file into the stored ones, see `KeptPrices.takeFiled`. */
    take: (symbol: CanonicalSymbol, bars: readonly Bar[], splitPolicy: MarketProvider["splitPolicy"]) =>
      kept.takeFiled(symbol, bars, splitPolicy),
    health,
  };
}

/** One provider's "unknown" is retried if another provider could not be queried. */
function fillFailure(failure: Failure): FillOutcome {
  if (failure.kind === "unavailable") return later("providers", failure.retryAfterSeconds, failure.cause.message);
  return failure.unanimous ? { kind: "unknown" } : later("symbol", 300, "not every provider could be asked");
}

function later(about: "symbol" | "providers", retryAfterSeconds: number, reason: string): FillOutcome {
  return { kind: "later", about, retryAfterSeconds, reason };
}
