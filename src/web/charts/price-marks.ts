/** Places marks of trades along a price line: one mark per week and kind, or one for several weeks whose marks would overlap. */
import { toDayText } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { MarkedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import type { Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { formatReadableDate, pluralize } from "../parts/words.ts";
import { KIND_LOOKS } from "./kind-looks.ts";

/** Width in drawing units reserved for a mark: the minimum size of a touch target (WCAG 2.2, 2.5.8). */
export const MARK_WIDTH = 24;
const WEEK = 7;
/** Day number of the first Monday: 1970-01-01, day 0, was a Thursday. */
const FIRST_MONDAY = 4;

export interface PriceMark {
  readonly kind: Kind;
  /** Earliest traded first. */
  readonly trades: readonly MarkedTrade[];
  /** Horizontal position of the median trade's day. If the number of trades is even, the earlier of the middle two is used. */
  readonly x: number;
  readonly medianDay: number;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly members: number;
  readonly lastDisclosedDay: number;
}

/** @param trades earliest traded first. @param x returns the horizontal position of a day. */
export function buildPriceMarks(trades: readonly MarkedTrade[], x: (day: number) => number): readonly PriceMark[] {
  return [...Map.groupBy(trades, ({ kind }) => kind)].flatMap(([kind, ofKind]) =>
    groupByAdjacentWeeks(ofKind, x).map((group) => buildMark(kind, group, x)),
  );
}

/** Returns the day of a mark. If its trades are of several days, returns the first and the last day. */
export function listMarkDays({ firstDay, lastDay }: PriceMark): readonly IsoDate[] {
  return firstDay === lastDay ? [toDayText(firstDay)] : [toDayText(firstDay), toDayText(lastDay)];
}

/** `3 trades, bought by 2 members, traded Jan 5, 2026 to Jan 9, 2026, last disclosed Feb 10, 2026` */
export function formatMark(mark: PriceMark): string {
  const { singular, plural } = KIND_LOOKS[mark.kind];
  const disclosed = formatReadableDate(toDayText(mark.lastDisclosedDay));
  const number = pluralize(mark.trades.length, singular, plural);
  const by = mark.trades.length > 1 ? ` by ${pluralize(mark.members, "member")}` : "";
  return `${number}${by}, traded ${listMarkDays(mark).map(formatReadableDate).join(" to ")}, ${mark.trades.length > 1 ? "last " : ""}disclosed ${disclosed}`;
}

/** Groups trades by week. Then merges the two closest groups until no two marks, placed at median days, would touch. */
function groupByAdjacentWeeks(
  trades: readonly MarkedTrade[],
  x: (day: number) => number,
): readonly (readonly MarkedTrade[])[] {
  const getWeekNumber = (trade: MarkedTrade | undefined) =>
    trade === undefined ? null : Math.floor((trade.tradedDay - FIRST_MONDAY) / WEEK);
  const starts = [...trades.keys()].filter((at) => getWeekNumber(trades[at]) !== getWeekNumber(trades[at - 1]));
  const computeGroupPosition = (group: number) => x(getMedianDay(trades, starts[group], starts[group + 1]));
  const places = Array.from(starts.keys(), computeGroupPosition);
  for (;;) {
    const later = findLaterOfClosestPair(places);
    if (later === null) return starts.map((start, group) => trades.slice(start, starts[group + 1]));
    starts.splice(later, 1);
    places.splice(later - 1, 2, computeGroupPosition(later - 1));
  }
}

/** Index of the later of the two closest positions; null if no two marks would touch. */
function findLaterOfClosestPair(places: readonly number[]): number | null {
  let [found, least] = [null as number | null, MARK_WIDTH];
  for (let at = 1; at < places.length; at += 1) {
    const gap = (places[at] as number) - (places[at - 1] as number);
    if (gap < least) [found, least] = [at, gap];
  }
  return found;
}

function getMedianDay(trades: readonly MarkedTrade[], from = 0, to = trades.length): number {
  return trades[(from + to - 1) >> 1]?.tradedDay ?? 0;
}

function buildMark(kind: Kind, trades: readonly MarkedTrade[], x: (day: number) => number): PriceMark {
  const median = getMedianDay(trades);
  return {
    kind,
    trades,
    x: x(median),
    medianDay: median,
    firstDay: trades[0]?.tradedDay ?? median,
    lastDay: trades.at(-1)?.tradedDay ?? median,
    members: new Set(trades.map(({ person }) => person)).size,
    lastDisclosedDay: trades.reduce((latest, { disclosedDay }) => Math.max(latest, disclosedDay), 0),
  };
}
