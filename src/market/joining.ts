/** An answer joined to the stored bars: the two as one series, the answer in their place, or why neither. */
import type { Bar } from "../domain/bar.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { BarsOrigin, StoredBars } from "../store/market.ts";
import { hasDoubtfulStep, isConfirmed, type Offer, type Source, verdictOn } from "./confirming.ts";
import type { DailyBars } from "./market.ts";
import { type Merge, mergeBars } from "./merge-bars.ts";
import { endOf, isRunning, latestSettledDay, tradingDay, tradingDaysBetween } from "./session.ts";
import { mayBeSameIssuer } from "./symbol-succession.ts";

export interface Joined {
  readonly bars: StoredBars;
  /** The offered newest day was left out, since a split that nobody has reported may lie before it. */
  readonly isDoubtful: boolean;
  /** Reason for which the bars take the place of the stored ones; null where they include them. */
  readonly replaces: string | null;
}

type Refusal = Exclude<Merge, { kind: "merged" }>;

/** A series that nothing has joined for so many days of trading makes way for an answer that its provider's quote confirms. */
const FROZEN_DAYS = 5;
const UNCONFIRMED: Refusal = {
  kind: "contradicts",
  reason: "they are on another scale, which the provider's own quote does not confirm",
};

/**
 * Joins an offer to the stored bars of a symbol.
 * @throws {SourceError} `conflict` when they cannot be one series, which says nothing against the provider; `bad_answer`
 * for a first answer that the provider's own quote contradicts.
 */
export async function joinBars(
  symbol: CanonicalSymbol,
  stored: StoredBars | undefined,
  whole: Offer,
  now: Date,
): Promise<Joined> {
  const { source, asOf } = whole;
  const isFirst = stored === undefined || stored.bars.every(({ date }) => isRunning(date, stored.refreshedAt));
  const isDoubtful = await hasDoubtfulStep(isFirst ? [] : stored.bars, whole);
  if (isFirst && (await verdictOn(whole)) === false) {
    throw new SourceError("bad_answer", `${source.id}'s bars of ${symbol} are far from its own quote.`);
  }
  const bars = isDoubtful ? { ...whole.bars, bars: whole.bars.bars.slice(1) } : whole.bars;
  const offer = { ...whole, bars };
  const refreshedAt = (joined: readonly Bar[], before: Pick<StoredBars, "bars" | "refreshedAt">) =>
    isDoubtful ? endedBy(joined, asOf) : wholeUntil(joined, before, bars.bars, asOf);

  const before = stored ?? { bars: [], refreshedAt: asOf };
  const merge = mergeBars(before, { ...bars, splitPolicy: source.splitPolicy });
  if (merge.kind === "merged" && (!merge.isMoved || (await isConfirmed(offer)))) {
    const joined: StoredBars = {
      bars: merge.bars,
      refreshedAt: refreshedAt(merge.bars, before),
      companyName: bars.companyName ?? stored?.companyName ?? null,
      origin: joinedOrigin(originOf(source), stored?.origin),
    };
    return { bars: joined, isDoubtful, replaces: null };
  }
  const refusal = merge.kind === "merged" ? UNCONFIRMED : merge;
  const replaces = stored === undefined ? null : await reasonToReplace(stored, refusal, offer, now);
  if (replaces === null) {
    throw new SourceError(
      "conflict",
      `${source.id}'s bars of ${symbol} do not join those that are kept: ${refusal.reason}.`,
    );
  }
  const nothing = { bars: [], refreshedAt: new Date(0) };
  const { companyName } = bars;
  const taken = {
    bars: bars.bars,
    refreshedAt: refreshedAt(bars.bars, nothing),
    companyName,
    origin: originOf(source),
  };
  return { bars: taken, isDoubtful, replaces: `${replaces} (${refusal.reason})` };
}

/** Joins two origins of the bars of overlapping days; the latest providers come first. */
export function joinedOrigin(latest: BarsOrigin, before: BarsOrigin | undefined): BarsOrigin {
  if (before === undefined) return latest;
  const isVerified = latest.adjustment === "splits" && before.adjustment === "splits";
  return {
    providers: [...new Set([...latest.providers, ...before.providers])],
    adjustment: isVerified ? "splits" : "unverified",
  };
}

function originOf({ id, splitPolicy }: Source): BarsOrigin {
  return { providers: [id], adjustment: splitPolicy === "adjusted" ? "splits" : "unverified" };
}

/** Reason for which stored bars make way for an answer that does not join them; null where they do not. */
async function reasonToReplace(stored: StoredBars, refusal: Refusal, offer: Offer, now: Date): Promise<string | null> {
  const { source, bars } = offer;
  if (source.splitPolicy === "unverified" || source.id === "file") return null;
  if (isAnotherSecurity(refusal, stored, bars)) return "Another security has this symbol now";
  const frozenFor = tradingDaysBetween(tradingDay(stored.refreshedAt), latestSettledDay(now));
  if (frozenFor < FROZEN_DAYS || !(await isConfirmed(offer))) return null;
  return `Nothing has joined these bars for ${frozenFor} days of trading`;
}

/** A symbol used again without a rename that is known: another issuer's name, or days that begin long after the stored ones. */
function isAnotherSecurity(refusal: Refusal, stored: StoredBars, offered: DailyBars): boolean {
  if (!mayBeSameIssuer(stored.companyName, offered.companyName)) return true;
  const [newest, oldest] = [stored.bars[0], offered.bars.at(-1)];
  return refusal.kind === "apart" && newest !== undefined && oldest !== undefined && oldest.date > newest.date;
}

/**
 * The instant up to which joined bars are whole: that of the answer, where it has the newest of them and that is the latest
 * day of trading. Earlier than the end of that day where it was still running; never after the answers.
 * @param joined newest first, as those that they were made of. @param asOf when the offered ones were true.
 */
function wholeUntil(
  joined: readonly Bar[],
  before: Pick<StoredBars, "bars" | "refreshedAt">,
  offered: readonly Bar[],
  asOf: Date,
): Date {
  const newest = joined[0];
  if (newest === undefined) return asOf;
  const isOffered = offered[0]?.date === newest.date;
  if (!isOffered && newest.date > latestSettledDay(before.refreshedAt)) return before.refreshedAt;
  const latest = before.bars.length > 0 && before.refreshedAt > asOf ? before.refreshedAt : asOf;
  return newest.date < latestSettledDay(latest) ? endedBy(joined, latest) : latest;
}

/** The end of the newest day, so that later ones are asked for again; no later than `latest`. */
function endedBy([newest]: readonly Bar[], latest: Date): Date {
  const ended = newest === undefined ? latest : endOf(newest.date);
  return ended < latest ? ended : latest;
}
