import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitNextTurn } from "./next-turn.ts";

test("of several tasks that yield, one resumes per turn of the event loop, in the order in which they yielded", async () => {
  let turn = 0;
  let isWatching = true;
  const watch = () => {
    turn += 1;
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  const wentOn: { readonly work: number; readonly turn: number }[] = [];
  const work = async (number: number) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await awaitNextTurn();
      wentOn.push({ work: number, turn });
    }
  };
  await Promise.all([work(1), work(2), work(3)]);
  isWatching = false;
  assert.deepEqual(
    wentOn.map((each) => each.work),
    [1, 2, 3, 1, 2, 3, 1, 2, 3],
  );
  assert.equal(new Set(wentOn.map((each) => each.turn)).size, wentOn.length, JSON.stringify(wentOn));
});

test("a task that yields while no other task waits resumes in the next turn", async () => {
  let isNext = false;
  setImmediate(() => {
    isNext = true;
  });
  await awaitNextTurn();
  assert.equal(isNext, true);
});
