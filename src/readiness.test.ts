import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceCheck } from "./readiness.ts";

test("a source without success for more than 26 hours is not ready, and says since when", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  assert.deepEqual(sourceCheck("house-clerk", at(25.9), now), {
    name: "house-clerk",
    ready: true,
    detail: at(25.9).toISOString(),
  });
  const late = sourceCheck("house-clerk", at(26.1), now);
  assert.equal(late.ready, false);
  assert.match(late.detail, /26 hours/);
  assert.equal(sourceCheck("house-clerk", null, now).ready, false);
});
