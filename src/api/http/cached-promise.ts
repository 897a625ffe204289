/**
 * What takes long to make, made once at a time and kept for a while: those who ask meanwhile get the same. What fails
 * is not kept. `clock`: monotonic milliseconds.
 */
export function keptFor<T>(ms: number, clock: () => number, make: () => Promise<T>): () => Promise<T> {
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
