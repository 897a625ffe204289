/** Quartiles of days, which say more than a mean, since a few very late reports shift a mean considerably. */

export interface Spread {
  readonly count: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
}

/** Null for an empty list. @param sorted ascending. */
export function spreadOf(sorted: ArrayLike<number>): Spread | null {
  return spreadBy(sorted.length, (rank) => sorted[rank] as number);
}

/** Quartiles of numbers given by their counts, without expanding them into a list. @param counts how often each number from `least` on occurs. */
export function spreadOfCounts(counts: ArrayLike<number>, least: number, length: number): Spread | null {
  return spreadBy(length, (rank) => {
    let [value, passed] = [0, counts[0] as number];
    while (passed <= rank) {
      value += 1;
      passed += counts[value] as number;
    }
    return least + value;
  });
}

function spreadBy(length: number, valueAt: (rank: number) => number): Spread | null {
  if (length === 0) return null;
  return {
    count: length,
    lower: quantile(length, valueAt, 0.25),
    median: quantile(length, valueAt, 0.5),
    upper: quantile(length, valueAt, 0.75),
    most: valueAt(length - 1),
  };
}

/** Interpolates between the two nearest ranks (type 7 of Hyndman and Fan). */
function quantile(length: number, valueAt: (rank: number) => number, share: number): number {
  const rank = (length - 1) * share;
  const below = valueAt(Math.floor(rank));
  const above = valueAt(Math.ceil(rank));
  return below + (above - below) * (rank - Math.floor(rank));
}
