/** Daily bars: kept for ever, asked for when they are not fresh, and never mixed with those of another security. */

import { dayText } from "../domain/bar-columns.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { newestDayOf, packBars, unpackBars } from "../store/packed-bars.ts";
import type { MarketTable, PackedBars, StoredBars } from "../store/store.ts";
import { formerBearer, mayBeSameIssuer } from "./bearer.ts";
import type { Purpose } from "./call-budget.ts";
import { createLackingDays, isHalf, wholeUntil } from "./latest-day.ts";
import type { DailyBars, MarketProvider } from "./market.ts";
import { type Merge, mergeBars } from "./merge-bars.ts";
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
  /** Joins an answer to what is kept; `asOf`: when it was true, now unless told. @throws {SourceError} `bad_answer` when they cannot be one series. */
  take(
    symbol: CanonicalSymbol,
    offered: DailyBars,
    provider: Pick<MarketProvider, "id" | "splitPolicy">,
    asOf?: Date,
  ): Promise<StoredBars>;
}

const NOTHING = { bars: [], refreshedAt: new Date(0) };
/** How long an answer is held up for a day that it lacks. */
const COMPLETING_MS = 5_000;

interface SeriesOptions {
  readonly chain: ProviderChain;
  readonly store: MarketTable;
  readonly clock: () => Date;
  readonly log: Logger;
}

export function createSeriesKeeper({ chain, store, clock, log }: SeriesOptions): SeriesKeeper {
  const flight = createSingleFlight<SeriesOutcome>();
  const lacking = createLackingDays(clock);
  /** Symbols whose kept bars have gone on under another one. */
  const handedOver = new Set<CanonicalSymbol>();

  async function keptPacked(symbol: CanonicalSymbol): Promise<PackedBars | undefined> {
    const stored = await store.readPackedBars(symbol);
    const newest = stored === undefined ? null : newestDayOf(stored.packed);
    const heir = newest === null ? null : formerBearer(symbol, dayText(newest));
    if (stored === undefined || heir === null) return stored;
    if (!handedOver.has(symbol)) await handOver(symbol, unpacked(stored), heir);
    handedOver.add(symbol);
    return undefined;
  }

  async function kept(symbol: CanonicalSymbol): Promise<StoredBars | undefined> {
    const stored = await keptPacked(symbol);
    return stored && unpacked(stored);
  }

  /** Bars of the security that had the symbol before go on under what it is called today. */
  async function handOver(symbol: CanonicalSymbol, former: StoredBars, heir: CanonicalSymbol): Promise<void> {
    const own = await store.readBars(heir);
    if (own === undefined) return write(heir, former);
    const both = mergeBars(own, { bars: former.bars, splits: [], splitPolicy: "adjusted" });
    if (both.kind === "merged" && both.bars.length > own.bars.length) return write(heir, { ...own, bars: both.bars });
    if (both.kind !== "merged") await setAside(symbol, former);
  }

  /** Under a name that no request has; nothing that was kept is lost. */
  async function setAside(symbol: CanonicalSymbol, stored: StoredBars): Promise<void> {
    const newest = stored.bars[0]?.date;
    if (newest !== undefined) await write(`${symbol}@${newest}` as CanonicalSymbol, stored);
  }

  /** A price that could not be kept is still a price. */
  async function write(symbol: CanonicalSymbol, stored: StoredBars): Promise<void> {
    try {
      await store.writeBars(symbol, stored);
    } catch (error) {
      log.error({ symbol, err: error }, "Prices could not be kept");
    }
  }

  async function join(
    symbol: CanonicalSymbol,
    stored: StoredBars | undefined,
    offered: DailyBars,
    provider: Pick<MarketProvider, "id" | "splitPolicy">,
    asOf: Date,
  ): Promise<StoredBars> {
    const before = stored ?? { bars: [], refreshedAt: asOf };
    const merge = mergeBars(before, { ...offered, splitPolicy: provider.splitPolicy });
    if (merge.kind !== "merged") {
      if (stored === undefined || !isAnotherSecurity(merge, stored, offered, provider)) {
        throw new SourceError(
          "bad_answer",
          `${provider.id}'s bars of ${symbol} do not join those that are kept: ${merge.reason}.`,
        );
      }
      log.warn({ symbol, reason: merge.reason }, "Another security has this symbol now; the former bars are set aside");
      await setAside(symbol, stored);
    }
    const bars = merge.kind === "merged" ? merge.bars : offered.bars;
    const taken: StoredBars = {
      bars,
      refreshedAt: wholeUntil(bars, merge.kind === "merged" ? before : NOTHING, offered.bars, asOf),
      companyName: offered.companyName ?? (merge.kind === "merged" ? (stored?.companyName ?? null) : null),
    };
    await write(symbol, taken);
    return taken;
  }

  function questionFor(symbol: CanonicalSymbol, stored: StoredBars | undefined) {
    return (provider: MarketProvider) => {
      const { dailyBars } = provider;
      if (dailyBars === undefined) return undefined;
      return async (_: CanonicalSymbol, signal: AbortSignal): Promise<StoredBars | null> => {
        const offered = await dailyBars(symbol, signal);
        const newest = offered?.bars[0];
        if (offered === null || newest === undefined || formerBearer(symbol, newest.date) !== null) return null;
        return join(symbol, stored, offered, provider, clock());
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
    take: async (symbol, offered, provider, asOf = clock()) =>
      join(symbol, await kept(symbol), offered, provider, asOf),
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

/** A symbol used again without a rename that is known: another issuer's name, or days that begin long after the kept ones. */
function isAnotherSecurity(
  merge: Exclude<Merge, { kind: "merged" }>,
  stored: StoredBars,
  offered: DailyBars,
  { id, splitPolicy }: Pick<MarketProvider, "id" | "splitPolicy">,
): boolean {
  if (splitPolicy === "unverified" || id === "file") return false;
  if (!mayBeSameIssuer(stored.companyName, offered.companyName)) return true;
  const [newest, oldest] = [stored.bars[0], offered.bars.at(-1)];
  return merge.kind === "apart" && newest !== undefined && oldest !== undefined && oldest.date > newest.date;
}
