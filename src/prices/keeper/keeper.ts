/** Returns stored prices while they are fresh, else fetches and stores new ones. If no provider answers, returns the old ones. */
import type { Logger } from "../../base/log.ts";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { listMissingSessions } from "../../domain/sessions.ts";
import { BENCHMARK, type CanonicalSymbol } from "../../domain/symbol.ts";
import type { PackedBars, StoredBars, StoredQuote } from "../../store/market.ts";
import { packBars } from "../../store/packed-bars.ts";
import type { MarketProvider } from "../market.ts";
import type { Failure } from "../providers/provider-chain.ts";
import type { Purpose } from "../providers/rate-budget.ts";
import type { ListedSymbols } from "../symbols.ts";
import { areBarsFresh, findLatestFinalDay, isExchangeOpen, isQuoteFresh } from "../trading-day.ts";
import { createTtlCache } from "../ttl-cache.ts";
import { createKeyedQueue, createSingleFlight } from "../waiting.ts";
import {
  createStoreDownFailure,
  getAnswerOrigin,
  isNoProviderLeft,
  type QuoteOutcome,
  type Series,
  type SeriesOutcome,
  toQuoteOutcome,
} from "./price-outcomes.ts";
import { COMPLETING_MS, type PriceRequests } from "./price-requests.ts";
import { EARLIEST_DAY, hasTradingDayBefore, MissingDays } from "./series/missing-days.ts";
import { type StoreReading, unpackStoredBars } from "./series/stored-prices.ts";
import type { SymbolPrices } from "./symbol-prices.ts";

interface KeeperOptions extends Pick<ListedSymbols, "isListed"> {
  readonly symbolPrices: SymbolPrices;
  readonly requests: PriceRequests;
  readonly getTime: () => Date;
  readonly readElapsedMs: () => number;
  readonly log: Logger;
}

/** Maximum wait for a symbol's preceding request. Requests for a symbol without stored prices run one after the other. */
const MAX_WAIT_FOR_PRECEDING_MS = 10_000;
/** Maximum age of a quote that is still returned during trading hours while a new quote is fetched. */
const WHILE_REVALIDATING_MS = 60_000;
const FAILING_AT_MOST = 2_000;

