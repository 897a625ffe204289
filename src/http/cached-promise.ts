/** Caches a result for `ms` milliseconds; a failure is not cached. Concurrent callers share one pending promise. */
export function createCachedPromise<T>(
  ms: number,
  readMonotonicMs: () => number,
  make: () => Promise<T>,
): () => Promise<T> {
  let made: Promise<T> | null = null;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (made !== null && readMonotonicMs() < until) return made;
    // The cache lifetime starts when `make` finishes, so that a slow `make` is never started twice at once.
    until = Number.POSITIVE_INFINITY;
    const making = make();
    made = making;
    making.then(
      () => {
        until = readMonotonicMs() + ms;
      },
      () => {
        made = null;
      },
    );
    return making;
  };
}
