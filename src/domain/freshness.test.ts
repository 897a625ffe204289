import assert from "node:assert/strict";
import { test } from "node:test";
import { isStale } from "./freshness.ts";

test("a source is stale once its last success is more than 26 hours old, and not before", () => {
  const success = new Date("2026-11-20T12:00:00Z");
  const isStaleAfter = (ms: number) => isStale(success, new Date(success.getTime() + ms));
  assert.equal(isStaleAfter(26 * 3_600_000), false);
  assert.equal(isStaleAfter(26 * 3_600_000 + 1), true);
});
