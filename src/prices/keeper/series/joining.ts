/**
 * Merges received bars into the stored bars. Returns one combined series, or the received bars as a replacement. Throws if
 * neither is possible. Some merges and replacements are first checked against a quote from the same provider. The check passes
 * if the quoted price is near the latest received close up to the quote's day. The received bars then count as bars of the
 * quoted security, on the scale of the quoted price and with the correct dates.
 */
import { SourceError } from "../../../base/errors.ts";
import type { Bar } from "../../../domain/bar.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { BarsOrigin, StoredBars } from "../../../store/market.ts";
import type { DailyBars, MarketProvider, QuotedPrice } from "../../market.ts";
import { isSplitLike } from "../../quote-figures.ts";
import { mayBeSameIssuer } from "../../symbols.ts";
import { countTradingDays, findLatestFinalDay, getEndOfDay, getNewYorkDay, isPartialDay } from "../../trading-day.ts";
import { combineDividends, rescaleDividends, toStoredDividends } from "./dividends.ts";
import { mergeBars, type Refusal } from "./merge-bars.ts";
import { adjustForSplits } from "./scale.ts";

export type Source = Pick<MarketProvider, "id" | "splitPolicy">;

/** Bars from a provider or a file. */
export interface Offer {
  readonly bars: DailyBars;
  readonly source: Source;
  /** Time as of which the bars are accurate: when a provider's bars were fetched, or the end of a file's newest day. */
  readonly asOf: Date;
  /** Fetches the same provider's quote: null if that failed, undefined if the provider has no quotes. */
  readonly fetchQuote: () => Promise<QuotedPrice | null | undefined>;
}

export interface JoinedSeries {
  readonly bars: StoredBars;
  /** True if the newest received day was left out of `bars`, because an unreported split may have occurred before that day. */
  readonly isDoubtful: boolean;
  /** Why the bars replace the stored ones; null if they were merged. */
  readonly replaces: string | null;
}

// An answer may replace stored bars if this many trading days have passed since the last merge and `isUncontradictedByQuote` is
// true.
const FROZEN_DAYS = 5;
/** Bars contradict the quote if they end more than this many trading days before the quote's day. */
const DAYS_APART = 5;
/** A larger factor between a close and the next day's prices may be a split; prices rarely move by more in a day. */
const SPLIT_STEP = 1.8;

/**
 * Merges an offer into the stored bars of a symbol. An offer is a first offer if no bar is stored, or if every stored bar was
 * fetched before the bar's day had ended. The provider's own quote must not contradict a first offer.
 * @throws {SourceError} `bad_answer` if that quote contradicts a first offer. `conflict` if the offer can neither be merged with
 * the stored bars nor replace them. A conflict is not the provider's fault.
 */
export async function joinBars(
  symbol: CanonicalSymbol,
  stored: StoredBars | undefined,
  whole: Offer,
  now: Date,
): Promise<JoinedSeries> {
  const { source, asOf } = whole;
  const isFirst = stored === undefined || stored.bars.every(({ date }) => isPartialDay(date, stored.refreshedAt));
  const isDoubtful = await hasDoubtfulPriceJump(isFirst ? [] : stored.bars, whole);
  if (isFirst && (await compareWithQuote(whole)) === false) {
    throw new SourceError("bad_answer", `${source.id}'s bars of ${symbol} are far from its own quote.`);
  }
  const bars = isDoubtful ? { ...whole.bars, bars: whole.bars.bars.slice(1) } : whole.bars;
  const offer = { ...whole, bars };
  const dividends = toStoredDividends(offer);
  const buildJoinedBars = (days: readonly Bar[], before: StoredBars | undefined): Omit<StoredBars, "dividends"> => ({
    bars: days,
    refreshedAt: isDoubtful ? getNewestDayEnd(days, asOf) : computeCompleteUntil(days, before, bars.bars, asOf),
    companyName: bars.companyName ?? before?.companyName ?? null,
    origin: combineOrigins(toBarsOrigin(source), before?.origin),
  });

  const before = stored ?? { bars: [], refreshedAt: asOf };
  const merge = mergeBars(before, { ...bars, splitPolicy: source.splitPolicy });
  if (merge.kind === "merged" && (!merge.isMoved || (await isUncontradictedByQuote(offer)))) {
    const known = stored?.dividends ? rescaleDividends(stored.dividends, merge.storedFactor) : null;
    const rescaledDividends = dividends && rescaleDividends(dividends, merge.offeredFactor);
    const joined = { ...buildJoinedBars(merge.bars, stored), dividends: combineDividends(known, rescaledDividends) };
    return { bars: joined, isDoubtful, replaces: null };
  }
  const refusal = merge.kind === "merged" ? UNCONFIRMED : merge;
  const replaces = stored === undefined ? null : await findReasonToReplaceBars(stored, refusal, offer, now);
  if (replaces !== null) {
    return {
      bars: { ...buildJoinedBars(bars.bars, undefined), dividends },
      isDoubtful,
      replaces: `${replaces} (${refusal.reason})`,
    };
  }
  throw new SourceError(
    "conflict",
    `${source.id}'s bars of ${symbol} cannot be joined to the stored ones: ${refusal.reason}.`,
  );
}

