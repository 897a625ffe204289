import { nextTurn } from "../next-turn.ts";

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
