import assert from "node:assert/strict";
import { test } from "node:test";
import { createThrottledLog } from "./request-log.ts";

test("logs at most 20 lines of one message per minute, then says how many were left out", () => {
  let now = 0;
  const lines: [object, string][] = [];
  const write = (about: object, message: string) => void lines.push([about, message]);
  const log = createThrottledLog({ warn: write, error: write }, () => now);
  for (let n = 0; n < 5000; n += 1) log.error({ n }, "request failed");
  log.warn({}, "slow answer");
  assert.equal(lines.length, 21);
  assert.deepEqual(lines.at(-1), [{}, "slow answer"]);
  now = 60_000;
  log.error({ n: 5000 }, "request failed");
  log.error({ n: 5001 }, "request failed");
  assert.deepEqual(lines.slice(-2), [
    [{ n: 5000, leftOutBefore: 4980 }, "request failed"],
    [{ n: 5001 }, "request failed"],
  ]);
});
