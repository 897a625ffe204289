/**
 * Caches an expensive result for `ms` milliseconds. Concurrent callers share one pending promise. Failures are not cached.
 * @param readClockMs monotonic milliseconds.
 */
export function createCachedPromise<T>(
  ms: number,
  readClockMs: () => number,
  make: () => Promise<T>,
): () => Promise<T> {
  let made: Promise<T> | null = null;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (made !== null && readClockMs() < until) return made;
    // The lifetime starts when `make` finishes, so that a second `make` never starts while a slow one runs.
    until = Number.POSITIVE_INFINITY;
    const making = make();
    made = making;
    making.then(
      () => {
        until = readClockMs() + ms;
      },
      () => {
        made = null;
      },
    );
    return making;
  };
}
