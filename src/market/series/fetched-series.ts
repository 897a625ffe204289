/** A symbol's daily bars: the stored ones while they are fresh, else with what the providers have joined to them. */

import type { IsoDate } from "../../domain/dates.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import { SourceError } from "../../errors.ts";
import { nextTurn } from "../../next-turn.ts";
import type { BarsOrigin, PackedBars, StoredBars } from "../../store/market.ts";
import { packBars } from "../../store/packed-bars.ts";
import type { DailyBars, MarketProvider, QuotedPrice } from "../market.ts";
import type { AnsweredFrom } from "../meters.ts";
import type { ChainLimits, Failure, ProviderChain } from "../providers/provider-chain.ts";
import type { Subject } from "../providers/provider-client.ts";
import type { Purpose } from "../providers/rate-budget.ts";
import { unlessFailed } from "../providers/request.ts";
import { successorIfFormer } from "../symbols.ts";
import { barsAreFresh, latestFinalDay } from "../trading-day.ts";
import { createSingleFlight, type OneByOne } from "../waiting.ts";
import { EARLIEST_DAY, hasDaysBefore, MissingDays } from "./missing-days.ts";
import type { SeriesKeeper } from "./series-keeper.ts";
import { STORE_RETRY_SECONDS, type StoreReading, unpacked } from "./stored-prices.ts";

interface Series {
  readonly kind: "series";
  readonly packed: Uint8Array;
  readonly origin: BarsOrigin;
  /** No provider could be asked for newer days. */
  readonly stale: boolean;
  readonly fetched: boolean;
  /** The failure of the part that could not be fetched. */
  readonly failure: Failure | null;
  /** No provider has the latest day of trading that is over, or the whole of it. */
  readonly isBehind: boolean;
}

type SeriesOutcome = Series | Failure;

interface FetchOptions {
  readonly chain: ProviderChain;
  readonly keeper: SeriesKeeper;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly firstsOneByOne: OneByOne;
  /** Takes the quote that a provider was asked for to confirm its bars. */
  readonly quoted: (symbol: CanonicalSymbol, quote: Quote, bars: StoredBars) => Promise<void>;
}

/** What the providers are asked for, one after the other, until it is enough. */
interface SeriesRequest {
  readonly subject: Subject;
  readonly purpose: Purpose;
  readonly since?: IsoDate;
  /** Limits of the first question. */
  readonly limits: ChainLimits;
  isEnough(bars: StoredBars, by: MarketProvider | undefined): boolean;
}

/** The longest time in milliseconds that an answer waits for a day that it lacks. */
const COMPLETING_MS = 5_000;

export class FetchedSeries {
  readonly #options: FetchOptions;
  readonly #missing: MissingDays;
  readonly #flight = createSingleFlight<SeriesOutcome>();

  constructor(options: FetchOptions) {
    this.#options = options;
    this.#missing = new MissingDays(options.clock, options.elapsedMs);
  }

