/**
 * Merges an answer into the stored bars: returns one combined series, or the answer as a replacement, or the reason why neither is possible. A
 * provider's own quote is used to confirm that its bars are prices of the same security, on the same scale and of the same days.
 */

import { SourceError } from "../../../base/errors.ts";
import type { Bar } from "../../../domain/bar.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { BarsOrigin, StoredBars } from "../../../store/market.ts";
import type { DailyBars, MarketProvider, QuotedPrice } from "../../market.ts";
import { isSplitLike } from "../../quote-figures.ts";
import { mayBeSameIssuer } from "../../symbols.ts";
import { countTradingDays, findLatestFinalDay, getEndOfDay, getTradingDay, isRunning } from "../../trading-day.ts";
import { combineDividends, readOfferedDividends, rescaleDividends } from "./dividends.ts";
import { mergeBars, type Refusal } from "./merge-bars.ts";
import { adjustForSplits } from "./scale.ts";

/** The provider of a series of bars. */
export type Source = Pick<MarketProvider, "id" | "splitPolicy">;

/** Bars sent by a provider. */
export interface Offer {
  readonly bars: DailyBars;
  readonly source: Source;
  /** The time as of which the bars are accurate. */
  readonly asOf: Date;
  /** The same provider's quote: null if it could not be fetched now, undefined if the provider has none. */
  readonly fetchQuote: () => Promise<QuotedPrice | null | undefined>;
}

export interface JoinedSeries {
  readonly bars: StoredBars;
  /** The newest offered day was left out, since an unreported split may lie before it. */
  readonly isDoubtful: boolean;
  /** Why the bars replace the stored ones; null if they include them. */
  readonly replaces: string | null;
}

/** After this many trading days without a successful merge, a series is replaced by an answer that its provider's quote confirms. */
const FROZEN_DAYS = 5;
/** Bars that end more trading days than this before the quote do not cover the quoted days. */
const DAYS_APART = 5;
/** A step from one close to the next price that is as large as a split; prices rarely move by more in a day. */
const SPLIT_STEP = 1.8;

/**
 * Merges an offer into the stored bars of a symbol.
 * @throws {SourceError} `conflict` if they cannot be one series, which is not the provider's fault; `bad_answer` for a first answer that the
 * provider's own quote contradicts.
 */
export async function joinBars(
  symbol: CanonicalSymbol,
  stored: StoredBars | undefined,
  whole: Offer,
  now: Date,
): Promise<JoinedSeries> {
  const { source, asOf } = whole;
  const isFirst = stored === undefined || stored.bars.every(({ date }) => isRunning(date, stored.refreshedAt));
  const isDoubtful = await hasDoubtfulStep(isFirst ? [] : stored.bars, whole);
  if (isFirst && (await checkAgainstQuote(whole)) === false) {
    throw new SourceError("bad_answer", `${source.id}'s bars of ${symbol} are far from its own quote.`);
  }
  const bars = isDoubtful ? { ...whole.bars, bars: whole.bars.bars.slice(1) } : whole.bars;
  const offer = { ...whole, bars };
  const dividends = readOfferedDividends(offer);
  const buildJoined = (days: readonly Bar[], before: StoredBars | undefined): Omit<StoredBars, "dividends"> => ({
    bars: days,
    refreshedAt: isDoubtful ? getLatestEnd(days, asOf) : findCompleteUntil(days, before, bars.bars, asOf),
    companyName: bars.companyName ?? before?.companyName ?? null,
    origin: combineOrigins(toBarsOrigin(source), before?.origin),
  });

  const before = stored ?? { bars: [], refreshedAt: asOf };
  const merge = mergeBars(before, { ...bars, splitPolicy: source.splitPolicy });
  if (merge.kind === "merged" && (!merge.isMoved || (await isConfirmed(offer)))) {
    const known = stored?.dividends ? rescaleDividends(stored.dividends, merge.storedFactor) : null;
    const rescaledDividends = dividends && rescaleDividends(dividends, merge.offeredFactor);
    const both = { ...buildJoined(merge.bars, stored), dividends: combineDividends(known, rescaledDividends) };
    return { bars: both, isDoubtful, replaces: null };
  }
  const refusal = merge.kind === "merged" ? UNCONFIRMED : merge;
  const replaces = stored === undefined ? null : await findReasonToReplace(stored, refusal, offer, now);
  if (replaces !== null) {
    return {
      bars: { ...buildJoined(bars.bars, undefined), dividends },
      isDoubtful,
      replaces: `${replaces} (${refusal.reason})`,
    };
  }
  throw new SourceError(
    "conflict",
    `${source.id}'s bars of ${symbol} do not join those that are kept: ${refusal.reason}.`,
  );
}

const UNCONFIRMED: Refusal = {
  kind: "contradicts",
  reason: "they are on another scale, which the provider's own quote does not confirm",
};

/** Combines the origins of bars of overlapping days; the latest providers come first. */
export function combineOrigins(latest: BarsOrigin, before: BarsOrigin | undefined): BarsOrigin {
  if (before === undefined) return latest;
  const isVerified = latest.adjustment === "splits" && before.adjustment === "splits";
  return {
    providers: [...new Set([...latest.providers, ...before.providers])],
    adjustment: isVerified ? "splits" : "unverified",
  };
}

