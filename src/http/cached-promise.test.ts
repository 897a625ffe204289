import assert from "node:assert/strict";
import { test } from "node:test";
import { createCachedPromise } from "./cached-promise.ts";

test("gives all callers the same value while the value is being created, and until the value expires", async () => {
  let now = 0;
  let created = 0;
  let finish: (value: number) => void = () => {};
  const ask = createCachedPromise(
    1000,
    () => now,
    () => {
      created += 1;
      return new Promise<number>((resolve) => {
        finish = resolve;
      });
    },
  );
  const many = Array.from({ length: 100 }, () => ask());
  now = 5000;
  many.push(ask());
  assert.equal(created, 1);
  finish(1);
  assert.deepEqual(new Set(await Promise.all(many)), new Set([1]));
  now = 5999;
  assert.equal(await ask(), 1);
  now = 6000;
  const again = ask();
  assert.equal(created, 2);
  finish(2);
  assert.equal(await again, 2);
});

test("a failed creation is reported to all waiting callers, and the next caller tries again", async () => {
  let fails = true;
  const ask = createCachedPromise(
    1000,
    () => 0,
    async () => {
      if (fails) throw new Error("broken");
      return "whole";
    },
  );
  await assert.rejects(Promise.all([ask(), ask()]), /broken/);
  fails = false;
  assert.equal(await ask(), "whole");
});
