/** Weekly closing prices, oldest first, and a function that finds the week that contains a day. */
import type { BarColumns } from "../../domain/bar-columns.ts";

export interface PricePoint {
  /** The Monday of the week, in days since 1970-01-01. */
  readonly day: number;
  readonly close: number;
}

const WEEK = 7;

/** Converts weekly bars to points. @param from day number; weeks that end before this day are omitted. */
export function toPricePoints({ count, days, close, decimals }: BarColumns, from: number): readonly PricePoint[] {
  return Array.from({ length: count }, (_, index) => ({
    day: days[count - 1 - index] ?? 0,
    close: (close[count - 1 - index] ?? 0) / 10 ** decimals,
  })).filter(({ day }) => day + WEEK > from);
}

/** Finds the week that contains a day; null before the first week, after the last, and in a gap. */
export function findPricePoint(points: readonly PricePoint[], day: number): PricePoint | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.day ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  const week = points[low - 1];
  return week === undefined || day - week.day >= WEEK ? null : week;
}

/** `$1,234.50` */
export function formatPrice({ close }: Pick<PricePoint, "close">): string {
  return `$${close.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
