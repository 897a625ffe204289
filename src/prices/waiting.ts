/** Waits with a time limit, shares one answer between callers, and runs tasks with the same key one after the other. */
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
    const pending = underWay.get(key);
    if (pending !== undefined) return pending;
    const answer = work().finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  };
}

/** Runs work for the same key one after the other; `work` gets the milliseconds that it has waited. */
type KeyedQueue = <T>(key: string, work: (waitedMs: number) => Promise<T>) => Promise<T>;

/** @param longestMs maximum wait. */
export function createKeyedQueue(longestMs: number): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const previous = last.get(key);
    const startedAt = performance.now();
    const turn = previous === undefined ? Promise.resolve() : waitForAnswer(longestMs, previous).catch(() => undefined);
    const answer = turn.then(() => work(performance.now() - startedAt));
    last.set(key, answer);
    try {
      return await answer;
    } finally {
      if (last.get(key) === answer) last.delete(key);
    }
  };
}
