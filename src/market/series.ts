/** Daily bars: kept for ever, asked for when they are not fresh, and never mixed with those of another security. */

import { dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { newestDayOf, packBars } from "../store/packed-bars.ts";
import type { BarsOrigin, PackedBars, StoredBars } from "../store/store.ts";
import { formerBearer } from "./bearer.ts";
import type { Beside } from "./beside-quote.ts";
import type { Purpose } from "./call-budget.ts";
import { createJoiner, type Source } from "./joining.ts";
import { type KeptPrices, type Known, unpacked } from "./kept-prices.ts";
import { createLackingDays, isHalf } from "./latest-day.ts";
import type { DailyBars, MarketProvider } from "./market.ts";
import type { From } from "./meters.ts";
import { createOlderDays, EARLIEST_DAY, hasDaysBefore } from "./older-days.ts";
import type { ChainOutcome, Failure, ProviderChain } from "./provider-chain.ts";
import { barsAreFresh } from "./session.ts";
import { createSingleFlight } from "./single-flight.ts";

export type SeriesOutcome =
  | {
      readonly kind: "series";
      readonly packed: Uint8Array;
      readonly origin: BarsOrigin;
      /** No provider could be asked for what is newer. */
      readonly stale: boolean;
      readonly fetched: boolean;
      /** Of what could not be fetched. */
      readonly failure: Failure | null;
      /** No provider has the latest day of trading that is over, or the whole of it. */
      readonly isBehind: boolean;
    }
  | Failure;

export interface SeriesKeeper {
  /** Kept bars of the security that has the symbol now. */
  kept(symbol: CanonicalSymbol): Promise<StoredBars | undefined>;
  /** Fresh bars, else the chain's, else the kept ones. */
  of(symbol: CanonicalSymbol, purpose: Purpose): Promise<SeriesOutcome>;
  /** The same, with the days from `from` on where a provider has them; stale where they could not be asked for. */
  reaching(symbol: CanonicalSymbol, purpose: Purpose, from: IsoDate): Promise<SeriesOutcome>;
  /** Joins an answer to what is kept, and throws as a Joiner does; `asOf`: when it was true, now unless told. */
  take(symbol: CanonicalSymbol, offered: DailyBars, source: Source, asOf?: Date): Promise<StoredBars>;
}

/** How long an answer is held up for a day that it lacks. */
const COMPLETING_MS = 5_000;
const STORE_RETRY_SECONDS = 5;

interface SeriesOptions {
  readonly chain: ProviderChain;
  readonly prices: KeptPrices;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
}

export function createSeriesKeeper({ chain, prices, clock, elapsedMs, log }: SeriesOptions): SeriesKeeper {
  const flight = createSingleFlight<SeriesOutcome>();
  const lacking = createLackingDays(clock, elapsedMs);
  const older = createOlderDays(elapsedMs);
  const joiner = createJoiner(prices, log, clock);
  /** Symbols whose kept bars have gone on under another one. */
  const handedOver = new Set<CanonicalSymbol>();

  async function keptPacked(symbol: CanonicalSymbol): Promise<Known<PackedBars>> {
    const known = await prices.bars(symbol);
    const stored = known.value;
    const newest = stored === undefined ? null : newestDayOf(stored.packed);
    const heir = newest === null ? null : formerBearer(symbol, dayText(newest));
    if (stored === undefined || heir === null) return known;
    if (!handedOver.has(symbol)) await joiner.handOver(symbol, unpacked(stored), heir);
    if (known.isSure) handedOver.add(symbol);
    return { value: undefined, isSure: known.isSure };
  }

  async function kept(symbol: CanonicalSymbol): Promise<StoredBars | undefined> {
    const { value } = await keptPacked(symbol);
    return value && unpacked(value);
  }

  function questionFor(symbol: CanonicalSymbol, stored: StoredBars | undefined, isSure: boolean, since?: IsoDate) {
    return (provider: MarketProvider) => {
      const { dailyBars } = provider;
      if (dailyBars === undefined) return undefined;
      return async (_: CanonicalSymbol, signal: AbortSignal, isLate: () => boolean): Promise<StoredBars | null> => {
        const offered = await dailyBars(symbol, signal, since);
        const newest = offered?.bars[0];
        if (offered === null || newest === undefined || formerBearer(symbol, newest.date) !== null) return null;
        // By now another provider's days may have been joined to what is kept.
        if (isLate())
          throw new SourceError("late", `${provider.id} told its bars of ${symbol} after another was asked.`);
        const beside = () => quotedBeside(provider, symbol, offered, signal);
        return joiner.join(symbol, stored, { bars: offered, source: provider, asOf: clock(), isSure, beside });
      };
    };
  }

  /** Of the first provider that has the latest day of trading, joined with what those before it have. */
  async function asked(symbol: CanonicalSymbol, { value, isSure }: Known<PackedBars>, asking: Purpose) {
    // What is kept has been heard of.
    const purpose = value !== undefined && asking === "unheard" ? "caller" : asking;
    const first = await chain.ask("bars", symbol, purpose, questionFor(symbol, value && unpacked(value), isSure));
    if (first.kind !== "answered") return { bars: null, failure: first };
    let { value: bars, by } = first;
    while (!barsAreFresh(bars.refreshedAt, clock())) {
      const next: ChainOutcome<StoredBars> = await chain.ask(
        "bars",
        symbol,
        purpose,
        questionFor(symbol, bars, isSure),
        {
          after: by,
          deadlineMs: COMPLETING_MS,
        },
      );
      if (next.kind !== "answered") return { bars, failure: isNobody(next) ? null : next };
      ({ value: bars, by } = next);
    }
    return { bars, failure: null };
  }

  async function fetchOr(symbol: CanonicalSymbol, purpose: Purpose): Promise<SeriesOutcome> {
    const known = await keptPacked(symbol);
    const stored = known.value;
    if (stored !== undefined && barsAreFresh(stored.refreshedAt, clock())) {
      return series(stored, { stale: false, fetched: false, failure: null, isBehind: false });
    }
    const behind = stored && lacking.of(symbol);
    if (stored !== undefined && behind !== undefined) {
      return series(stored, { ...behind, fetched: false, failure: null, isBehind: true });
    }
    const { bars, failure } = await asked(symbol, known, purpose);
    if (bars === null) {
      if (stored === undefined) return known.isSure ? failure : storeIsAway();
      return series(stored, { stale: true, fetched: false, failure, isBehind: false });
    }
    const answer = { ...bars, packed: packBars(bars.bars) };
    if (barsAreFresh(bars.refreshedAt, clock())) {
      lacking.found(symbol);
      return series(answer, { stale: false, fetched: true, failure: null, isBehind: false });
    }
    const stale = failure?.kind === "unavailable" || isHalf(bars, clock());
    lacking.missed(symbol, stale);
    return series(answer, { stale, fetched: true, failure: null, isBehind: true });
  }

  /** Joins what the providers have from the earliest day on, up to the first that has every day there was. */
  async function reachBack(symbol: CanonicalSymbol, found: Series): Promise<SeriesOutcome> {
    const { value, isSure } = await keptPacked(symbol);
    if (value === undefined) return { ...found, stale: true, failure: storeIsAway() };
    let bars = unpacked(value);
    let by: MarketProvider | undefined;
    let failure: Failure | null = null;
    while (by?.hasEveryDay !== true && hasDaysBefore(bars.bars.at(-1)?.date ?? EARLIEST_DAY, EARLIEST_DAY)) {
      const question = questionFor(symbol, bars, isSure, EARLIEST_DAY);
      const limits = { ...(by && { after: by }), ...((by || found.fetched) && { deadlineMs: COMPLETING_MS }) };
      const next: ChainOutcome<StoredBars> = await chain.ask("older bars", symbol, "caller", question, limits);
      if (next.kind !== "answered") {
        failure = next.kind === "unavailable" && !isNobody(next) ? next : null;
        break;
      }
      ({ value: bars, by } = next);
    }
    const answer = { packed: packBars(bars.bars), origin: bars.origin };
    if (failure === null) older.asked(symbol, answer.packed);
    return {
      ...found,
      ...answer,
      fetched: found.fetched || by !== undefined,
      stale: found.stale || failure !== null,
      failure: failure ?? found.failure,
    };
  }

  // What is fetched ahead has a share of the budget of its own, and a caller must not be told that it is spent.
  const of = (symbol: CanonicalSymbol, purpose: Purpose) =>
    flight(purpose === "warming" ? `ahead ${symbol}` : symbol, () => fetchOr(symbol, purpose));

  return {
    kept,
    of,
    async reaching(symbol, purpose, from) {
      const found = await of(symbol, purpose);
      if (found.kind !== "series" || !older.areWanted(symbol, found.packed, from)) return found;
      return flight(`back ${symbol}`, () => reachBack(symbol, found));
    },
    async take(symbol, bars, source, asOf = clock()) {
      const { value, isSure } = await keptPacked(symbol);
      const beside = async () => bars.quoted;
      return joiner.join(symbol, value && unpacked(value), { bars, source, asOf, isSure, beside });
    },
  };
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

/** Whether no provider was left to ask. */
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
): Promise<Beside | null | undefined> {
  if (quoted !== undefined || !provider.quoteConfirmsBars) return quoted;
  try {
    return await (provider.quote?.(symbol, signal) ?? null);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
