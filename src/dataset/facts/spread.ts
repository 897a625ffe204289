/** Quartiles of days, which say more than a mean: few very late reports move a mean far. */

export interface Spread {
  readonly count: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
}

/** Null of no values. @param sorted ascending. */
export function spreadOf(sorted: ArrayLike<number>): Spread | null {
  const { length } = sorted;
  if (length === 0) return null;
  return {
    count: length,
    lower: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upper: quantile(sorted, 0.75),
    most: sorted[length - 1] as number,
  };
}

/** Interpolates between the two nearest ranks (type 7 of Hyndman and Fan). @param sorted ascending, not empty. */
function quantile(sorted: ArrayLike<number>, share: number): number {
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)] as number;
  const above = sorted[Math.ceil(rank)] as number;
  return below + (above - below) * (rank - Math.floor(rank));
}
