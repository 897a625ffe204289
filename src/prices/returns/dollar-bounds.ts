/** Sharp bounds of a dollar-weighted mean whose weights are ranges. */
import { findFirstAtLeast } from "./price-series.ts";

export interface WeightedReturn {
  readonly abnormal: number;
  readonly lowUsd: number;
  /** Null if the range has no upper limit. */
  readonly highUsd: number | null;
}

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns Manski's sharp bounds: the lowest and the highest mean for any weights within the ranges. Null if there are no returns,
 * or if no range has a limit above zero. For the highest mean, the weights are the lower limits for smaller returns and the upper
 * limits for greater returns. One pass over the sorted returns finds the return at which the weights switch to upper limits. If
 * a range has no upper limit, the sums use the lower limit instead. The weight of such a return has no maximum, so the mean may
 * come arbitrarily close to the return. Each such return is therefore also a possible bound.
 */
export function* computeDollarWeightedBounds(returns: readonly WeightedReturn[]): Generator<void, Bounds | null> {
  const { values, low, high } = yield* sumWeightsByReturn(returns);
  const least = findExtremeMean(values, high, low, Math.min);
  yield;
  const most = findExtremeMean(values, low, high, Math.max);
  yield;
  if (least === null || most === null) return null;
  let [lowest, highest] = [least, most];
  for (const { abnormal, highUsd } of returns) {
    if (highUsd !== null) continue;
    lowest = Math.min(lowest, abnormal);
    highest = Math.max(highest, abnormal);
  }
  return { low: lowest, high: highest };
}

/** Number of returns processed between two pauses. */
const RETURNS_AT_ONCE = 20_000;

/** Sorts the returns ascending, as numbers, since sorting objects takes ten times as long. Sums the weights of equal returns. */
function* sumWeightsByReturn(returns: readonly WeightedReturn[]) {
  const values = Float64Array.from(returns, ({ abnormal }) => abnormal);
  yield;
  values.sort();
  const low = new Float64Array(values.length);
  const high = new Float64Array(values.length);
  for (const [at, { abnormal, lowUsd, highUsd }] of returns.entries()) {
    if (at % RETURNS_AT_ONCE === 0) yield;
    // Equal returns share one place. `low` and `high` have the sums of the lower and of the upper dollar limits at that place.
    const place = findFirstAtLeast(values, abnormal);
    low[place] = (low[place] as number) + lowUsd;
    high[place] = (high[place] as number) + (highUsd ?? lowUsd);
  }
  return { values, low, high };
}

// Lowest or highest weighted mean over all thresholds, as selected by `pickBetter`. Values below a threshold have the weights
// `below`, other values the weights `above`.
function findExtremeMean(
  values: Float64Array,
  below: Float64Array,
  above: Float64Array,
  pickBetter: (one: number, other: number) => number,
): number | null {
  let sum = 0;
  let dollars = 0;
  for (let place = 0; place < values.length; place += 1) {
    sum += (above[place] as number) * (values[place] as number);
    dollars += above[place] as number;
  }
  let best = dollars > 0 ? sum / dollars : null;
  for (let place = 0; place < values.length; place += 1) {
    const change = (below[place] as number) - (above[place] as number);
    sum += change * (values[place] as number);
    dollars += change;
    if (dollars > 0) best = best === null ? sum / dollars : pickBetter(best, sum / dollars);
  }
  return best;
}