export class Keeper {
  readonly #options: KeeperOptions;
  readonly #missing: MissingDays;
  /** Symbols for which no provider had a quote at the last attempt. */
  readonly #failing;
  readonly #quotesUnderWay = createSingleFlight<QuoteOutcome>();
  readonly #seriesUnderWay = createSingleFlight<SeriesOutcome>();
  /** Runs requests for a symbol without stored prices one by one, since one answer may hold both the history and the quote. */
  readonly #firstsOneByOne = createKeyedQueue(MAX_WAIT_FOR_PRECEDING_MS);

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#missing = new MissingDays(options.getTime, options.readElapsedMs);
    this.#failing = createTtlCache<true>(FAILING_AT_MOST, WHILE_REVALIDATING_MS, options.readElapsedMs);
  }

  /** Returns the stored quote while it is fresh, otherwise a provider's quote, otherwise the last known price. */
  async getQuote(symbol: CanonicalSymbol): Promise<QuoteOutcome> {
    const { value: last, from } = await this.#options.symbolPrices.readQuote(symbol);
    if (last && this.#isFresh(last)) return toQuoteOutcome(last.quote, from);
    const fetched = this.#quotesUnderWay(symbol, () => this.#refreshQuote(symbol));
    if (!last || !this.#mayReturnLastQuote(symbol, last)) return fetched;
    fetched.catch((error: unknown) => this.#options.log.error({ symbol, err: error }, "Refreshing a quote failed"));
    return toQuoteOutcome(last.quote, from);
  }

  /** Fetches missing and stale quotes in as few requests as the providers allow. Stores them for later calls of `getQuote`. */
  async refreshQuotes(symbols: readonly CanonicalSymbol[]): Promise<void> {
    const { symbolPrices, requests } = this.#options;
    const wanted: CanonicalSymbol[] = [];
    let purpose: Purpose = "unlisted";
    for (const symbol of symbols) {
      const { value: last } = await symbolPrices.readQuote(symbol);
      if (last && this.#isFresh(last)) continue;
      wanted.push(symbol);
      if (this.#chooseRequestPurpose(symbol, last !== undefined) === "caller") purpose = "caller";
    }
    if (wanted.length > 1) await requests.fetchAndStoreQuotes(wanted, purpose);
  }

  /**
   * Returns the stored bars while they are fresh, otherwise bars of the providers, otherwise the outdated stored bars. If the
   * bars begin after the wanted day, adds the older days that a provider has. `stale` is also true if these days could not be
   * fetched. A caller never shares a request with the prefetch, because the prefetch may have used up its share of the budget.
   * @param findStart returns the earliest wanted day for the packed bars; null if no older days are wanted.
   */
  async getSeries(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    findStart: (packed: Uint8Array) => IsoDate | null = () => null,
  ): Promise<SeriesOutcome> {
    const { symbolPrices } = this.#options;
    const found = await this.#seriesUnderWay(purpose === "warming" ? `ahead ${symbol}` : symbol, async () => {
      const known = await symbolPrices.readPackedBars(symbol);
      if (known.value !== undefined) return this.#refreshSeries(symbol, purpose, known);
      return this.#firstsOneByOne(symbol, async (waitedMs) =>
        this.#refreshSeries(symbol, purpose, await symbolPrices.readPackedBars(symbol), waitedMs),
      );
    });
    if (found.kind !== "series") return found;
    const first = findStart(found.packed);
    if (first === null || !this.#missing.areOlderDaysWanted(symbol, found.packed, first)) return found;
    return this.#seriesUnderWay(`back ${symbol}`, () => this.#fetchOlderBars(symbol, found));
  }

  /**
   * Backfills every day since `EARLIEST_DAY` that the providers have. Queries no more providers after a provider with the full
   * history. The benchmark trades in every session, so for the benchmark, further providers are queried until no session is
   * missing. @returns the provider that answered last.
   */
  async backfillAllBars(symbol: CanonicalSymbol): Promise<MarketProvider | Failure> {
    const stored = await this.#options.symbolPrices.readBars(symbol);
    if (!stored.isSure) return createStoreDownFailure();
    const { by, failure } = await this.#options.requests.gatherBars(symbol, stored.value, {
      subject: "older bars",
      purpose: "warming",
      since: EARLIEST_DAY,
      limits: {},
      isEnough: ({ bars }, last) => last?.hasEveryDay === true && (symbol !== BENCHMARK || !hasMissingSessions(bars)),
    });
    return failure ?? by ?? createStoreDownFailure();
  }

  #chooseRequestPurpose(symbol: CanonicalSymbol, isKnown: boolean): Purpose {
    return isKnown || this.#options.isListed(symbol) !== false ? "caller" : "unlisted";
  }

  #isFresh({ fetchedAt }: StoredQuote): boolean {
    return isQuoteFresh(fetchedAt, this.#options.getTime());
  }

  /** Returns whether the last quote may be returned while the next quote is fetched. */
  #mayReturnLastQuote(symbol: CanonicalSymbol, { fetchedAt }: StoredQuote): boolean {
    if (this.#failing.has(symbol)) return false;
    const now = this.#options.getTime();
    const age = now.getTime() - fetchedAt.getTime();
    return isExchangeOpen(now) && isExchangeOpen(fetchedAt) && age >= 0 && age <= WHILE_REVALIDATING_MS;
  }

  async #refreshQuote(symbol: CanonicalSymbol): Promise<QuoteOutcome> {
    const { symbolPrices } = this.#options;
    const [last, hasBars] = [await symbolPrices.readQuote(symbol), await symbolPrices.hasBars(symbol)];
    const isKnown = last.value !== undefined || hasBars;
    // For a new symbol, a request for its history may have fetched the quote in the meantime.
    const outcome = await (isKnown
      ? this.#fetchQuote(symbol, hasBars)
      : this.#firstsOneByOne(symbol, async (ms) => this.#fetchQuote(symbol, await symbolPrices.hasBars(symbol), ms)));
    if (outcome.kind === "quote") return outcome;
    if (isNoProviderLeft(outcome)) {
      // If no provider offers quotes at all, the latest bar serves as the quote.
      const series = await this.getSeries(symbol, this.#chooseRequestPurpose(symbol, isKnown));
      if (series.kind !== "series") return series;
      const closing = await symbolPrices.getLastClose(symbol);
      if (closing !== null) return toQuoteOutcome(closing, getAnswerOrigin(series), series.stale);
    }
    this.#failing.set(symbol, true);
    const price = await symbolPrices.readLastPrice(symbol);
    if (price !== null) return toQuoteOutcome(price, "kept", true);
    return last.isSure ? outcome : createStoreDownFailure();
  }

  async #fetchQuote(symbol: CanonicalSymbol, hasBars: boolean, waitedMs?: number): Promise<QuoteOutcome> {
    const { symbolPrices, requests } = this.#options;
    const { value: last, from } = await symbolPrices.readQuote(symbol, true);
    if (last && this.#isFresh(last)) return toQuoteOutcome(last.quote, from);
    const purpose = this.#chooseRequestPurpose(symbol, last !== undefined || hasBars);
    const waits = waitedMs === undefined ? {} : { waitedMs, waitsForBudget: !hasBars && purpose === "caller" };
    const answer = await requests.fetchQuote(symbol, purpose, !hasBars, waits);
    return "kind" in answer ? answer : toQuoteOutcome(answer, "provider");
  }

  async #refreshSeries(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    { value: stored, isSure }: StoreReading<PackedBars>,
    waitedMs = 0,
  ): Promise<SeriesOutcome> {
    const now = this.#options.getTime;
    const defaults = { kind: "series", stale: false, fetched: false, failure: null, isBehind: false } as const;
    if (stored !== undefined) {
      if (areBarsFresh(stored.refreshedAt, now())) return { ...stored, ...defaults };
      const behind = this.#missing.findLatestDayMiss(symbol);
      if (behind !== undefined) return { ...stored, ...defaults, ...behind, isBehind: true };
    }
    // It is unknown when an unlisted security stopped trading, so request all days.
    const since = stored === undefined && purpose === "unlisted" ? EARLIEST_DAY : undefined;
    const { bars, by, isDoubtful, failure } = await this.#options.requests.gatherBars(
      symbol,
      stored && unpackStoredBars(stored),
      {
        subject: "bars",
        ...(since && { since }),
        // Stored prices show that the symbol is not invented.
        purpose: stored !== undefined && purpose === "unlisted" ? "caller" : purpose,
        limits: { waitsForBudget: stored === undefined && purpose === "caller", waitedMs },
        isEnough: ({ refreshedAt }) => areBarsFresh(refreshedAt, now()),
      },
    );
    if (bars === undefined || (by === undefined && failure !== null)) {
      if (stored !== undefined) return { ...stored, ...defaults, stale: true, failure };
      return isSure && failure !== null ? failure : createStoreDownFailure();
    }
    const answer = { ...defaults, packed: packBars(bars.bars), origin: bars.origin, fetched: true };
    if (since && by?.hasEveryDay) this.#missing.recordOlderDaysRequested(symbol, answer.packed);
    if (areBarsFresh(bars.refreshedAt, now())) {
      this.#missing.recordLatestDayFound(symbol);
      return answer;
    }
    const stale = isDoubtful || failure?.kind === "unavailable" || isNewestDayPartial(bars, now());
    this.#missing.recordLatestDayMissing(symbol, stale);
    return { ...answer, stale, isBehind: true };
  }

  /** Fetches and merges bars since `EARLIEST_DAY`, provider by provider, up to the first provider with the full history. */
  async #fetchOlderBars(symbol: CanonicalSymbol, found: Series): Promise<SeriesOutcome> {
    const { value: stored } = await this.#options.symbolPrices.readBars(symbol);
    if (stored === undefined) return { ...found, stale: true, failure: createStoreDownFailure() };
    const gathered = await this.#options.requests.gatherBars(symbol, stored, {
      subject: "older bars",
      purpose: "caller",
      since: EARLIEST_DAY,
      limits: found.fetched ? { deadlineMs: COMPLETING_MS } : {},
      isEnough: ({ bars: days }, last) =>
        last?.hasEveryDay === true || !hasTradingDayBefore(days.at(-1)?.date ?? EARLIEST_DAY, EARLIEST_DAY),
    });
    const { bars = stored, by } = gathered;
    const failure =
      gathered.failure?.kind === "unavailable" && !isNoProviderLeft(gathered.failure) ? gathered.failure : null;
    const answer = { packed: packBars(bars.bars), origin: bars.origin };
    if (failure === null) this.#missing.recordOlderDaysRequested(symbol, answer.packed);
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
function hasMissingSessions(bars: StoredBars["bars"]): boolean {
  return listMissingSessions(Int32Array.from(bars, ({ date }) => toDayNumber(date)).reverse()).length > 0;
}

/** Returns whether the newest bar was fetched before its day was final, and the day is final by now. */
function isNewestDayPartial({ bars: [newest], refreshedAt }: StoredBars, now: Date): boolean {
  return (
    newest !== undefined && newest.date > findLatestFinalDay(refreshedAt) && newest.date <= findLatestFinalDay(now)
  );
}
