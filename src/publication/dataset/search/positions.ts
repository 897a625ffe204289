/** Lists ranges of positions in the newest-first list of trades, and finds indices in sorted values by binary search. */

/** All positions from `from` up to, not including, `to`. */
export function listRange(from: number, to: number): Uint32Array {
  const all = new Uint32Array(to - from);
  for (let at = 0; at < all.length; at += 1) all[at] = from + at;
  return all;
}

/** Index of the first value below `value`, in values sorted in descending order. */
export function findFirstBelow(values: Int32Array, value: number): number {
  return bisect(values.length, (at) => (values[at] as number) >= value);
}

/** Binary search: the first index, up to `length`, for which `isBefore` is false. */
export function bisect(length: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
