import { hash } from "node:crypto";
import type { Interval, Period } from "../../../domain/bar.ts";
import { type BarColumns, toDayNumber, toDayText } from "../../../domain/bar-columns.ts";
import { type IsoDate, subtractMonths } from "../../../domain/dates.ts";
import { readNewestDay, unpackColumns } from "../../../store/packed-bars.ts";
import type { DaySpan } from "../../market.ts";

const MONTHS = { "1mo": 1, "3mo": 3, "6mo": 6, "1y": 12, "5y": 60 } as const satisfies Record<Period, number>;

interface History {
  /** Newest first. */
  readonly bars: BarColumns;
  /** Identifies the daily bars from which these bars were built: the same tag, interval and span give the same bars. */
  readonly tag: string;
}

/**
 * Builds the bars of an interval from packed daily bars: those with a label within the span, or within the period that ends with
 * the latest day. Null if there are no daily bars. Earlier days are not unpacked.
 * @throws {RangeError} if the packed value is damaged.
 */
export function buildHistory(packed: Uint8Array, span: Period | DaySpan, interval: Interval): History | null {
  const newest = readNewestDay(packed);
  if (newest === null) return null;
  const { before, last } =
    typeof span === "string" ? { before: findDayBeforePeriod(newest, span), last: null } : toDayBounds(span);
  // A week or month that began before the period is left out completely.
  const { columns, bytes } = unpackColumns(packed, before === null ? undefined : SPANS[interval](before).last);
  // A week or month that begins within the span is kept whole. Its bar is then the same in every answer.
  const shown = last === null ? columns : dropLaterBars(columns, SPANS[interval](last).last);
  return { bars: resample(shown, interval), tag: hash("sha1", bytes, "base64url") };
}

/** First day of a period that ends with the newest packed daily bar; null if there are no bars. */
export function findPeriodStart(packed: Uint8Array, period: Period): IsoDate | null {
  const newest = readNewestDay(packed);
  return newest === null ? null : toDayText(findDayBeforePeriod(newest, period) + 1);
}

/** Last day before the period. A bar belongs to the period if the bar's label (its first day) is later. */
function findDayBeforePeriod(newest: number, period: Period): number {
  return toDayNumber(subtractMonths(toDayText(newest), MONTHS[period]));
}

function toDayBounds({ from, to }: DaySpan) {
  return { before: from === null ? null : toDayNumber(from) - 1, last: to === null ? null : toDayNumber(to) };
}

function dropLaterBars(columns: BarColumns, lastDay: number): BarColumns {
  const { count, days, open, high, low, close, volume } = columns;
  let later = 0;
  while (later < count && (days[later] ?? 0) > lastDay) later += 1;
  return {
    ...columns,
    count: count - later,
    days: days.subarray(later),
    open: open.subarray(later),
    high: high.subarray(later),
    low: low.subarray(later),
    close: close.subarray(later),
    volume: volume.subarray(later),
  };
}

/** First and last day of a bar, in days since 1970-01-01. The first day is the bar's label. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Day number of a Monday: 1970-01-01 (day 0) was a Thursday. */
const MONDAY = -3;

function getWeekSpan(day: number): Span {
  const first = day - ((((day - MONDAY) % 7) + 7) % 7);
  return { first, last: first + 6 };
}

function getMonthSpan(day: number): Span {
  const first = toDayNumber(`${toDayText(day).slice(0, 8)}01` as IsoDate);
  const inNext = toDayText(first + 31);
  return { first, last: toDayNumber(`${inNext.slice(0, 8)}01` as IsoDate) - 1 };
}

/** Functions that return the span of the bar to which a day belongs, by interval. */
const SPANS = {
  "1d": (day: number): Span => ({ first: day, last: day }),
  "1wk": getWeekSpan,
  "1mo": getMonthSpan,
} as const;

/**
 * Resamples daily bars to an interval, both newest first. Weeks are labeled with their Monday, months with their first day. The
 * newest bar may be incomplete. A bar has the open of its first day and the close of its last day. Its high is the highest, its
 * low the lowest, and its volume the sum. Overwrites the given columns with the result: do not use them afterwards.
 */
export function resample(daily: BarColumns, interval: Interval): BarColumns {
  if (interval === "1d") return daily;
  const getSpan = SPANS[interval];
  const { days, open, high, low, close, volume } = daily;
  let at = -1;
  let first = Number.POSITIVE_INFINITY;
  for (let index = 0; index < daily.count; index += 1) {
    const day = days[index] ?? 0;
    if (day < first) {
      first = getSpan(day).first;
      at += 1;
      days[at] = first;
      high[at] = high[index] ?? 0;
      low[at] = low[index] ?? 0;
      close[at] = close[index] ?? 0;
      volume[at] = volume[index] ?? 0;
    } else {
      high[at] = Math.max(high[at] ?? 0, high[index] ?? 0);
      low[at] = Math.min(low[at] ?? 0, low[index] ?? 0);
      volume[at] = (volume[at] ?? 0) + (volume[index] ?? 0);
    }
    open[at] = open[index] ?? 0;
  }
  return { ...daily, count: at + 1 };
}
