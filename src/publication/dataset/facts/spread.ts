/** Quartiles of numbers of days: unlike a mean, they do not shift with a few very late reports. */

export interface Spread {
  readonly count: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
}

/** Null for an empty list. @param sorted ascending. */
export function computeQuartiles(sorted: ArrayLike<number>): Spread | null {
  return computeQuartilesByRank(sorted.length, (rank) => sorted[rank] as number);
}

/** Quartiles of numbers given as a histogram. @param counts `counts[n]`: how often `least + n` occurs. @param length sum of the counts. */
export function computeQuartilesFromHistogram(counts: ArrayLike<number>, least: number, length: number): Spread | null {
  return computeQuartilesByRank(length, (rank) => {
    let [value, passed] = [0, counts[0] as number];
    while (passed <= rank) {
      value += 1;
      passed += counts[value] as number;
    }
    return least + value;
  });
}

function computeQuartilesByRank(length: number, getValueAt: (rank: number) => number): Spread | null {
  if (length === 0) return null;
  return {
    count: length,
    lower: computeQuantile(length, getValueAt, 0.25),
    median: computeQuantile(length, getValueAt, 0.5),
    upper: computeQuantile(length, getValueAt, 0.75),
    most: getValueAt(length - 1),
  };
}

/** Interpolates between the two nearest ranks (type 7 of Hyndman and Fan). */
function computeQuantile(length: number, getValueAt: (rank: number) => number, share: number): number {
  const rank = (length - 1) * share;
  const below = getValueAt(Math.floor(rank));
  const above = getValueAt(Math.ceil(rank));
  return below + (above - below) * (rank - Math.floor(rank));
}
