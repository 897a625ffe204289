/** How callers wait: together for one answer, one after the other, or no longer than so. */
import { nextTurn } from "../base/next-turn.ts";

/** The answer; undefined when it takes longer than that. */
export async function answerWithin<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(async () => {
    // An answer that has arrived while this process was busy is not late.
    await nextTurn();
    late.resolve(undefined);
  }, ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

/** Runs work once for all callers that ask for the same key while it is under way. */
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

/** Runs work for the same key one after the other, and passes it the milliseconds that it has waited. */
type OneByOne = <T>(key: string, work: (waitedMs: number) => Promise<T>) => Promise<T>;

/** @param longestMs nobody waits for longer. */
export function createOneByOne(longestMs: number): OneByOne {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const since = performance.now();
    const turn = before === undefined ? Promise.resolve() : answerWithin(longestMs, before).catch(() => undefined);
    const mine = turn.then(() => work(performance.now() - since));
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
