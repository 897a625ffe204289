/**
 * Caches an expensive result for a while and makes it once at a time: callers meanwhile get the same promise. A failure is not cached.
 * @param clock monotonic milliseconds.
 */
export function cachedFor<T>(ms: number, clock: () => number, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (made !== null && clock() < until) return made;
    // It stands from the end of the making, so that a slow one is not begun again while it is under way.
    until = Number.POSITIVE_INFINITY;
    const making = make();
    made = making;
    making.then(
      () => {
        until = clock() + ms;
      },
      () => {
        made = null;
      },
    );
    return making;
  };
}