function toBarsOrigin({ id, splitPolicy }: Source): BarsOrigin {
  return { providers: [id], adjustment: splitPolicy === "adjusted" ? "splits" : "unverified" };
}

/** Why an answer that does not match the stored bars replaces them; null if it does not replace them. */
async function findReasonToReplace(
  stored: StoredBars,
  refusal: Refusal,
  offer: Offer,
  now: Date,
): Promise<string | null> {
  const { source, bars } = offer;
  if (source.splitPolicy === "unverified" || source.id === "file") return null;
  if (isAnotherSecurity(refusal, stored, bars)) return "Another security has this symbol now";
  const frozenFor = countTradingDays(getTradingDay(stored.refreshedAt), findLatestFinalDay(now));
  if (frozenFor < FROZEN_DAYS || !(await isConfirmed(offer))) return null;
  return `Nothing has joined these bars for ${frozenFor} days of trading`;
}

/** Returns whether a symbol is reused without a known rename: another issuer's name, or days that begin long after the stored ones. */
function isAnotherSecurity(refusal: Refusal, stored: StoredBars, offered: DailyBars): boolean {
  if (!mayBeSameIssuer(stored.companyName, offered.companyName)) return true;
  const [newest, oldest] = [stored.bars[0], offered.bars.at(-1)];
  return refusal.kind === "apart" && newest !== undefined && oldest !== undefined && oldest.date > newest.date;
}

/**
 * The instant up to which merged bars are complete: the time of the answer, if it has the newest day and that is the latest trading day. Earlier than
 * the end of that day if the day was still running, and never after the answers. @param days newest first, like the bars they were merged from.
 * @param asOf the time as of which the offered bars are accurate.
 */
function findCompleteUntil(
  days: readonly Bar[],
  before: StoredBars | undefined,
  offered: readonly Bar[],
  asOf: Date,
): Date {
  const newest = days[0];
  if (newest === undefined) return asOf;
  const isOffered = offered[0]?.date === newest.date;
  if (before !== undefined && !isOffered && newest.date > findLatestFinalDay(before.refreshedAt)) {
    return before.refreshedAt;
  }
  const latest =
    before !== undefined && before.bars.length > 0 && before.refreshedAt > asOf ? before.refreshedAt : asOf;
  return newest.date < findLatestFinalDay(latest) ? getLatestEnd(days, latest) : latest;
}

/** The end of the newest day, so that later ones are fetched again; no later than `latest`. */
function getLatestEnd([newest]: readonly Bar[], latest: Date): Date {
  const ended = newest === undefined ? latest : getEndOfDay(newest.date);
  return ended < latest ? ended : latest;
}

/** Returns whether the quote agrees with the bars; null if that cannot be determined now, undefined if there is no quote. */
async function checkAgainstQuote({ bars, fetchQuote }: Offer): Promise<boolean | null | undefined> {
  const quoted = await fetchQuote();
  return quoted && isAgreeing(quoted, adjustForSplits(bars.bars, bars.splits).bars);
}

/** Returns whether the quote confirms the offer; also true if the provider has no quote. */
async function isConfirmed(offer: Offer): Promise<boolean> {
  const verdict = await checkAgainstQuote(offer);
  return verdict === undefined || verdict === true;
}

/**
 * The bar of the quote's day must close within 35% of the price. If the bars end before that day, their last close is compared with the previous
 * close or the price. @param bars newest first. @returns null if every bar is from after the quote's day.
 */
function isAgreeing(quoted: QuotedPrice, bars: readonly Bar[]): boolean | null {
  const { price, pricedAt } = quoted;
  const day = getTradingDay(pricedAt);
  const latest = bars.find(({ date }) => date <= day);
  if (latest === undefined) return null;
  if (countTradingDays(latest.date, day) > DAYS_APART) return false;
  if (!isSplitLike(price, latest.close)) return true;
  const previous = getPreviousClose(quoted);
  return latest.date !== day && previous !== null && !isSplitLike(previous, latest.close);
}

/**
 * Returns whether the newest day's price differs from that of the day before by as much as after a split, although no split is reported. Only the
 * provider's previous close can show that it is a real price; a provider that reports its splits and no previous close is believed. @param ended
 * stored bars, which may include the newest day.
 */
async function hasDoubtfulStep(ended: readonly Bar[], { bars, source, fetchQuote }: Offer): Promise<boolean> {
  const [newest, before] = adjustForSplits(bars.bars, bars.splits).bars;
  if (source.splitPolicy === "unverified" || newest === undefined || before === undefined) return false;
  const steps = [newest.open, newest.close].map((price) => Math.max(price / before.close, before.close / price));
  if (steps.every((step) => step <= SPLIT_STEP)) return false;
  if (ended.some(({ date }) => date === newest.date) || bars.quoted?.change === null) return false;
  const quoted = await fetchQuote();
  if (quoted === undefined) return false;
  const previous = quoted && getPreviousClose(quoted);
  const isPrice =
    quoted && previous && getTradingDay(quoted.pricedAt) === newest.date && !isSplitLike(previous, before.close);
  return !isPrice;
}

function getPreviousClose({ price, change }: QuotedPrice): number | null {
  return change !== null && price > change ? price - change : null;
}
