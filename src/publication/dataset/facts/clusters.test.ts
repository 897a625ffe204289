import assert from "node:assert/strict";
import { test } from "node:test";
import { findDensestSpan } from "./clusters.ts";

test("finds the 14-day span with the most distinct members", () => {
  const findSpan = (...trades: [number, number][]) => findDensestSpan(trades);
  assert.deepEqual(findSpan(), { members: 0, first: 0, last: -1 });
  assert.deepEqual(findSpan([0, 1], [1, 1], [13, 2]), { members: 2, first: 0, last: 2 });
  assert.deepEqual(findSpan([0, 1], [14, 2]), { members: 1, first: 0, last: 0 });
  assert.deepEqual(findSpan([0, 1], [1, 1], [14, 2], [15, 3], [27, 4]), { members: 3, first: 2, last: 4 });
});
