import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseAfterFailure } from "./runs.ts";

test("a service that is offline asks again after 1, 2, 4 and so on minutes, at most after 65; a site that failed alone after 65", () => {
  const minutes = (runs: number) => pauseAfterFailure(runs) / 60_000;
  assert.deepEqual([0, 1, 2, 3, 6, 7, 8, 2000].map(minutes), [65, 1, 2, 4, 32, 64, 65, 65]);
});
