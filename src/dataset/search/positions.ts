/** Lists of positions, always ascending. */
import { type Bitmap, hasBit } from "./bitmap.ts";

/** All positions from `from` up to, not including, `to`. */
export function range(from: number, to: number): Uint32Array {
  const all = new Uint32Array(to - from);
  for (let at = 0; at < all.length; at += 1) all[at] = from + at;
  return all;
}

/** Those whose bit is set. */
export function keepSet(positions: Uint32Array, bitmap: Bitmap): Uint32Array {
  const kept = new Uint32Array(positions.length);
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    if (!hasBit(bitmap, position)) continue;
    kept[count] = position;
    count += 1;
  }
  return kept.subarray(0, count);
}

/** Index of the first of descending values that is below `value`. */
export function firstBelow(values: Int32Array, value: number): number {
  return bisect(values.length, (at) => (values[at] as number) >= value);
}

/** The first index, up to `length`, for which `before` no longer holds. */
export function bisect(length: number, before: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
