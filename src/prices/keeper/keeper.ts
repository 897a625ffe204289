/**
 * Keeps the prices of every symbol up to date: returns the stored prices while they are fresh, otherwise queries the providers and merges their
 * answers into the store, otherwise falls back to the stored prices.
 */

import type { Logger } from "../../base/log.ts";
import { dayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { missingSessions } from "../../domain/sessions.ts";
import { BENCHMARK, type CanonicalSymbol } from "../../domain/symbol.ts";
import type { PackedBars, StoredBars, StoredQuote } from "../../store/market.ts";
import { packBars } from "../../store/packed-bars.ts";
import type { MarketProvider } from "../market.ts";
import type { Failure } from "../providers/provider-chain.ts";
import type { Purpose } from "../providers/rate-budget.ts";
import type { ListedSymbols } from "../symbols.ts";
import { barsAreFresh, isExchangeOpen, latestFinalDay, quoteIsFresh } from "../trading-day.ts";
import { createTtlCache } from "../ttl-cache.ts";
import { createOneByOne, createSingleFlight } from "../waiting.ts";
import type { KeptPrices } from "./kept-prices.ts";
import {
  answeredFrom,
  isNobody,
  type QuoteOutcome,
  quoteFrom,
  type Series,
  type SeriesOutcome,
  storeIsAway,
} from "./price-outcomes.ts";
import { COMPLETING_MS, type PriceRequests } from "./price-requests.ts";
import { EARLIEST_DAY, hasDaysBefore, MissingDays } from "./series/missing-days.ts";
import { type StoreReading, withUnpackedBars } from "./series/stored-prices.ts";

interface KeeperOptions extends Pick<ListedSymbols, "knows"> {
  readonly kept: KeptPrices;
  readonly requests: PriceRequests;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
}

/** Maximum time in milliseconds that the first request for a symbol waits for another one about the same symbol. */
const FIRST_WAITS_MS = 10_000;
/** Maximum age in milliseconds at which a quote is still returned during trading hours while one request fetches the next. */
const WHILE_REVALIDATING_MS = 60_000;
const FAILING_AT_MOST = 2_000;

export class Keeper {
  readonly #options: KeeperOptions;
  readonly #missing: MissingDays;
  /** Symbols for which the last attempt to get a quote reached no provider. */
  readonly #failing;
  readonly #quotesUnderWay = createSingleFlight<QuoteOutcome>();
  readonly #seriesUnderWay = createSingleFlight<SeriesOutcome>();
  /** Runs first requests for a symbol one by one: the answer, history or quote, may serve both. */
  readonly #firstsOneByOne = createOneByOne(FIRST_WAITS_MS);

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#missing = new MissingDays(options.clock, options.elapsedMs);
    this.#failing = createTtlCache<true>(FAILING_AT_MOST, WHILE_REVALIDATING_MS, options.elapsedMs);
  }

  /** The last quote while it is fresh, otherwise the chain's, otherwise the last known price. */
  async quote(symbol: CanonicalSymbol): Promise<QuoteOutcome> {
    const { value: last, from } = await this.#options.kept.quote(symbol);
    if (last && this.#isFresh(last)) return quoteFrom(last.quote, from);
    const fetched = this.#quotesUnderWay(symbol, () => this.#renewQuote(symbol));
    if (!last || !this.#mayAnswerLast(symbol, last)) return fetched;
    fetched.catch((error: unknown) => this.#options.log.error({ symbol, err: error }, "A quote could not be renewed"));
    return quoteFrom(last.quote, from);
  }

  /** Fetches stale quotes in as few requests as the providers allow; `quote` then finds them. */
  async prepareQuotes(symbols: readonly CanonicalSymbol[]): Promise<void> {
    const { kept, requests } = this.#options;
    const wanted: CanonicalSymbol[] = [];
    let purpose: Purpose = "unlisted";
    for (const symbol of symbols) {
      const { value: last } = await kept.quote(symbol);
      if (last && this.#isFresh(last)) continue;
      wanted.push(symbol);
      if (this.#purposeOf(symbol, last !== undefined) === "caller") purpose = "caller";
    }
    if (wanted.length > 1) await requests.fetchQuotes(wanted, purpose);
  }

  /**
   * Returns fresh bars, otherwise the chain's, otherwise the stored ones; with days from `from` on if a provider has them, stale if they could not be
   * fetched. The prefetch has its own share of the budget, and a caller must not be told that it is spent, so the two never share a request.
   * @param from returns the earliest day wanted, given the packed bars; null wants no older ones.
   */
  async series(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    from: (packed: Uint8Array) => IsoDate | null = () => null,
  ): Promise<SeriesOutcome> {
    const { kept } = this.#options;
    const found = await this.#seriesUnderWay(purpose === "warming" ? `ahead ${symbol}` : symbol, async () => {
      const known = await kept.packed(symbol);
      if (known.value !== undefined) return this.#renewSeries(symbol, purpose, known);
      return this.#firstsOneByOne(symbol, async (waitedMs) =>
        this.#renewSeries(symbol, purpose, await kept.packed(symbol), waitedMs),
      );
    });
    if (found.kind !== "series") return found;
    const first = from(found.packed);
    if (first === null || !this.#missing.areOlderWanted(symbol, found.packed, first)) return found;
    return this.#seriesUnderWay(`back ${symbol}`, () => this.#reachBack(symbol, found));
  }

  /**
   * Backfills every day since the earliest that the providers have; also for a symbol without anything stored. For the benchmark, which trades on
   * every session, queries further providers for sessions that a provider with the full history lacks.
   * @returns the provider that answered last.
   */
  async everyDay(symbol: CanonicalSymbol): Promise<MarketProvider | Failure> {
    const stored = await this.#options.kept.bars(symbol);
    if (!stored.isSure) return storeIsAway();
    const { by, failure } = await this.#options.requests.gatherBars(symbol, stored.value, {
      subject: "older bars",
      purpose: "warming",
      since: EARLIEST_DAY,
      limits: {},
      isEnough: ({ bars }, last) => last?.hasEveryDay === true && (symbol !== BENCHMARK || !lacksSessions(bars)),
    });
    return failure ?? by ?? storeIsAway();
  }

  #purposeOf(symbol: CanonicalSymbol, isKnown: boolean): Purpose {
    return isKnown || this.#options.knows(symbol) !== false ? "caller" : "unlisted";
  }

  #isFresh({ fetchedAt }: StoredQuote): boolean {
    return quoteIsFresh(fetchedAt, this.#options.clock());
  }

  /** Returns whether the last quote may be returned while the next one is fetched. */
  #mayAnswerLast(symbol: CanonicalSymbol, { fetchedAt }: StoredQuote): boolean {
    if (this.#failing.has(symbol)) return false;
    const now = this.#options.clock();
    const age = now.getTime() - fetchedAt.getTime();
    return isExchangeOpen(now) && isExchangeOpen(fetchedAt) && age >= 0 && age <= WHILE_REVALIDATING_MS;
  }

  /** Queries the providers for a quote, and falls back to the last known price if none has one. */
  async #renewQuote(symbol: CanonicalSymbol): Promise<QuoteOutcome> {
    const { kept } = this.#options;
    const [last, hasBars] = [await kept.quote(symbol), await kept.hasBars(symbol)];
    const isKnown = last.value !== undefined || hasBars;
    // The history of a new symbol, and its quote with it, may have been fetched in the meantime.
    const outcome = await (isKnown
      ? this.#fetchQuote(symbol, hasBars)
      : this.#firstsOneByOne(symbol, async (ms) => this.#fetchQuote(symbol, await kept.hasBars(symbol), ms)));
    if (outcome.kind === "quote") return outcome;
    if (isNobody(outcome)) {
      // If no provider offers quotes at all, the latest bar serves as the quote.
      const series = await this.series(symbol, this.#purposeOf(symbol, isKnown));
      if (series.kind !== "series") return series;
      const closing = await kept.lastClose(symbol);
      if (closing !== null) return quoteFrom(closing, answeredFrom(series), series.stale);
    }
    this.#failing.set(symbol, true);
    const price = await kept.lastPrice(symbol);
    if (price !== null) return quoteFrom(price, "kept", true);
    return last.isSure ? outcome : storeIsAway();
  }

  async #fetchQuote(symbol: CanonicalSymbol, hasBars: boolean, waitedMs?: number): Promise<QuoteOutcome> {
    const { kept, requests } = this.#options;
    const { value: last, from } = await kept.quote(symbol, true);
    if (last && this.#isFresh(last)) return quoteFrom(last.quote, from);
    const purpose = this.#purposeOf(symbol, last !== undefined || hasBars);
    const waits = waitedMs === undefined ? {} : { waitedMs, waitsForBudget: !hasBars && purpose === "caller" };
    const answer = await requests.fetchQuote(symbol, purpose, !hasBars, waits);
    return "kind" in answer ? answer : quoteFrom(answer, "provider");
  }

  /** Returns the stored bars while they are fresh, otherwise merged with what the providers have. */
  async #renewSeries(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    { value: stored, isSure }: StoreReading<PackedBars>,
    waitedMs = 0,
  ): Promise<SeriesOutcome> {
    const now = this.#options.clock;
    const about = { kind: "series", stale: false, fetched: false, failure: null, isBehind: false } as const;
    if (stored !== undefined) {
      if (barsAreFresh(stored.refreshedAt, now())) return { ...stored, ...about };
      const behind = this.#missing.latestOf(symbol);
      if (behind !== undefined) return { ...stored, ...about, ...behind, isBehind: true };
    }
    // When an unlisted security ended is unknown until its days are fetched.
    const since = stored === undefined && purpose === "unlisted" ? EARLIEST_DAY : undefined;
    const { bars, by, isDoubtful, failure } = await this.#options.requests.gatherBars(
      symbol,
      stored && withUnpackedBars(stored),
      {
        subject: "bars",
        ...(since && { since }),
        // A symbol with stored prices counts as known.
        purpose: stored !== undefined && purpose === "unlisted" ? "caller" : purpose,
        limits: { waitsForBudget: stored === undefined && purpose === "caller", waitedMs },
        isEnough: ({ refreshedAt }) => barsAreFresh(refreshedAt, now()),
      },
    );
    if (bars === undefined || (by === undefined && failure !== null)) {
      if (stored !== undefined) return { ...stored, ...about, stale: true, failure };
      return isSure && failure !== null ? failure : storeIsAway();
    }
    const answer = { ...about, packed: packBars(bars.bars), origin: bars.origin, fetched: true };
    if (since && by?.hasEveryDay) this.#missing.olderAsked(symbol, answer.packed);
    if (barsAreFresh(bars.refreshedAt, now())) {
      this.#missing.latestFound(symbol);
      return answer;
    }
    const stale = isDoubtful || failure?.kind === "unavailable" || isHalf(bars, now());
    this.#missing.latestMissed(symbol, stale);
    return { ...answer, stale, isBehind: true };
  }

  /** Merges what the providers have from the earliest day on, stopping at the first provider with the full history. */
  async #reachBack(symbol: CanonicalSymbol, found: Series): Promise<SeriesOutcome> {
    const { value: stored } = await this.#options.kept.bars(symbol);
    if (stored === undefined) return { ...found, stale: true, failure: storeIsAway() };
    const gathered = await this.#options.requests.gatherBars(symbol, stored, {
      subject: "older bars",
      purpose: "caller",
      since: EARLIEST_DAY,
      limits: found.fetched ? { deadlineMs: COMPLETING_MS } : {},
      isEnough: ({ bars: days }, last) =>
        last?.hasEveryDay === true || !hasDaysBefore(days.at(-1)?.date ?? EARLIEST_DAY, EARLIEST_DAY),
    });
    const { bars = stored, by } = gathered;
    const failure = gathered.failure?.kind === "unavailable" && !isNobody(gathered.failure) ? gathered.failure : null;
    const answer = { packed: packBars(bars.bars), origin: bars.origin };
    if (failure === null) this.#missing.olderAsked(symbol, answer.packed);
    return {
      ...found,
      ...answer,
      fetched: found.fetched || by !== undefined,
      stale: found.stale || failure !== null,
      failure: failure ?? found.failure,
    };
  }
}

/** @param bars newest first. */
function lacksSessions(bars: StoredBars["bars"]): boolean {
  return missingSessions(Int32Array.from(bars, ({ date }) => dayNumber(date)).reverse()).length > 0;
}

/** Returns whether the newest stored day was fetched before it ended, and has ended by now. */
function isHalf({ bars: [newest], refreshedAt }: StoredBars, now: Date): boolean {
  return newest !== undefined && newest.date > latestFinalDay(refreshedAt) && newest.date <= latestFinalDay(now);
}
