import { awaitNextTurn } from "./next-turn.ts";

/** Returns a function that yields to the event loop, at most once per `everyMs`. So the server answers during a long job. */
export function createPause(everyMs = 5): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await awaitNextTurn();
    last = performance.now();
  };
}

export function* splitIntoChunks<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}
