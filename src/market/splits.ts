/** Detects and applies splits in a series of daily bars. */
import type { Bar } from "../domain/bar.ts";
import type { Split } from "./market.ts";

/** A smaller step than this (a stock dividend of a tenth) cannot be distinguished from moves of the price by itself. */
const SMALLEST_STEP = 1.18;
/** Least step that cannot be confused with a move of the price by itself; for a smaller one the step itself must be about the split's size. */
const UNMISTAKABLE = 1.35;
/** A price moves from a close to the next opening by itself, too. */
const OVERNIGHT = 0.1;
/** Greatest distance of the median of rounded closes from a plain fraction, as a share of it. */
const EXACTNESS = 0.0025;

/** A bar as it would have been traded in shares of another size: prices times the factor, volume divided by it. */
export function rescale(bar: Bar, factor: number): Bar {
  if (factor === 1) return bar;
  const price = (value: number) => Number((value * factor).toFixed(6));
  return {
    date: bar.date,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume: Math.round(bar.volume / factor),
  };
}

/**
 * Bars, newest first, with every reported split worked in: where the step of a split still stands between the day before it
 * and its own, the days before are on the old scale, and are brought to the new one.
 */
export function workedIn(bars: readonly Bar[], splits: readonly Split[]): readonly Bar[] {
  return splits.reduce(withSplit, bars);
}

function withSplit(bars: readonly Bar[], { date, ratio }: Split): readonly Bar[] {
  const at = bars.findIndex((bar) => bar.date < date);
  const [after, before] = [bars[at - 1], bars[at]];
  if (after === undefined || before === undefined) return bars;
  if (!standsBetween(before, after, ratio)) return bars;
  return bars.map((bar) => (bar.date < date ? rescale(bar, 1 / ratio) : bar));
}

/** Tells whether a split still shows as a step between the close before it and the opening after it: the price has moved by much less than the step. */
function standsBetween(before: Bar, after: Bar, ratio: number): boolean {
  const size = Math.max(ratio, 1 / ratio);
  if (size < SMALLEST_STEP) return false;
  const step = Math.log(after.open / before.close);
  const byItself = Math.abs(step + Math.log(ratio));
  if (size < UNMISTAKABLE && byItself > Math.log(1 + OVERNIGHT)) return false;
  return byItself <= Math.abs(step) / 2;
}

/** The absolute logarithm of the ratio between a close and the next opening, so that up and down count alike. */
export function stepBetween(before: Bar, after: Bar): number {
  return Math.abs(Math.log(after.open / before.close));
}

/**
 * The plain fraction by which splits are made that the ratio is: 2 to 50 shares for one, 3, 5, 7 or 9 for two, as many for three and
 * four, and the same the other way; null when it is none. (100 is none: that is dollars and cents.)
 */
export function plainFraction(ratio: number): number | null {
  const larger = ratio > 1 ? ratio : 1 / ratio;
  for (const divisor of [1, 2, 3, 4]) {
    const whole = Math.round(larger * divisor);
    const isPlain = whole > divisor && whole <= (divisor === 1 ? 50 : 9);
    if (!isPlain || Math.abs((larger * divisor) / whole - 1) > EXACTNESS) continue;
    return ratio > 1 ? whole / divisor : divisor / whole;
  }
  return null;
}