const UNCONFIRMED: Refusal = {
  kind: "contradicts",
  reason: "the new prices are on a different scale, and the provider's own quote does not confirm that scale",
};

/** Combines the origins of merged bars; the latest providers come first. */
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

/** Returns the reason to replace the stored bars with an offer that cannot be merged. Null if the stored bars must stay. */
async function findReasonToReplaceBars(
  stored: StoredBars,
  refusal: Refusal,
  offer: Offer,
  now: Date,
): Promise<string | null> {
  const { source, bars } = offer;
  if (source.splitPolicy === "unverified" || source.id === "file") return null;
  if (isAnotherSecurity(refusal, stored, bars)) return "Another security has this symbol now";
  const frozenFor = countTradingDays(getNewYorkDay(stored.refreshedAt), findLatestFinalDay(now));
  if (frozenFor < FROZEN_DAYS || !(await isUncontradictedByQuote(offer))) return null;
  return `No new bars could be joined to the stored ones for ${frozenFor} trading days`;
}

/** Returns whether the offer is of another security: its issuer's name differs, or its days begin long after the stored days. */
function isAnotherSecurity(refusal: Refusal, stored: StoredBars, offered: DailyBars): boolean {
  if (!mayBeSameIssuer(stored.companyName, offered.companyName)) return true;
  const [newest, oldest] = [stored.bars[0], offered.bars.at(-1)];
  return refusal.kind === "apart" && newest !== undefined && oldest !== undefined && oldest.date > newest.date;
}

/**
 * Returns the time up to which merged bars are complete. `latest` is the later of `asOf` and the stored bars' `refreshedAt`.
 * - If only the stored bars have the newest day, and that day was not final at `refreshedAt`, the time is `refreshedAt`.
 * - Otherwise, if a trading day after the newest day was final at `latest`, the time is the end of the newest day.
 * - Otherwise, the time is `latest`.
 * @param days merged bars, newest first, like `offered`. @param asOf see `Offer`.
 */
function computeCompleteUntil(
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
  return newest.date < findLatestFinalDay(latest) ? getNewestDayEnd(days, latest) : latest;
}

/** Returns the end of the newest day, so that all later days are fetched next time; or `latest`, if `latest` is earlier. */
function getNewestDayEnd([newest]: readonly Bar[], latest: Date): Date {
  const ended = newest === undefined ? latest : getEndOfDay(newest.date);
  return ended < latest ? ended : latest;
}

/** Returns whether the quote agrees with the bars; null if unknown, undefined if the provider has no quotes. */
async function compareWithQuote({ bars, fetchQuote }: Offer): Promise<boolean | null | undefined> {
  const quoted = await fetchQuote();
  return quoted && isQuoteNearBars(quoted, adjustForSplits(bars.bars, bars.splits).bars);
}

/** Returns whether the quote confirms the offer; also true if the provider has no quotes at all. */
async function isUncontradictedByQuote(offer: Offer): Promise<boolean> {
  const isAgreed = await compareWithQuote(offer);
  return isAgreed === undefined || isAgreed === true;
}

/**
 * Returns whether a quote agrees with the bars. The close of the quote's day may differ from the quote's price by at most a
 * factor of 1.35. If that day has no bar, the last close before must be as near to the quote's price or previous close.
 * @param bars newest first. @returns null if all bars are after the quote's day.
 */
function isQuoteNearBars(quoted: QuotedPrice, bars: readonly Bar[]): boolean | null {
  const { price, pricedAt } = quoted;
  const day = getNewYorkDay(pricedAt);
  const latest = bars.find(({ date }) => date <= day);
  if (latest === undefined) return null;
  if (countTradingDays(latest.date, day) > DAYS_APART) return false;
  if (!isSplitLike(price, latest.close)) return true;
  const previous = getPreviousClose(quoted);
  return latest.date !== day && previous !== null && !isSplitLike(previous, latest.close);
}

/**
 * Returns whether the newest day's prices differ so much from the preceding close that an unreported split may be the cause.
 * Only the previous close in the provider's quote can show that such a change is a real price move. Bars are trusted without
 * this check if the provider has no quotes. They are also trusted if the quote sent with the bars has no previous close.
 * @param ended stored bars. If they include the newest day, that day is not doubtful.
 */
async function hasDoubtfulPriceJump(ended: readonly Bar[], { bars, source, fetchQuote }: Offer): Promise<boolean> {
  const [newest, before] = adjustForSplits(bars.bars, bars.splits).bars;
  if (source.splitPolicy === "unverified" || newest === undefined || before === undefined) return false;
  const steps = [newest.open, newest.close].map((price) => Math.max(price / before.close, before.close / price));
  if (steps.every((step) => step <= SPLIT_STEP)) return false;
  if (ended.some(({ date }) => date === newest.date) || bars.quoted?.change === null) return false;
  const quoted = await fetchQuote();
  if (quoted === undefined) return false;
  const previous = quoted && getPreviousClose(quoted);
  const isPrice =
    quoted && previous && getNewYorkDay(quoted.pricedAt) === newest.date && !isSplitLike(previous, before.close);
  return !isPrice;
}

function getPreviousClose({ price, change }: QuotedPrice): number | null {
  return change !== null && price > change ? price - change : null;
}
