/** Daily bars: kept for ever, asked for when they are not fresh, and never mixed with those of another security. */

import { dayText } from "../domain/bar-columns.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { newestDayOf, packBars, unpackBars } from "../store/packed-bars.ts";
import type { MarketTable, PackedBars, StoredBars } from "../store/store.ts";
import { formerBearer } from "./bearer.ts";
import type { Beside } from "./beside-quote.ts";
import type { Purpose } from "./call-budget.ts";
import { createJoiner, type Source } from "./joining.ts";
import { createLackingDays, isHalf } from "./latest-day.ts";
import type { DailyBars, MarketProvider } from "./market.ts";
import type { From } from "./meters.ts";
import type { ChainOutcome, Failure, ProviderChain } from "./provider-chain.ts";
import { barsAreFresh } from "./session.ts";
import { createSingleFlight } from "./single-flight.ts";

export type SeriesOutcome =
  | {
      readonly kind: "series";
      readonly packed: Uint8Array;
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
  /** Joins an answer to what is kept, and throws as a Joiner does; `asOf`: when it was true, now unless told. */
  take(symbol: CanonicalSymbol, offered: DailyBars, source: Source, asOf?: Date): Promise<StoredBars>;
}

/** How long an answer is held up for a day that it lacks. */
const COMPLETING_MS = 5_000;

interface SeriesOptions {
  readonly chain: ProviderChain;
  readonly store: MarketTable;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
}

export function createSeriesKeeper({ chain, store, clock, elapsedMs, log }: SeriesOptions): SeriesKeeper {
  const flight = createSingleFlight<SeriesOutcome>();
  const lacking = createLackingDays(clock, elapsedMs);
  const joiner = createJoiner(store, log, clock);
  /** Symbols whose kept bars have gone on under another one. */
  const handedOver = new Set<CanonicalSymbol>();

  async function keptPacked(symbol: CanonicalSymbol): Promise<PackedBars | undefined> {
    const stored = await store.readPackedBars(symbol);
    const newest = stored === undefined ? null : newestDayOf(stored.packed);
    const heir = newest === null ? null : formerBearer(symbol, dayText(newest));
    if (stored === undefined || heir === null) return stored;
    if (!handedOver.has(symbol)) await joiner.handOver(symbol, unpacked(stored), heir);
    handedOver.add(symbol);
    return undefined;
  }

  async function kept(symbol: CanonicalSymbol): Promise<StoredBars | undefined> {
    const stored = await keptPacked(symbol);
    return stored && unpacked(stored);
  }

  function questionFor(symbol: CanonicalSymbol, stored: StoredBars | undefined) {
    return (provider: MarketProvider) => {
      const { dailyBars } = provider;
      if (dailyBars === undefined) return undefined;
      return async (_: CanonicalSymbol, signal: AbortSignal): Promise<StoredBars | null> => {
        const offered = await dailyBars(symbol, signal);
        const newest = offered?.bars[0];
        if (offered === null || newest === undefined || formerBearer(symbol, newest.date) !== null) return null;
        const beside = () => quotedBeside(provider, symbol, offered, signal);
        return joiner.join(symbol, stored, { bars: offered, source: provider, asOf: clock(), beside });
      };
    };
  }

  /** Of the first provider that has the latest day of trading, joined with what those before it have. */
  async function asked(symbol: CanonicalSymbol, stored: StoredBars | undefined, purpose: Purpose) {
    const first = await chain.ask("bars", symbol, purpose, questionFor(symbol, stored));
    if (first.kind !== "answered") return { bars: null, failure: first };
    let { value: bars, by } = first;
    while (!barsAreFresh(bars.refreshedAt, clock())) {
      const next: ChainOutcome<StoredBars> = await chain.ask("bars", symbol, purpose, questionFor(symbol, bars), {
        after: by,
        deadlineMs: COMPLETING_MS,
      });
      if (next.kind !== "answered") return { bars, failure: isNobody(next) ? null : next };
      ({ value: bars, by } = next);
    }
    return { bars, failure: null };
  }

  async function fetchOr(symbol: CanonicalSymbol, purpose: Purpose): Promise<SeriesOutcome> {
    const stored = await keptPacked(symbol);
    if (stored !== undefined && barsAreFresh(stored.refreshedAt, clock())) {
      return series(stored, { stale: false, fetched: false, failure: null, isBehind: false });
    }
    const known = stored && lacking.of(symbol);
    if (stored !== undefined && known !== undefined) {
      return series(stored, { ...known, fetched: false, failure: null, isBehind: true });
    }
    // What is kept has been heard of.
    const { bars, failure } = await asked(
      symbol,
      stored && unpacked(stored),
      stored !== undefined && purpose === "unheard" ? "caller" : purpose,
    );
    if (bars === null) {
      if (stored === undefined) return failure;
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

  return {
    kept,
    // What is fetched ahead has a share of the budget of its own, and a caller must not be told that it is spent.
    of: (symbol, purpose) => flight(purpose === "warming" ? `ahead ${symbol}` : symbol, () => fetchOr(symbol, purpose)),
    take: async (symbol, bars, source, asOf = clock()) =>
      joiner.join(symbol, await kept(symbol), { bars, source, asOf, beside: async () => bars.quoted }),
  };
}

export function fromOf({ stale, fetched }: Extract<SeriesOutcome, { kind: "series" }>): From {
  if (stale) return "kept";
  return fetched ? "provider" : "store";
}

type Series = Extract<SeriesOutcome, { kind: "series" }>;

function series({ packed }: Pick<PackedBars, "packed">, how: Omit<Series, "kind" | "packed">): Series {
  return { kind: "series", packed, ...how };
}

/** Whether no provider was left to ask. */
function isNobody(failure: Failure): boolean {
  return failure.kind === "unavailable" && failure.cause.code === "no_provider";
}

function unpacked({ packed, ...rest }: PackedBars): StoredBars {
  return { ...rest, bars: unpackBars(packed) };
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
