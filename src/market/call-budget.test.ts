import assert from "node:assert/strict";
import { test } from "node:test";
import { createPurse } from "./call-budget.ts";
import { createShortMemory } from "./short-memory.ts";

test("in any 60 seconds no more questions go out than the budget has, fewer for what nobody has heard of", () => {
  const purse = createPurse({ perMinute: 4, perMinuteUnheard: 2 });
  const unheard = [0, 1, 2].map((at) => purse.take("unheard", at));
  const heard = [3, 4, 5].map((at) => purse.take("caller", at));
  assert.deepEqual(
    [unheard, heard],
    [
      [true, true, false],
      [true, true, false],
    ],
  );
  assert.equal(purse.take("caller", 59_999), false);
  assert.equal(purse.take("caller", 60_000), true, "the first is a minute old");
  assert.equal(purse.take("caller", 60_000), false);
});

test("an hour's and a day's limit count beside the minute's, and filling in ahead takes a quarter of each", () => {
  const purse = createPurse({ perMinute: 10, perMinuteUnheard: 5, perHour: 12 });
  const taken = (purpose: "caller" | "unheard" | "warming", atMs: number) =>
    Array.from({ length: 12 }, () => purse.take(purpose, atMs)).filter(Boolean).length;
  assert.equal(taken("warming", 0), 2);
  assert.equal(taken("unheard", 1), 5);
  assert.equal(purse.left(1), 3);
  assert.equal(taken("caller", 1), 3);
  assert.equal(taken("caller", 70_000), 2, "twelve in the hour");
  assert.equal(purse.left(3_600_000), 2);
  assert.equal(taken("warming", 3_600_000), 2);
});

test("a short memory forgets by age and by number", () => {
  const memory = createShortMemory<number>(2, 1_000);
  memory.set("a", 1, 0);
  assert.equal(memory.get("a", 999), 1);
  assert.equal(memory.get("a", 1_000), undefined);
  for (const [value, key] of ["b", "c", "d"].entries()) memory.set(key, value, 0);
  assert.equal(memory.size, 2);
  assert.equal(memory.get("b", 1), undefined);
  assert.equal(memory.get("d", 1), 2);
});
