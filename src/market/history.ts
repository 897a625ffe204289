import { hash } from "node:crypto";
import type { Interval, Period } from "../domain/bar.ts";
import type { BarColumns } from "../domain/bar-columns.ts";
import { newestDayOf, unpackColumns } from "../store/packed-bars.ts";
import { periodBefore } from "./period.ts";
import { resample, SPANS } from "./resample.ts";

interface History {
  /** Newest first. */
  readonly bars: BarColumns;
  /** Names the daily bars that these were made of: with the same tag, interval and period the bars are the same. */
  readonly tag: string;
}

/**
 * The bars of an interval whose label lies after the latest trading day less the period (contract 2), from packed daily
 * bars; null where there are none. What lies before the period is not looked at.
 * @throws {RangeError} when the packed value is damaged.
 */
export function historyOf(packed: Uint8Array, period: Period, interval: Interval): History | null {
  const newest = newestDayOf(packed);
  if (newest === null) return null;
  const before = periodBefore(newest, period);
  // A week that began before the period does not belong to it, and so none of its days does.
  const { columns, bytes } = unpackColumns(packed, SPANS[interval](before).last);
  return { bars: resample(columns, interval), tag: hash("sha1", bytes, "base64url") };
}
