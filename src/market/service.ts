import type { Bar, Interval, Period } from "../domain/bar.ts";
import type { Quote } from "../domain/quote.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import { NotFoundError, UnavailableError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { MarketTable } from "../store/store.ts";
import { quotesOf } from "./batch.ts";
import { heirOf } from "./bearer.ts";
import type { Purpose } from "./call-budget.ts";
import { historyOf } from "./history.ts";
import type { HistoryAnswer, Market, MarketProvider, QuoteAnswer } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import { createChain, type Failure } from "./provider-chain.ts";
import { createDesk, type ProviderHealth, type Unavailable } from "./provider-desk.ts";
import { createQuoteKeeper } from "./quotes.ts";
import { createSeriesKeeper, fromOf } from "./series.ts";
import { endOf } from "./session.ts";

export interface MarketOptions {
  /** In the order in which they are asked. */
  readonly providers: readonly MarketProvider[];
  readonly store: MarketTable;
  /** Whether the ticker master lists the symbol; null while no master has been read. */
  knows(symbol: CanonicalSymbol): boolean | null;
  /** The master's name of the security. */
  nameOf(symbol: CanonicalSymbol): string | null;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** How long a caller waits for all providers together: 15,000 unless told. */
  readonly deadlineMs?: number;
  readonly meters?: MarketMeters;
}

/** What the service behind `Market` offers to those who run it. */
export interface MarketService extends Market {
  /** Fetches daily bars ahead of callers, out of a share of the budget; a symbol whose bars are fresh costs nothing. */
  fill(symbol: CanonicalSymbol): Promise<FillOutcome>;
  /**
   * Joins bars that somebody has on file, newest first, to those that are kept.
   * @returns how many of them are new, and how many were left out beyond what may be a split.
   * @throws {SourceError} `bad_answer` when they cannot be one series.
   */
  take(
    symbol: CanonicalSymbol,
    bars: readonly Bar[],
    splitPolicy: MarketProvider["splitPolicy"],
  ): Promise<{ readonly added: number; readonly left: number }>;
  health(): readonly ProviderHealth[];
}

/** `unknown`: all providers say so. `later`: it could not be fetched now. */
export type FillOutcome =
  | { readonly kind: "fresh" | "filled" | "unknown" }
  | { readonly kind: "later"; readonly retryAfterSeconds: number; readonly reason: string };

