/** An answer joined to what is kept: the two as one series, or why they are none, and what becomes of days that make way. */
import type { Bar } from "../domain/bar.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { BarsOrigin, StoredBars } from "../store/store.ts";
import { type KeptPrices, unpacked } from "./kept-prices.ts";
import { wholeUntil } from "./latest-day.ts";
import type { DailyBars, MarketProvider } from "./market.ts";
import { type Merge, mergeBars } from "./merge-bars.ts";
import { agreesWith, confirmsStep, hasSplitStep, type QuotedPrice } from "./quoted-price.ts";
import { endOf, isRunning, latestSettledDay, tradingDay, tradingDaysBetween } from "./session.ts";
import { workedIn } from "./splits.ts";
import { mayBeSameIssuer } from "./symbol-succession.ts";

/** The provider of a series of bars. */
export type Source = Pick<MarketProvider, "id" | "splitPolicy">;

interface Offer {
  readonly bars: DailyBars;
  readonly source: Source;
  /** The time at which they were true. */
  readonly asOf: Date;
  /** The store has answered which bars are stored; otherwise the joined series is not written. */
  readonly isSure: boolean;
  /** Asks the same provider for a quote: null when it could not be had now, undefined when there is no way to ask. */
  readonly beside: () => Promise<QuotedPrice | null | undefined>;
}

/** `isDoubtful`: the offered newest day was left out, since a split that nobody has told may lie before it. */
export type Joined = StoredBars & { readonly isDoubtful: boolean };

interface Joiner {
  /**
   * @throws {SourceError} `conflict` when they cannot be one series, which says nothing against the provider; `bad_answer`
   * for a first answer that the provider's own quote contradicts.
   */
  join(symbol: CanonicalSymbol, stored: StoredBars | undefined, offer: Offer): Promise<Joined>;
  /** Bars of the security that had the symbol before go on under what it is called today. */
  handOver(symbol: CanonicalSymbol, former: StoredBars, successor: CanonicalSymbol): Promise<void>;
}

/** A series that nothing has joined for so many days of trading makes way for an answer that its provider's quote confirms. */
const FROZEN_DAYS = 5;
const NOTHING = { bars: [], refreshedAt: new Date(0) };

export function createJoiner(kept: KeptPrices, log: Logger, clock: () => Date): Joiner {
  /** Moves stored bars to a name that no request has, so that nothing is lost. */
  async function setAside(symbol: CanonicalSymbol, stored: StoredBars, isSure: boolean): Promise<void> {
    const newest = stored.bars[0]?.date;
    if (newest !== undefined) await kept.keepBars(`${symbol}@${newest}` as CanonicalSymbol, stored, isSure);
  }

  /** Reason for which kept bars make way for an answer that does not join them; null where it does not. */
  async function reasonToReplace(stored: StoredBars, refusal: Refusal, offer: Offer): Promise<string | null> {
    const { source, bars } = offer;
    if (source.splitPolicy === "unverified" || source.id === "file") return null;
    if (isAnotherSecurity(refusal, stored, bars))
      return "Another security has this symbol now; the former bars are set aside";
    const frozenFor = tradingDaysBetween(tradingDay(stored.refreshedAt), latestSettledDay(clock()));
    if (frozenFor < FROZEN_DAYS || !(await isConfirmed(offer))) return null;
    return `Nothing has joined these bars for ${frozenFor} days of trading; they are set aside for what the provider has now`;
  }

  return {
    async join(symbol, stored, whole) {
      const isDoubtful = await hasDoubtfulStep(stored, whole);
      const offer = isDoubtful ? withoutNewest(whole) : whole;
      const { bars: offered, source, asOf } = offer;
      const before = stored ?? { bars: [], refreshedAt: asOf };
      const merge = mergeBars(before, { ...offered, splitPolicy: source.splitPolicy });
      if (isFirst(stored) && (await verdict(whole)) === false) {
        throw new SourceError("bad_answer", `${source.id}'s bars of ${symbol} are far from its own quote.`);
      }
      const isUntold = merge.kind === "merged" && merge.isMoved && !(await isConfirmed(offer));
      if (merge.kind === "merged" && !isUntold) {
        const companyName = offered.companyName ?? stored?.companyName ?? null;
        const taken = {
          bars: merge.bars,
          refreshedAt: isDoubtful
            ? doubtfulSince(merge.bars, asOf)
            : wholeUntil(merge.bars, before, offered.bars, asOf),
          companyName,
          origin: joinedOrigin(originOf(source), stored?.origin),
        };
        await kept.keepBars(symbol, taken, offer.isSure);
        return { ...taken, isDoubtful };
      }
      const refusal: Refusal = merge.kind === "merged" ? UNCONFIRMED : merge;
      const why = stored === undefined ? null : await reasonToReplace(stored, refusal, offer);
      if (stored === undefined || why === null) {
        throw new SourceError(
          "conflict",
          `${source.id}'s bars of ${symbol} do not join those that are kept: ${refusal.reason}.`,
        );
      }
      log.warn({ symbol, reason: refusal.reason }, why);
      await setAside(symbol, stored, offer.isSure);
      const { bars, companyName } = offered;
      const refreshedAt = isDoubtful ? doubtfulSince(bars, asOf) : wholeUntil(bars, NOTHING, bars, asOf);
      const taken = { bars, refreshedAt, companyName, origin: originOf(source) };
      await kept.keepBars(symbol, taken, offer.isSure);
      return { ...taken, isDoubtful };
    },

    async handOver(symbol, former, successor) {
      const { value, isSure } = await kept.bars(successor);
      if (value === undefined) return kept.keepBars(successor, former, isSure);
      const own = unpacked(value);
      const both = mergeBars(own, { bars: former.bars, splits: [], splitPolicy: "adjusted" });
      if (both.kind !== "merged") return setAside(symbol, former, isSure);
      if (both.bars.length <= own.bars.length) return;
      const origin = joinedOrigin(own.origin, former.origin);
      await kept.keepBars(successor, { ...own, bars: both.bars, origin }, isSure);
    },
  };
}

