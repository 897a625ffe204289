/** Ways to wait: share one answer, run one after the other, or wait with a time limit. */
import { awaitNextTurn } from "../base/next-turn.ts";

/** Returns the answer, or undefined if it takes longer than `ms`. */
export async function waitForAnswer<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(async () => {
    // An answer that arrived while this process was busy is not late.
    await awaitNextTurn();
    late.resolve(undefined);
  }, ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

/** Runs work once for all concurrent callers with the same key. */
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

/** Runs work for the same key one after the other, and passes it the milliseconds it has waited. */
type OneByOne = <T>(key: string, work: (waitedMs: number) => Promise<T>) => Promise<T>;

/** @param longestMs maximum wait. */
export function createOneByOne(longestMs: number): OneByOne {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const since = performance.now();
    const turn = before === undefined ? Promise.resolve() : waitForAnswer(longestMs, before).catch(() => undefined);
    const mine = turn.then(() => work(performance.now() - since));
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