/** Prices from a chain of providers, with what is known already in front of them and behind them (contract 4 and 5). */
export function createMarket(options: MarketOptions): MarketService {
  const { store, log, meters, clock = () => new Date() } = options;
  const desks = options.providers.map((provider) =>
    createDesk({ provider, clock, log, ...(meters && { observe: meters.asked }) }),
  );
  const chain = createChain({ desks, deadlineMs: options.deadlineMs ?? 15_000 });
  const series = createSeriesKeeper({ chain, store, clock, log });
  const quotes = createQuoteKeeper({ chain, series, store, knows: options.knows, clock, log });
  meters?.watch(() => desks.map((desk) => desk.health()));

  function purposeOf(symbol: CanonicalSymbol): Purpose {
    return options.knows(symbol) === false ? "unheard" : "caller";
  }

  /**
   * A symbol that is listed answers for the security that has it; one that is not follows its rename, and so does one
   * that no provider knows although it was listed once (contract 4).
   */
  async function followed<T>(given: string, answer: (symbol: CanonicalSymbol) => Promise<T>): Promise<T> {
    const symbol = symbolOf(given);
    const heir = heirOf(symbol);
    if (heir === null) return answer(symbol);
    const [first, second] = options.knows(symbol) === false ? [heir, symbol] : [symbol, heir];
    try {
      return await answer(first);
    } catch (error) {
      // Where the heir cannot be had now, what is kept under the former symbol is the same security's.
      const isAway = first === heir && error instanceof UnavailableError;
      if (!isAway && !(error instanceof NotFoundError)) throw error;
      return answer(second).catch((other: unknown) => Promise.reject(isAway ? error : other));
    }
  }

  async function quoteOf(symbol: CanonicalSymbol): Promise<QuoteAnswer> {
    const outcome = await quotes.of(symbol);
    if (outcome.kind !== "quote") throw nothingKnown(symbol, outcome);
    meters?.answered("quote", outcome.from);
    return { ...outcome.answer, quote: withName(outcome.answer.quote, symbol) };
  }

  async function historyOfSymbol(symbol: CanonicalSymbol, period: Period, interval: Interval): Promise<HistoryAnswer> {
    const outcome = await series.of(symbol, purposeOf(symbol));
    if (outcome.kind !== "series") {
      // What has a price is a security, though its bars cannot be had now.
      if (outcome.kind === "unavailable" && (await store.readQuote(symbol)) !== undefined) throw unavailable(outcome);
      throw nothingKnown(symbol, outcome);
    }
    meters?.answered("bars", fromOf(outcome));
    const history = historyOf(outcome.packed, period, interval);
    if (history === null) throw notFound(symbol);
    return { symbol, ...history, stale: outcome.stale };
  }

  function withName(quote: Quote, symbol: CanonicalSymbol): Quote {
    return { ...quote, symbol, companyName: quote.companyName ?? options.nameOf(symbol) ?? symbol };
  }

  /** Not verifiable and known to nobody is as good as unknown; a symbol that the master lists will be asked for again (contract 4). */
  function nothingKnown(symbol: CanonicalSymbol, failure: Failure): Error {
    if (options.knows(symbol) === false) return notFound(symbol);
    if (failure.kind === "unavailable") return unavailable(failure);
    // What the master lists is not taken for its heir while a provider that may know it could not be asked.
    const isDoubtful = !failure.unanimous && options.knows(symbol) === true && heirOf(symbol) !== null;
    return isDoubtful ? unavailable({ retryAfterSeconds: 60 }) : notFound(symbol);
  }

  return {
    quote: (given) => followed(given, quoteOf),

    quotes: (given) => quotesOf(given, { prepare: quotes.prepare, quote: (symbol) => followed(symbol, quoteOf) }),

    history: (given, period, interval) => followed(given, (symbol) => historyOfSymbol(symbol, period, interval)),

    async fill(symbol) {
      const outcome = await series.of(symbol, "warming");
      if (outcome.kind === "series" && outcome.failure === null) return { kind: outcome.fetched ? "filled" : "fresh" };
      return fillFailure(outcome.kind === "series" ? outcome.failure : outcome);
    },

    async take(symbol, bars, splitPolicy) {
      const newest = bars[0];
      if (newest === undefined) return { added: 0, left: 0 };
      const before = await series.kept(symbol);
      const known = new Set(before?.bars.map((bar) => bar.date));
      const offered = { bars, companyName: null, splits: [], dropped: 0 };
      const taken = await series.take(symbol, offered, { id: "file", splitPolicy }, endOf(newest.date));
      const there = new Set(taken.bars.map((bar) => bar.date));
      return {
        added: bars.filter((bar) => there.has(bar.date) && !known.has(bar.date)).length,
        left: bars.filter((bar) => !there.has(bar.date)).length,
      };
    },

    health: () => desks.map((desk) => desk.health()),
  };
}

/** One provider's "unknown" is asked for again while another could not be asked. */
function fillFailure(failure: Failure | null): FillOutcome {
  if (failure === null || (failure.kind === "unknown" && failure.unanimous)) return { kind: "unknown" };
  if (failure.kind === "unknown") {
    return { kind: "later", retryAfterSeconds: 300, reason: "not every provider could be asked" };
  }
  return { kind: "later", retryAfterSeconds: failure.retryAfterSeconds, reason: failure.cause.message };
}

function symbolOf(given: string): CanonicalSymbol {
  const symbol = canonicalSymbol(given);
  if (symbol === null) throw notFound(given);
  return symbol;
}

function notFound(given: string): NotFoundError {
  return new NotFoundError("symbol_not_found", `No security is known by the symbol '${given.slice(0, 64)}'.`);
}

function unavailable({
  retryAfterSeconds,
  cause,
}: Pick<Unavailable, "retryAfterSeconds"> & { readonly cause?: Error }): UnavailableError {
  return new UnavailableError(
    "upstream_unavailable",
    "No price provider answers, and no price is known from before.",
    retryAfterSeconds,
    { cause },
  );
}