  /**
   * Fresh bars, else the chain's, else the stored ones. What is fetched ahead has a share of the budget of its own, and a
   * caller must not be told that it is spent: the two never share a question.
   */
  of(symbol: CanonicalSymbol, purpose: Purpose): Promise<SeriesOutcome> {
    return this.#flight(purpose === "warming" ? `ahead ${symbol}` : symbol, async () => {
      const stored = await this.#options.keeper.packed(symbol);
      if (stored.value !== undefined) return this.#freshOrFetched(symbol, purpose, stored);
      return this.#options.firstsOneByOne(symbol, async (waitedMs) =>
        this.#freshOrFetched(symbol, purpose, await this.#options.keeper.packed(symbol), waitedMs),
      );
    });
  }

  /**
   * The same, with the days from a day on where a provider has them; stale where they could not be asked for.
   * @param from that day, given the packed bars; null wants no older ones.
   */
  async reaching(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    from: (packed: Uint8Array) => IsoDate | null,
  ): Promise<SeriesOutcome> {
    const found = await this.of(symbol, purpose);
    if (found.kind !== "series") return found;
    const first = from(found.packed);
    if (first === null || !this.#missing.areOlderWanted(symbol, found.packed, first)) return found;
    return this.#flight(`back ${symbol}`, () => this.#reachBack(symbol, found));
  }

  /**
   * Joins every day since the earliest that the providers have, ahead of callers; also of a symbol without anything stored.
   * @returns the provider that answered last.
   */
  async everyDay(symbol: CanonicalSymbol): Promise<MarketProvider | Failure> {
    const stored = await this.#options.keeper.read(symbol);
    if (!stored.isSure) return storeIsAway();
    const { by, failure } = await this.#gather(symbol, stored.value, {
      subject: "older bars",
      purpose: "warming",
      since: EARLIEST_DAY,
      limits: {},
      isEnough: (_, last) => last?.hasEveryDay === true,
    });
    return failure ?? by ?? storeIsAway();
  }

  /** A question for bars, the answer to which is joined to the stored ones. */
  #questionFor(symbol: CanonicalSymbol, since?: IsoDate) {
    return (provider: MarketProvider) => {
      const { dailyBars } = provider;
      if (dailyBars === undefined) return undefined;
      return async (_: CanonicalSymbol, signal: AbortSignal, isLate: () => boolean) => {
        const offered = await dailyBars(symbol, signal, since);
        const newest = offered?.bars[0];
        // Reading, joining and packing thousands of days each take some milliseconds.
        await nextTurn();
        if (offered === null || newest === undefined || successorIfFormer(symbol, newest.date) !== null) return null;
        // Another provider's days may have been joined to the stored ones by now.
        if (isLate()) {
          throw new SourceError("late", `${provider.id} told its bars of ${symbol} after another was asked.`);
        }
        let asked: ReturnType<typeof ownQuote> | undefined;
        const quote = () => {
          asked ??= ownQuote(provider, symbol, offered, signal);
          return asked;
        };
        const offer = { bars: offered, source: provider, asOf: this.#options.clock(), quote };
        // What another question has stored meanwhile must not be lost.
        const stored = await this.#options.keeper.read(symbol);
        await nextTurn();
        const joined = await this.#options.keeper.join(symbol, stored, offer);
        const quoted = await asked;
        if (quoted && "symbol" in quoted) await this.#options.quoted(symbol, quoted, joined.bars);
        return joined;
      };
    };
  }

  /** Joins the answers of one provider after the other to the stored bars until they are enough, or no provider is left. */
  async #gather(symbol: CanonicalSymbol, stored: StoredBars | undefined, request: SeriesRequest) {
    const { subject, purpose, since, limits, isEnough } = request;
    let bars = stored;
    let by: MarketProvider | undefined;
    let isDoubtful = false;
    const question = this.#questionFor(symbol, since);
    while (bars === undefined || !isEnough(bars, by)) {
      const nextLimits = by === undefined ? limits : { after: by, deadlineMs: COMPLETING_MS };
      const next = await this.#options.chain.firstAnswer(subject, symbol, purpose, question, nextLimits);
      if (next.kind !== "answered") {
        const isEnd = by !== undefined && isNobody(next);
        return { bars, by, isDoubtful, failure: isEnd ? null : next };
      }
      by = next.by;
      bars = next.value.bars;
      isDoubtful ||= next.value.isDoubtful;
    }
    return { bars, by, isDoubtful, failure: null };
  }

  async #freshOrFetched(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    { value: stored, isSure }: StoreReading<PackedBars>,
    waitedMs = 0,
  ): Promise<SeriesOutcome> {
    const now = this.#options.clock;
    const unfetched = { fetched: false, failure: null, isBehind: false };
    if (stored !== undefined) {
      if (barsAreFresh(stored.refreshedAt, now())) return series(stored, { ...unfetched, stale: false });
      const behind = this.#missing.latestOf(symbol);
      if (behind !== undefined) return series(stored, { ...unfetched, ...behind, isBehind: true });
    }
    // When an unlisted security ended is not known before its days are.
    const since = stored === undefined && purpose === "unlisted" ? EARLIEST_DAY : undefined;
    const { bars, by, isDoubtful, failure } = await this.#gather(symbol, stored && unpacked(stored), {
      subject: "bars",
      ...(since && { since }),
      // A stored symbol is known.
      purpose: stored !== undefined && purpose === "unlisted" ? "caller" : purpose,
      limits: { waitsForBudget: stored === undefined && purpose === "caller", waitedMs },
      isEnough: ({ refreshedAt }) => barsAreFresh(refreshedAt, now()),
    });
    if (bars === undefined || (by === undefined && failure !== null)) {
      if (stored !== undefined) return series(stored, { ...unfetched, stale: true, failure });
      return isSure && failure !== null ? failure : storeIsAway();
    }
    const answer = { ...bars, packed: packBars(bars.bars) };
    if (since && by?.hasEveryDay) this.#missing.olderAsked(symbol, answer.packed);
    if (barsAreFresh(bars.refreshedAt, now())) {
      this.#missing.latestFound(symbol);
      return series(answer, { stale: false, fetched: true, failure: null, isBehind: false });
    }
    const stale = isDoubtful || failure?.kind === "unavailable" || isHalf(bars, now());
    this.#missing.latestMissed(symbol, stale);
    return series(answer, { stale, fetched: true, failure: null, isBehind: true });
  }

  /** Joins what the providers have from the earliest day on, up to the first that has every day there was. */
  async #reachBack(symbol: CanonicalSymbol, found: Series): Promise<SeriesOutcome> {
    const { value: stored } = await this.#options.keeper.read(symbol);
    if (stored === undefined) return { ...found, stale: true, failure: storeIsAway() };
    const gathered = await this.#gather(symbol, stored, {
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

export function answeredFrom({ stale, fetched }: Series): AnsweredFrom {
  if (stale) return "kept";
  return fetched ? "provider" : "store";
}

function series(
  { packed, origin }: Pick<Series, "packed" | "origin">,
  about: Omit<Series, "kind" | "packed" | "origin">,
): Series {
  return { kind: "series", packed, origin, ...about };
}

/** The newest stored day was fetched before it had ended, and has ended by now. */
function isHalf({ bars: [newest], refreshedAt }: StoredBars, now: Date): boolean {
  return newest !== undefined && newest.date > latestFinalDay(refreshedAt) && newest.date <= latestFinalDay(now);
}

/** True if no provider was left to ask. */
function isNobody(failure: Failure): boolean {
  return failure.kind === "unavailable" && failure.cause.code === "no_provider";
}

/** Nothing can be said of a symbol while the store, which may know it, does not answer. */
export function storeIsAway(): Failure {
  const cause = new SourceError("store", "The store of prices does not answer.");
  return { kind: "unavailable", retryAfterSeconds: STORE_RETRY_SECONDS, cause };
}

/** The answer's own quote, or one that is asked for where the provider gives it apart from the bars. */
async function ownQuote(
  provider: MarketProvider,
  symbol: CanonicalSymbol,
  { quoted }: DailyBars,
  signal: AbortSignal,
): Promise<Quote | QuotedPrice | null | undefined> {
  if (quoted !== undefined || !provider.quoteConfirmsBars) return quoted;
  return unlessFailed(Promise.resolve(provider.quote?.(symbol, signal) ?? null));
}
