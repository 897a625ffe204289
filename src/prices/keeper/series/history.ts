import { hash } from "node:crypto";
import type { Interval, Period } from "../../../domain/bar.ts";
import { type BarColumns, dayNumber, dayText } from "../../../domain/bar-columns.ts";
import { type IsoDate, monthsBefore } from "../../../domain/dates.ts";
import { newestDayOf, unpackColumns } from "../../../store/packed-bars.ts";
import type { DaySpan } from "../../market.ts";

const MONTHS = { "1mo": 1, "3mo": 3, "6mo": 6, "1y": 12, "5y": 60 } as const satisfies Record<Period, number>;

interface History {
  /** Newest first. */
  readonly bars: BarColumns;
  /** Identifies the daily bars from which these were made: with the same tag, interval and span the bars are the same. */
  readonly tag: string;
}

/**
 * The bars of an interval whose label lies after the latest trading day less the period, from packed daily
 * bars; or those whose label lies in a span of days. Null where there are no daily bars. Earlier days are not read.
 * @throws {RangeError} when the packed value is damaged.
 */
export function historyOf(packed: Uint8Array, span: Period | DaySpan, interval: Interval): History | null {
  const newest = newestDayOf(packed);
  if (newest === null) return null;
  const { before, last } = typeof span === "string" ? { before: periodBefore(newest, span), last: null } : daysOf(span);
  // A week that began before the period does not belong to it, and so none of its days does.
  const { columns, bytes } = unpackColumns(packed, before === null ? undefined : SPANS[interval](before).last);
  // A week that began within it is whole, so that a bar is the same in every answer.
  const shown = last === null ? columns : upTo(columns, SPANS[interval](last).last);
  return { bars: resample(shown, interval), tag: hash("sha1", bytes, "base64url") };
}

/** The first day of a period that ends with the newest of these packed daily bars; null where there are none. */
export function periodStart(packed: Uint8Array, period: Period): IsoDate | null {
  const newest = newestDayOf(packed);
  return newest === null ? null : dayText(periodBefore(newest, period) + 1);
}

/** The day before the first bar; every bar with a later label belongs to the period. */
function periodBefore(newest: number, period: Period): number {
  return dayNumber(monthsBefore(dayText(newest), MONTHS[period]));
}

function daysOf({ from, to }: DaySpan) {
  return { before: from === null ? null : dayNumber(from) - 1, last: to === null ? null : dayNumber(to) };
}

function upTo(columns: BarColumns, lastDay: number): BarColumns {
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

/** A span of trading from its first day to its last, as days since 1970-01-01. The first day is the label of its bar. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** 1970-01-01 was a Thursday. */
const MONDAY = -3;

function week(day: number): Span {
  const first = day - ((((day - MONDAY) % 7) + 7) % 7);
  return { first, last: first + 6 };
}

function month(day: number): Span {
  const first = dayNumber(`${dayText(day).slice(0, 8)}01` as IsoDate);
  const inNext = dayText(first + 31);
  return { first, last: dayNumber(`${inNext.slice(0, 8)}01` as IsoDate) - 1 };
}

/** The span of an interval in which a day lies. */
const SPANS = { "1d": (day: number): Span => ({ first: day, last: day }), "1wk": week, "1mo": month } as const;

/**
 * Daily bars, newest first, as bars of an interval, newest first: weeks carry their Monday, months their first day, and
 * the running period is in it once. Open of the first day, highest high, lowest low, close of the last day,
 * sum of the volumes. The result is written into the given columns, which must not be used afterwards.
 */
export function resample(daily: BarColumns, interval: Interval): BarColumns {
  if (interval === "1d") return daily;
  const spanOf = SPANS[interval];
  const { days, open, high, low, close, volume } = daily;
  let at = -1;
  let first = Number.POSITIVE_INFINITY;
  for (let index = 0; index < daily.count; index += 1) {
    const day = days[index] ?? 0;
    if (day < first) {
      first = spanOf(day).first;
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
