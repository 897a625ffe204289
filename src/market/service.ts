import type { Bar } from "../domain/bar.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { Logger } from "../log.ts";
import type { MarketTable } from "../store/market.ts";
import { FetchedSeries } from "./fetched-series.ts";
import { createKeptPrices } from "./kept-prices.ts";
import type { Market, MarketProvider } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import { PriceAnswers } from "./price-answers.ts";
import { createChain, type Failure } from "./provider-chain.ts";
import { ProviderClient, type ProviderHealth } from "./provider-client.ts";
import { quotesOf } from "./quote-list.ts";
import { QuoteKeeper } from "./quotes.ts";
import { type Added, SeriesKeeper } from "./series.ts";
import type { MarketSharing } from "./sharing/market-sharing.ts";

export interface MarketOptions {
  /** Providers in the order in which they are asked. */
  readonly providers: readonly MarketProvider[];
  readonly store: MarketTable;
  /** Tells whether the ticker directories list the symbol; null while none has been read. */
  knows(symbol: CanonicalSymbol): boolean | null;
  /** The master's name of the security. */
  nameOf(symbol: CanonicalSymbol): string | null;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** Milliseconds that only ever go on, whatever the clock is set to: waits, pauses and budgets count on them. */
  readonly elapsedMs?: () => number;
  /** Time limit for all providers together; 15,000 by default. */
  readonly deadlineMs?: number;
  readonly meters?: MarketMeters;
  /** Shares budgets and pauses with other processes; without it this one goes by what it knows itself. */
  readonly sharing?: MarketSharing | undefined;
}

/** The operator's view of the service behind `Market`. */
export interface MarketService extends Market {
  /** Fetches daily bars ahead of callers, out of a share of the budget; a symbol whose bars are fresh costs nothing. */
  fill(symbol: CanonicalSymbol): Promise<FillOutcome>;
  /**
   * Joins bars that somebody has on file, newest first, to those that are kept. A day that is not over yet is not taken.
   * @returns how many of them are new, and how many are not over.
   * @throws {SourceError} `conflict` when they cannot be one series, `bad_answer` when they are another security's.
   */
  take(symbol: CanonicalSymbol, bars: readonly Bar[], splitPolicy: MarketProvider["splitPolicy"]): Promise<Added>;
  health(): readonly ProviderHealth[];
}

/**
 * `behind`: what there is is kept, and no provider has the latest day of trading. `unknown`: all providers say so. `later`:
 * it could not be fetched now; `about`: for the sake of this symbol, or of any.
 */
export type FillOutcome =
  | { readonly kind: "fresh" | "filled" | "behind" | "unknown" }
  | {
      readonly kind: "later";
      readonly about: "symbol" | "providers";
      readonly retryAfterSeconds: number;
      readonly reason: string;
    };

/** Prices from a chain of providers, with what is known already in front of them and behind them. */
export function createMarket(options: MarketOptions): MarketService {
  const { store, log, meters, knows, sharing, clock = () => new Date(), elapsedMs = () => performance.now() } = options;
  const clients = options.providers.map(
    (provider) =>
      new ProviderClient({ provider, clock, elapsedMs, log, sharing, ...(meters && { observe: meters.asked }) }),
  );
  const chain = createChain({ clients, deadlineMs: options.deadlineMs ?? 15_000 });
  const prices = createKeptPrices(store, log, elapsedMs);
  const keeper = new SeriesKeeper(prices, log, clock);
  const series = new FetchedSeries({
    ...{ chain, keeper, clock, elapsedMs },
    quoted: (symbol, quote, bars) => quotes.take(symbol, quote, bars),
  });
  const quotes: QuoteKeeper = new QuoteKeeper({ chain, keeper, series, prices, knows, clock, elapsedMs, log });
  const health = () => clients.map((client) => client.health());
  const { nameOf } = options;
  const answers = new PriceAnswers({ keeper, series, quotes, prices, knows, nameOf, clock, ...(meters && { meters }) });
  meters?.watch(health);
  return {
    quote: (given) => answers.quote(given),
    quotes: (given) =>
      quotesOf(given, {
        prepare: (symbols) => quotes.prepare(symbols),
        quote: (symbol) => answers.quote(symbol),
      }),
    history: (given, span, interval) => answers.history(given, span, interval),
    keptHistory: (given, span, interval) => answers.keptHistory(given, span, interval),
    givenAgain: (about) => meters?.answered(about, "memory"),
    async fill(symbol) {
      const outcome = await series.of(symbol, "warming");
      if (outcome.kind !== "series") return fillFailure(outcome);
      if (outcome.failure !== null) return fillFailure(outcome.failure);
      if (outcome.isBehind) return { kind: "behind" };
      return { kind: outcome.fetched ? "filled" : "fresh" };
    },
    take: (symbol, bars, splitPolicy) => keeper.takeFiled(symbol, bars, splitPolicy),
    health,
  };
}

/** One provider's "unknown" is asked for again while another could not be asked. */
function fillFailure(failure: Failure): FillOutcome {
  if (failure.kind === "unavailable") return later("providers", failure.retryAfterSeconds, failure.cause.message);
  return failure.unanimous ? { kind: "unknown" } : later("symbol", 300, "not every provider could be asked");
}

function later(about: "symbol" | "providers", retryAfterSeconds: number, reason: string): FillOutcome {
  return { kind: "later", about, retryAfterSeconds, reason };
}
