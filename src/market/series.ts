/** Daily bars: kept for ever, asked for when they are not fresh, and never mixed with those of another security. */

import { dayText } from "../domain/bar-columns.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { newestDayOf, packBars, unpackBars } from "../store/packed-bars.ts";
import type { MarketTable, PackedBars, StoredBars } from "../store/store.ts";
import { formerBearer, mayBeSameIssuer } from "./bearer.ts";
import type { Purpose } from "./call-budget.ts";
import type { DailyBars, MarketProvider } from "./market.ts";
import { type Merge, mergeBars } from "./merge-bars.ts";
import type { From } from "./meters.ts";
import type { Failure, ProviderChain } from "./provider-chain.ts";
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

interface SeriesOptions {
  readonly chain: ProviderChain;
  readonly store: MarketTable;
  readonly clock: () => Date;
  readonly log: Logger;
}

export function createSeriesKeeper({ chain, store, clock, log }: SeriesOptions): SeriesKeeper {
  const flight = createSingleFlight<SeriesOutcome>();

  async function keptPacked(symbol: CanonicalSymbol): Promise<PackedBars | undefined> {
    const stored = await store.readPackedBars(symbol);
    const newest = stored === undefined ? null : newestDayOf(stored.packed);
    const heir = newest === null ? null : formerBearer(symbol, dayText(newest));
    if (stored === undefined || heir === null) return stored;
    await handOver(symbol, unpacked(stored), heir);
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
    const refreshedAt = stored !== undefined && stored.refreshedAt > asOf ? stored.refreshedAt : asOf;
    const merge = mergeBars(stored ?? { bars: [], refreshedAt }, { ...offered, splitPolicy: provider.splitPolicy });
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
    const taken: StoredBars = {
      bars: merge.kind === "merged" ? merge.bars : offered.bars,
      refreshedAt,
      companyName: offered.companyName ?? (merge.kind === "merged" ? (stored?.companyName ?? null) : null),
    };
    await write(symbol, taken);
    return taken;
  }

  async function fetchOr(symbol: CanonicalSymbol, purpose: Purpose): Promise<SeriesOutcome> {
    const stored = await keptPacked(symbol);
    if (stored !== undefined && barsAreFresh(stored.refreshedAt, clock())) {
      return { kind: "series", packed: stored.packed, stale: false, fetched: false, failure: null };
    }
    // What is kept has been heard of.
    const asked = stored !== undefined && purpose === "unheard" ? "caller" : purpose;
    const outcome = await chain.ask("bars", symbol, asked, (provider) => {
      const { dailyBars } = provider;
      if (dailyBars === undefined) return undefined;
      return async (_, signal) => {
        const offered = await dailyBars(symbol, signal);
        const newest = offered?.bars[0];
        if (offered === null || newest === undefined || formerBearer(symbol, newest.date) !== null) return null;
        return join(symbol, stored && unpacked(stored), offered, provider, clock());
      };
    });
    if (outcome.kind === "answered") {
      const packed = packBars(outcome.value.bars);
      return { kind: "series", packed, stale: false, fetched: true, failure: null };
    }
    if (stored === undefined) return outcome;
    return { kind: "series", packed: stored.packed, stale: true, fetched: false, failure: outcome };
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

function unpacked({ packed, ...rest }: PackedBars): StoredBars {
  return { ...rest, bars: unpackBars(packed) };
}

/** A symbol used again without a rename that is known: another issuer's name, or days that begin long after the kept ones. */
function isAnotherSecurity(
  merge: Exclude<Merge, { kind: "merged" }>,
  stored: StoredBars,
  offered: DailyBars,
  { splitPolicy }: Pick<MarketProvider, "splitPolicy">,
): boolean {
  if (splitPolicy === "unverified") return false;
  if (!mayBeSameIssuer(stored.companyName, offered.companyName)) return true;
  const [newest, oldest] = [stored.bars[0], offered.bars.at(-1)];
  return merge.kind === "apart" && newest !== undefined && oldest !== undefined && oldest.date > newest.date;
}
