import { nextTurn } from "./next-turn.ts";

/** Lets the event loop turn once the last turn is more than `everyMs` ago, so that a long job leaves the server answering. */
export function createPause(everyMs = 5): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await nextTurn();
    last = performance.now();
  };
}

/** Consecutive parts of at most `size` elements. */
export function* inChunks<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}
