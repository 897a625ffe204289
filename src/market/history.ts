import { hash } from "node:crypto";
import type { Interval, Period } from "../domain/bar.ts";
import { type BarColumns, dayNumber } from "../domain/bar-columns.ts";
import { newestDayOf, unpackColumns } from "../store/packed-bars.ts";
import type { DaySpan } from "./market.ts";
import { periodBefore } from "./period.ts";
import { resample, SPANS } from "./resample.ts";

interface History {
  /** Newest first. */
  readonly bars: BarColumns;
  /** Names the daily bars that these were made of: with the same tag, interval and span the bars are the same. */
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
  const { before, last } = typeof span === "string" ? { before: periodBefore(newest, span), last: null } : ends(span);
  // A week that began before the period does not belong to it, and so none of its days does.
  const { columns, bytes } = unpackColumns(packed, before === null ? undefined : SPANS[interval](before).last);
  // One that began in it is whole, so that a bar is the same in every answer.
  const shown = last === null ? columns : upTo(columns, SPANS[interval](last).last);
  return { bars: resample(shown, interval), tag: hash("sha1", bytes, "base64url") };
}

function ends({ from, to }: DaySpan) {
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
