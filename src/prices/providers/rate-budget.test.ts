import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateBudget } from "./rate-budget.ts";

test("never exceeds the budget in any 60 seconds, with a lower limit for unlisted symbols", () => {
  const budget = createRateBudget({ perMinute: 4, perMinuteForUnlistedSymbols: 2 });
  const unlisted = [0, 1, 2].map((at) => budget.spend("unlisted", at) === 0);
  const listed = [3, 4, 5].map((at) => budget.spend("caller", at) === 0);
  assert.deepEqual(
    [unlisted, listed],
    [
      [true, true, false],
      [true, true, false],
    ],
  );
  assert.equal(budget.spend("caller", 59_999), 1, "milliseconds to wait");
  assert.equal(budget.spend("caller", 60_000), 0, "the first is a minute old");
  assert.equal(budget.spend("caller", 60_000), 1);
});

test("an hourly limit applies in addition to the limit per minute, and prefetching gets a quarter of both", () => {
  const budget = createRateBudget({ perMinute: 10, perMinuteForUnlistedSymbols: 5, perHour: 12 });
  const countTaken = (purpose: "caller" | "unlisted" | "warming", atMs: number) =>
    Array.from({ length: 12 }, () => budget.spend(purpose, atMs)).filter((freeInMs) => freeInMs === 0).length;
  assert.equal(countTaken("warming", 0), 2);
  assert.equal(countTaken("unlisted", 1), 5);
  assert.equal(budget.countRemaining(1), 3);
  assert.equal(countTaken("caller", 1), 3);
  assert.equal(countTaken("caller", 70_000), 2, "all twelve of the hour are used");
  assert.equal(budget.countRemaining(3_600_000), 2);
  assert.equal(countTaken("warming", 3_600_000), 0, "ten requests of callers are still in the hour");
  assert.equal(countTaken("warming", 3_670_000), 2);
});

test("prefetching stops once half of a window is used, leaving the rest to callers", () => {
  const budget = createRateBudget({ perMinute: 20, perMinuteForUnlistedSymbols: 4 });
  const countSpent = (purpose: "caller" | "warming", count: number, atMs: number) =>
    Array.from({ length: count }, () => budget.spend(purpose, atMs)).filter((freeInMs) => freeInMs === 0).length;
  assert.equal(countSpent("warming", 3, 0), 3);
  assert.equal(countSpent("caller", 7, 10), 7);
  assert.equal(countSpent("warming", 1, 20), 0);
  assert.equal(countSpent("caller", 20, 30), 10);
  assert.equal(countSpent("warming", 1, 59_999), 0, "all twenty are still in the window");
});

test("a waiting request gets a slot after the requests ahead of it", () => {
  const budget = createRateBudget({ perMinute: 2, perMinuteForUnlistedSymbols: 1 });
  assert.deepEqual([budget.spend("caller", 0), budget.spend("caller", 10_000)], [0, 0]);
  assert.deepEqual([budget.spend("caller", 20_000), budget.spend("caller", 20_000, 1)], [40_000, 50_000]);
  assert.equal(budget.spend("caller", 60_000, 1), 10_000, "the free slot belongs to the request ahead");
  assert.equal(budget.spend("caller", 60_000), 0);
});
