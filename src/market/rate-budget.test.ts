import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateBudget } from "./rate-budget.ts";

test("in any 60 seconds no more questions go out than the budget has, fewer for symbols that no directory lists", () => {
  const budget = createRateBudget({ perMinute: 4, perMinuteUnlisted: 2 });
  const unlisted = [0, 1, 2].map((at) => budget.spend("unlisted", at));
  const listed = [3, 4, 5].map((at) => budget.spend("caller", at));
  assert.deepEqual(
    [unlisted, listed],
    [
      [true, true, false],
      [true, true, false],
    ],
  );
  assert.equal(budget.spend("caller", 59_999), false);
  assert.equal(budget.spend("caller", 60_000), true, "the first is a minute old");
  assert.equal(budget.spend("caller", 60_000), false);
});

test("an hour's and a day's limit count beside the minute's, and filling in ahead takes a quarter of each", () => {
  const budget = createRateBudget({ perMinute: 10, perMinuteUnlisted: 5, perHour: 12 });
  const taken = (purpose: "caller" | "unlisted" | "warming", atMs: number) =>
    Array.from({ length: 12 }, () => budget.spend(purpose, atMs)).filter(Boolean).length;
  assert.equal(taken("warming", 0), 2);
  assert.equal(taken("unlisted", 1), 5);
  assert.equal(budget.left(1), 3);
  assert.equal(taken("caller", 1), 3);
  assert.equal(taken("caller", 70_000), 2, "twelve in the hour");
  assert.equal(budget.left(3_600_000), 2);
  assert.equal(taken("warming", 3_600_000), 2);
});