function originOf({ id, splitPolicy }: Source): BarsOrigin {
  return { providers: [id], adjustment: splitPolicy === "adjusted" ? "splits" : "unverified" };
}

/** Joins two origins of the bars of overlapping days; the latest providers come first. */
function joinedOrigin(latest: BarsOrigin, before: BarsOrigin | undefined): BarsOrigin {
  if (before === undefined) return latest;
  const isVerified = latest.adjustment === "splits" && before.adjustment === "splits";
  return {
    providers: [...new Set([...latest.providers, ...before.providers])],
    adjustment: isVerified ? "splits" : "unverified",
  };
}

type Refusal = Exclude<Merge, { kind: "merged" }>;

const UNCONFIRMED: Refusal = {
  kind: "contradicts",
  reason: "they are on another scale, which the provider's own quote does not confirm",
};

async function verdict({ bars, beside }: Offer): Promise<boolean | null | undefined> {
  const quoted = await beside();
  if (quoted === undefined) return undefined;
  return quoted === null ? null : agreesWith(quoted, workedIn(bars.bars, bars.splits));
}

/** No stored day can contradict an answer. */
function isFirst(stored: StoredBars | undefined): boolean {
  return stored === undefined || stored.bars.every(({ date }) => isRunning(date, stored.refreshedAt));
}

/**
 * A new day that is as far from the day before as a split would make it, while none is told. Only the provider's previous
 * close can show that it is a price; a provider that tells its splits and no previous close is believed.
 */
async function hasDoubtfulStep(stored: StoredBars | undefined, { bars, source, beside }: Offer): Promise<boolean> {
  const days = workedIn(bars.bars, bars.splits);
  if (source.splitPolicy === "unverified" || !hasSplitStep(days)) return false;
  if (!isFirst(stored) && stored?.bars.some(({ date }) => date === days[0]?.date)) return false;
  if (bars.quoted?.change === null) return false;
  const quoted = await beside();
  return quoted !== undefined && (quoted === null || !confirmsStep(quoted, days));
}

function withoutNewest(offer: Offer): Offer {
  return { ...offer, bars: { ...offer.bars, bars: offer.bars.bars.slice(1) } };
}

/** Ends with the newest day that is stored, so that the day which was left out is asked for again. */
function doubtfulSince([newest]: readonly Bar[], asOf: Date): Date {
  const ended = newest === undefined ? asOf : endOf(newest.date);
  return ended < asOf ? ended : asOf;
}

/** Confirmed by the quote, or by nothing where there is no quote to ask for. */
async function isConfirmed(offer: Offer): Promise<boolean> {
  const told = await verdict(offer);
  return told === undefined || told === true;
}
/** A symbol used again without a rename that is known: another issuer's name, or days that begin long after the kept ones. */
function isAnotherSecurity(refusal: Refusal, stored: StoredBars, offered: DailyBars): boolean {
  if (!mayBeSameIssuer(stored.companyName, offered.companyName)) return true;
  const [newest, oldest] = [stored.bars[0], offered.bars.at(-1)];
  return refusal.kind === "apart" && newest !== undefined && oldest !== undefined && oldest.date > newest.date;
}
