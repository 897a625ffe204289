/** Daily bars: kept for ever, asked for when they are not fresh, and never mixed with those of another security. */

import { dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { newestDayOf, packBars } from "../store/packed-bars.ts";
import type { BarsOrigin, PackedBars, StoredBars } from "../store/store.ts";
import { createJoiner, type Joined, type Source } from "./joining.ts";
import { type KeptPrices, type Known, unpacked } from "./kept-prices.ts";
import { createLackingDays, isHalf } from "./latest-day.ts";
import type { DailyBars, MarketProvider } from "./market.ts";
import type { From } from "./meters.ts";
import { createOlderDays, EARLIEST_DAY, hasDaysBefore } from "./older-days.ts";
import type { ChainOutcome, Failure, ProviderChain } from "./provider-chain.ts";
import type { QuotedPrice } from "./quoted-price.ts";
import type { Purpose } from "./rate-budget.ts";
import { unlessFailed } from "./request.ts";
import { barsAreFresh } from "./session.ts";
import { createSingleFlight, createTurns } from "./single-flight.ts";
import { successorIfFormer } from "./symbol-succession.ts";

type SeriesOutcome =
  | {
      readonly kind: "series";
      readonly packed: Uint8Array;
      readonly origin: BarsOrigin;
      /** No provider could be asked for what is newer. */
      readonly stale: boolean;
      readonly fetched: boolean;
      /** The failure of the part that could not be fetched. */
      readonly failure: Failure | null;
      /** No provider has the latest day of trading that is over, or the whole of it. */
      readonly isBehind: boolean;
    }
  | Failure;

/** Longest time in milliseconds that an answer waits for a day that it lacks. */
const COMPLETING_MS = 5_000;
/** Longest time in milliseconds that a first question waits for the one about the same symbol that is under way. */
const FIRST_WAITS_MS = 10_000;
const STORE_RETRY_SECONDS = 5;

interface SeriesOptions {
  readonly chain: ProviderChain;
  readonly prices: KeptPrices;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
  /** Takes the quote that a provider was asked for to confirm a first answer. */
  readonly quoted: (symbol: CanonicalSymbol, quote: Quote, bars: StoredBars) => Promise<void>;
}

export class SeriesKeeper {
  readonly #chain: ProviderChain;
  readonly #prices: KeptPrices;
  readonly #clock: () => Date;
  readonly #flight = createSingleFlight<SeriesOutcome>();
  readonly #lacking;
  readonly #older;
  readonly #joiner;
  readonly #quoted: SeriesOptions["quoted"];
  /** First questions about a symbol, for its history or its quote. */
  readonly #firsts = createTurns(FIRST_WAITS_MS);
  /** Symbols whose kept bars have gone on under another one. */
  readonly #handedOver = new Set<CanonicalSymbol>();

  constructor({ chain, prices, clock, elapsedMs, log, quoted }: SeriesOptions) {
    this.#chain = chain;
    this.#prices = prices;
    this.#clock = clock;
    this.#lacking = createLackingDays(clock, elapsedMs);
    this.#older = createOlderDays(elapsedMs);
    this.#joiner = createJoiner(prices, log, clock);
    this.#quoted = quoted;
  }

  /** Kept bars of the security that has the symbol now. */
  async kept(symbol: CanonicalSymbol): Promise<StoredBars | undefined> {
    const value = await this.packed(symbol);
    return value && unpacked(value);
  }

  /** The same, packed. */
  async packed(symbol: CanonicalSymbol): Promise<PackedBars | undefined> {
    return (await this.#keptPacked(symbol)).value;
  }

  /**
   * Fresh bars, else the chain's, else the kept ones. What is fetched ahead has a share of the budget of its own, and a caller must not
   * be answered that it is spent: the two never share a question.
   */
  of(symbol: CanonicalSymbol, purpose: Purpose): Promise<SeriesOutcome> {
    return this.#flight(purpose === "warming" ? `ahead ${symbol}` : symbol, async () => {
      const known = await this.#keptPacked(symbol);
      if (known.value !== undefined) return this.#fetchOr(symbol, purpose, known);
      return this.inTurn(symbol, async (waitedMs) =>
        this.#fetchOr(symbol, purpose, await this.#keptPacked(symbol), waitedMs),
      );
    });
  }

  /** Asks a first question about a symbol after the one that is under way, whose answer may be of use to both. */
  inTurn<T>(symbol: CanonicalSymbol, question: (waitedMs: number) => Promise<T>): Promise<T> {
    return this.#firsts(symbol, question);
  }

  /** The same, with the days from `from` on where a provider has them; stale where they could not be asked for. */
  async reaching(symbol: CanonicalSymbol, purpose: Purpose, from: IsoDate): Promise<SeriesOutcome> {
    const found = await this.of(symbol, purpose);
    if (found.kind !== "series" || !this.#older.areWanted(symbol, found.packed, from)) return found;
    return this.#flight(`back ${symbol}`, () => this.#reachBack(symbol, found));
  }

  /** Joins an answer to what is kept, and throws as a Joiner does. @param asOf when it was true. */
  async take(
    symbol: CanonicalSymbol,
    bars: DailyBars,
    source: Source,
    asOf: Date = this.#clock(),
  ): Promise<StoredBars> {
    const { value, isSure } = await this.#keptPacked(symbol);
    const beside = async () => bars.quoted;
    return this.#joiner.join(symbol, value && unpacked(value), { bars, source, asOf, isSure, beside });
  }

  async #keptPacked(symbol: CanonicalSymbol): Promise<Known<PackedBars>> {
    const known = await this.#prices.bars(symbol);
    const stored = known.value;
    const newest = stored === undefined ? null : newestDayOf(stored.packed);
    const successor = newest === null ? null : successorIfFormer(symbol, dayText(newest));
    if (stored === undefined || successor === null) return known;
    if (!this.#handedOver.has(symbol)) await this.#joiner.handOver(symbol, unpacked(stored), successor);
    if (known.isSure) this.#handedOver.add(symbol);
    return { value: undefined, isSure: known.isSure };
  }

  #questionFor(symbol: CanonicalSymbol, stored: StoredBars | undefined, isSure: boolean, since?: IsoDate) {
    return (provider: MarketProvider) => {
      const { dailyBars } = provider;
      if (dailyBars === undefined) return undefined;
      return async (_: CanonicalSymbol, signal: AbortSignal, isLate: () => boolean): Promise<Joined | null> => {
        const offered = await dailyBars(symbol, signal, since);
        const newest = offered?.bars[0];
        if (offered === null || newest === undefined || successorIfFormer(symbol, newest.date) !== null) return null;
        // Another provider's days may have been joined to the stored ones by now.
        if (isLate())
          throw new SourceError("late", `${provider.id} told its bars of ${symbol} after another was asked.`);
        let quoted: ReturnType<typeof quotedBeside> | undefined;
        const beside = () => {
          quoted ??= quotedBeside(provider, symbol, offered, signal);
          return quoted;
        };
        const offer = { bars: offered, source: provider, asOf: this.#clock(), isSure, beside };
        const joined = await this.#joiner.join(symbol, stored, offer);
        const quote = await quoted;
        if (quote && "symbol" in quote) await this.#quoted(symbol, quote, joined);
        return joined;
      };
    };
  }

  /** The first provider's bars, joined with those of the next ones until somebody has the latest day of trading. */
  async #ask(symbol: CanonicalSymbol, { value, isSure }: Known<PackedBars>, asking: Purpose, waitedMs: number) {
    // A stored symbol is known.
    const purpose = value !== undefined && asking === "unlisted" ? "caller" : asking;
    const question = this.#questionFor(symbol, value && unpacked(value), isSure);
    const mayWait = value === undefined && purpose === "caller";
    const first = await this.#chain.ask("bars", symbol, purpose, question, { mayWait, waitedMs });
    if (first.kind !== "answered") return { bars: null, isDoubtful: false, failure: first };
    let { value: bars, by } = first;
    let isDoubtful = bars.isDoubtful;
    while (!barsAreFresh(bars.refreshedAt, this.#clock())) {
      const limits = { after: by, deadlineMs: COMPLETING_MS };
      const more = this.#questionFor(symbol, bars, isSure);
      const next: ChainOutcome<Joined> = await this.#chain.ask("bars", symbol, purpose, more, limits);
      if (next.kind !== "answered") return { bars, isDoubtful, failure: isNobody(next) ? null : next };
      ({ value: bars, by } = next);
      isDoubtful ||= bars.isDoubtful;
    }
    return { bars, isDoubtful, failure: null };
  }

  async #fetchOr(
    symbol: CanonicalSymbol,
    purpose: Purpose,
    known: Known<PackedBars>,
    waitedMs = 0,
  ): Promise<SeriesOutcome> {
    const stored = known.value;
    if (stored !== undefined && barsAreFresh(stored.refreshedAt, this.#clock())) {
      return series(stored, { stale: false, fetched: false, failure: null, isBehind: false });
    }
    const behind = stored && this.#lacking.of(symbol);
    if (stored !== undefined && behind !== undefined) {
      return series(stored, { ...behind, fetched: false, failure: null, isBehind: true });
    }
    const { bars, isDoubtful, failure } = await this.#ask(symbol, known, purpose, waitedMs);
    if (bars === null) {
      if (stored === undefined) return known.isSure ? failure : storeIsAway();
      return series(stored, { stale: true, fetched: false, failure, isBehind: false });
    }
    const answer = { ...bars, packed: packBars(bars.bars) };
    if (barsAreFresh(bars.refreshedAt, this.#clock())) {
      this.#lacking.found(symbol);
      return series(answer, { stale: false, fetched: true, failure: null, isBehind: false });
    }
    const stale = isDoubtful || failure?.kind === "unavailable" || isHalf(bars, this.#clock());
    this.#lacking.missed(symbol, stale);
    return series(answer, { stale, fetched: true, failure: null, isBehind: true });
  }

  /** Joins what the providers have from the earliest day on, up to the first that has every day there was. */
  async #reachBack(symbol: CanonicalSymbol, found: Series): Promise<SeriesOutcome> {
    const { value, isSure } = await this.#keptPacked(symbol);
    if (value === undefined) return { ...found, stale: true, failure: storeIsAway() };
    let bars = unpacked(value);
    let by: MarketProvider | undefined;
    let failure: Failure | null = null;
    while (by?.hasEveryDay !== true && hasDaysBefore(bars.bars.at(-1)?.date ?? EARLIEST_DAY, EARLIEST_DAY)) {
      const question = this.#questionFor(symbol, bars, isSure, EARLIEST_DAY);
      const limits = { ...(by && { after: by }), ...((by || found.fetched) && { deadlineMs: COMPLETING_MS }) };
      const next: ChainOutcome<StoredBars> = await this.#chain.ask("older bars", symbol, "caller", question, limits);
      if (next.kind !== "answered") {
        failure = next.kind === "unavailable" && !isNobody(next) ? next : null;
        break;
      }
      ({ value: bars, by } = next);
    }
    const answer = { packed: packBars(bars.bars), origin: bars.origin };
    if (failure === null) this.#older.asked(symbol, answer.packed);
    return {
      ...found,
      ...answer,
      fetched: found.fetched || by !== undefined,
      stale: found.stale || failure !== null,
      failure: failure ?? found.failure,
    };
  }
}

export function fromOf({ stale, fetched }: Extract<SeriesOutcome, { kind: "series" }>): From {
  if (stale) return "kept";
  return fetched ? "provider" : "store";
}

type Series = Extract<SeriesOutcome, { kind: "series" }>;

type Kept = Pick<PackedBars, "packed" | "origin">;

function series({ packed, origin }: Kept, how: Omit<Series, "kind" | keyof Kept>): Series {
  return { kind: "series", packed, origin, ...how };
}

/** Tells whether no provider was left to ask. */
function isNobody(failure: Failure): boolean {
  return failure.kind === "unavailable" && failure.cause.code === "no_provider";
}

/** Nothing can be said of a symbol while the store, which may know it, does not answer. */
export function storeIsAway(): Failure {
  const cause = new SourceError("store", "The store of prices does not answer.");
  return { kind: "unavailable", retryAfterSeconds: STORE_RETRY_SECONDS, cause };
}

/** The answer's own quote, or one that is asked for where the provider tells it apart from the bars. */
async function quotedBeside(
  provider: MarketProvider,
  symbol: CanonicalSymbol,
  { quoted }: DailyBars,
  signal: AbortSignal,
): Promise<Quote | QuotedPrice | null | undefined> {
  if (quoted !== undefined || !provider.quoteConfirmsBars) return quoted;
  return unlessFailed(Promise.resolve(provider.quote?.(symbol, signal) ?? null));
}
