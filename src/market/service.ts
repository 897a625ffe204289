import type { Bar, Interval, Period } from "../domain/bar.ts";
import { dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { Quote } from "../domain/quote.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import { NotFoundError, SourceError, UnavailableError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { newestDayOf, oldestDayOf } from "../store/packed-bars.ts";
import type { MarketTable } from "../store/store.ts";
import { quotesOf } from "./batch.ts";
import { formerBearer, heirOf } from "./bearer.ts";
import type { Purpose } from "./call-budget.ts";
import { historyOf } from "./history.ts";
import { createKeptPrices } from "./kept-prices.ts";
import type { DaySpan, HistoryAnswer, Market, MarketProvider, QuoteAnswer } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import { EARLIEST_DAY } from "./older-days.ts";
import { createChain, type Failure } from "./provider-chain.ts";
import { createDesk, type ProviderHealth, type Unavailable } from "./provider-desk.ts";
import { createQuoteKeeper } from "./quotes.ts";
import { createSeriesKeeper, fromOf } from "./series.ts";
import { endOf, latestSettledDay, tradingDay, tradingDaysBetween } from "./session.ts";

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
  /** Milliseconds that only ever go on, whatever the clock is set to: waits, pauses and budgets count on them. */
  readonly elapsedMs?: () => number;
  /** How long a caller waits for all providers together: 15,000 unless told. */
  readonly deadlineMs?: number;
  readonly meters?: MarketMeters;
}

/** What the service behind `Market` offers to those who run it. */
export interface MarketService extends Market {
  /** Fetches daily bars ahead of callers, out of a share of the budget; a symbol whose bars are fresh costs nothing. */
  fill(symbol: CanonicalSymbol): Promise<FillOutcome>;
  /**
   * Joins bars that somebody has on file, newest first, to those that are kept. A day that is not over yet is not taken.
   * @returns how many of them are new, and how many are not over.
   * @throws {SourceError} `conflict` when they cannot be one series, `bad_answer` when they are another security's.
   */
  take(symbol: CanonicalSymbol, bars: readonly Bar[], splitPolicy: MarketProvider["splitPolicy"]): Promise<Taken>;
  health(): readonly ProviderHealth[];
}

