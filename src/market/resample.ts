import type { Interval } from "../domain/bar.ts";
import { type BarColumns, dayNumber, dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";

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

/** The span of an interval that a day lies in. */
export const SPANS = { "1d": (day: number): Span => ({ first: day, last: day }), "1wk": week, "1mo": month } as const;

/**
 * Daily bars, newest first, as bars of an interval, newest first: weeks carry their Monday, months their first day, and
 * the running period is in it once. Open of the first day, highest high, lowest low, close of the last day,
 * sum of the volumes. The result stands in the columns that were given: they are used up.
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
