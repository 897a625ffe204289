/** Runs work once for all who ask for the same key while it is under way. */
export function createSingleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const already = underWay.get(key);
    if (already !== undefined) return already;
    const mine = work().finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}

/**
 * Runs work for the same key one after the other, and hands it the milliseconds that it has waited; who has waited for
 * `longestMs` no longer waits.
 */
export function createTurns(longestMs: number): <T>(key: string, work: (waitedMs: number) => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const since = performance.now();
    const turn = before === undefined ? Promise.resolve() : settledWithin(longestMs, before);
    const mine = turn.then(() => work(performance.now() - since));
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

async function settledWithin(ms: number, before: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([before.catch(() => undefined), late.promise]);
  clearTimeout(timer);
}