interface Taken {
  readonly added: number;
  readonly running: number;
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

/** What is listed and priced by nobody is asked for again after this by a caller that does as it is told. */
const UNPRICED_SECONDS = 3_600;
const DOUBTFUL_SECONDS = 60;
/** Days of trading, about a month. */
const LONG_AGO_DAYS = 21;

/** Prices from a chain of providers, with what is known already in front of them and behind them. */
export function createMarket(options: MarketOptions): MarketService {
  const { store, log, meters, clock = () => new Date(), elapsedMs = () => performance.now() } = options;
  const desks = options.providers.map((provider) =>
    createDesk({ provider, clock, elapsedMs, log, ...(meters && { observe: meters.asked }) }),
  );
  const chain = createChain({ desks, deadlineMs: options.deadlineMs ?? 15_000 });
  const prices = createKeptPrices(store, log, elapsedMs);
  const series = createSeriesKeeper({ chain, prices, clock, elapsedMs, log });
  const quotes = createQuoteKeeper({ chain, series, prices, knows: options.knows, clock, elapsedMs, log });
  meters?.watch(() => desks.map((desk) => desk.health()));

  function purposeOf(symbol: CanonicalSymbol): Purpose {
    return options.knows(symbol) === false ? "unheard" : "caller";
  }

  /** A symbol that is listed answers for the security that has it, and for no other; one that is not follows its rename. */
  async function followed<T>(given: string, answer: (symbol: CanonicalSymbol) => Promise<T>): Promise<T> {
    const symbol = symbolOf(given);
    const heir = heirOf(symbol);
    const isListed = options.knows(symbol);
    if (heir === null || isListed === true) return answer(symbol);
    const [first, second] = isListed === false ? [heir, symbol] : [symbol, heir];
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
    const { quote, stale } = outcome.answer;
    return { quote: withName(quote, symbol), stale: stale || isLongAgo(symbol, tradingDay(quote.pricedAt)) };
  }

  async function historyOfSymbol(
    symbol: CanonicalSymbol,
    span: Period | DaySpan,
    interval: Interval,
  ): Promise<HistoryAnswer> {
    const outcome = await (typeof span === "string"
      ? series.of(symbol, purposeOf(symbol))
      : series.reaching(symbol, purposeOf(symbol), span.from ?? EARLIEST_DAY));
    if (outcome.kind !== "series") {
      // What has a price is a security, though its bars cannot be had now.
      if (outcome.kind === "unavailable" && (await prices.quote(symbol)).value) throw unavailable(outcome);
      throw nothingKnown(symbol, outcome);
    }
    meters?.answered("bars", fromOf(outcome));
    const history = historyOf(outcome.packed, span, interval);
    if (history === null) throw notFound(symbol);
    // Whether there are bars in the span cannot be told while nobody can be asked for them.
    if (history.bars.count === 0 && outcome.failure?.kind === "unavailable") throw unavailable(outcome.failure);
    const firstDay = dayText(oldestDayOf(outcome.packed) ?? 0);
    const lastDay = dayText(newestDayOf(outcome.packed) ?? 0);
    const { origin } = outcome;
    return { symbol, ...history, stale: outcome.stale || isLongAgo(symbol, lastDay), origin, firstDay, lastDay };
  }

  /** What is listed is traded: prices that end so long ago are not today's, whatever a provider says. */
  function isLongAgo(symbol: CanonicalSymbol, day: IsoDate): boolean {
    return options.knows(symbol) === true && tradingDaysBetween(day, latestSettledDay(clock())) > LONG_AGO_DAYS;
  }

  function withName(quote: Quote, symbol: CanonicalSymbol): Quote {
    return { ...quote, symbol, companyName: quote.companyName ?? options.nameOf(symbol) ?? symbol };
  }

  /** Not found is what neither the master nor a provider knows; what is listed has no price now. */
  function nothingKnown(symbol: CanonicalSymbol, failure: Failure): Error {
    if (failure.kind === "unavailable" && failure.cause.code === "store") return unavailable(failure);
    if (options.knows(symbol) === false) return notFound(symbol);
    if (failure.kind === "unavailable") return unavailable(failure);
    if (options.knows(symbol) === null) return notFound(symbol);
    if (!failure.unanimous) return unavailable({ retryAfterSeconds: DOUBTFUL_SECONDS });
    return new UnavailableError(
      "upstream_unavailable",
      `${symbol} is listed, but no price provider has a price of it.`,
      UNPRICED_SECONDS,
    );
  }

  return {
    quote: (given) => followed(given, quoteOf),

    quotes: (given) => quotesOf(given, { prepare: quotes.prepare, quote: (symbol) => followed(symbol, quoteOf) }),

    history: (given, span, interval) => followed(given, (symbol) => historyOfSymbol(symbol, span, interval)),

    async fill(symbol) {
      const outcome = await series.of(symbol, "warming");
      if (outcome.kind !== "series") return fillFailure(outcome);
      if (outcome.failure !== null) return fillFailure(outcome.failure);
      if (outcome.isBehind) return { kind: "behind" };
      return { kind: outcome.fetched ? "filled" : "fresh" };
    },

    async take(symbol, given, splitPolicy) {
      const bars = given.filter(({ date }) => date <= latestSettledDay(clock()));
      const newest = bars[0];
      const running = given.length - bars.length;
      if (newest === undefined) return { added: 0, running };
      const bearer = formerBearer(symbol, newest.date);
      if (bearer !== null) {
        throw new SourceError(
          "bad_answer",
          `Up to ${newest.date}, where these days end, ${symbol} stood for what is ${bearer} today; name them so, or add later days.`,
        );
      }
      // What is on file is joined to what the store tells, or not at all.
      await store.readPackedBars(symbol);
      const before = await series.kept(symbol);
      const known = new Set(before?.bars.map((bar) => bar.date));
      const offered = { bars, companyName: null, splits: [], dropped: 0 };
      const ended = endOf(newest.date);
      const asOf = ended < clock() ? ended : clock();
      const taken = await series.take(symbol, offered, { id: "file", splitPolicy }, asOf);
      const there = new Set(taken.bars.map((bar) => bar.date));
      return {
        added: bars.filter((bar) => there.has(bar.date) && !known.has(bar.date)).length,
        running,
      };
    },

    health: () => desks.map((desk) => desk.health()),
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
