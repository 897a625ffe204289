/** Long work as a generator that yields between its steps: run at once, or in slices between which the process does other work. */
import { createPause } from "../store/pause.ts";

/** Milliseconds of work between two turns of the event loop. */
const SLICE_MS = 2;

export async function inSlices<T>(steps: Generator<void, T>, pause = createPause(SLICE_MS)): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
