import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

type Found<T> = Exclude<T, null | undefined | false>;

/**
 * Polls until `look` returns something other than null, undefined or false, because a busy machine may take longer. If time runs
 * out, fails with a message that names what is missing: "two mails did not come within 20 s".
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  { withinMs = 20_000, everyMs = 10 } = {},
): Promise<Found<T>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found as Found<T>;
    assert.ok(performance.now() < end, `${what} did not come within ${withinMs / 1000} s`);
    await sleep(everyMs);
  }
}
