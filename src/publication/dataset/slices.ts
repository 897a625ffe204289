/** Runs a generator that does long work in steps, either without pauses or in slices. Other work can run between slices. */
import { createPause, splitIntoChunks } from "../../base/pause.ts";

/** Milliseconds of work between two turns of the event loop. */
const SLICE_MS = 2;

export async function runInSlices<T>(steps: Generator<void, T>, pause = createPause(SLICE_MS)): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

export function runWithoutPauses<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Number of values sorted without a pause, in less than a millisecond. */
const SORTED_AT_ONCE = 500;

/** Merge sort for many values, with a pause after every few hundred values. */
export async function sortInSlices<T>(
  values: readonly T[],
  compare: (a: T, b: T) => number,
  pause = createPause(SLICE_MS),
): Promise<readonly T[]> {
  let runs: T[][] = [];
  for (const run of splitIntoChunks(values, SORTED_AT_ONCE)) {
    runs.push(run.toSorted(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (const [one = [], other = []] of splitIntoChunks(runs, 2))
      merged.push(await mergeInSlices(one, other, compare, pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeInSlices<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (a: T, b: T) => number,
  pause: () => Promise<void>,
): Promise<T[]> {
  const merged: T[] = [];
  for (let [at, next] = [0, 0]; at < one.length || next < other.length; ) {
    const takesOne = next === other.length || (at < one.length && compare(one[at] as T, other[next] as T) <= 0);
    merged.push((takesOne ? one[at++] : other[next++]) as T);
    if (merged.length % SORTED_AT_ONCE === 0) await pause();
  }
  return merged;
}
