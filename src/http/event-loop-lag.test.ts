import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { watchLoop } from "./event-loop-lag.ts";

/** An event loop with fake clocks: `work` advances wall and processor time, `away` only wall time. */
function startWatch() {
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  let cpu = 0;
  const loop = watchLoop(
    { behindLagMs: 200, overloadLagMs: 1000 },
    () => now,
    () => cpu,
  );
  return {
    loop,
    pass(ms: number, { work = 0, away = 0 } = {}) {
      now += ms + work + away;
      cpu += work;
      mock.timers.tick(ms);
    },
    [Symbol.dispose]() {
      loop.stop();
      mock.timers.reset();
    },
  };
}

test("long work makes the loop overloaded for a moment and unstable for seconds; short work only makes it fall behind", () => {
  using watch = startWatch();
  const { loop, pass } = watch;
  pass(50, { work: 100 });
  assert.equal(loop.isLoopBehind(), false);
  pass(50, { work: 900 });
  assert.deepEqual([loop.isLoopBehind(), loop.isOverloaded(), loop.wasOverloaded()], [true, false, false]);
  pass(50, { work: 2000 });
  assert.deepEqual([loop.isOverloaded(), loop.wasOverloaded()], [true, true]);
  pass(50);
  assert.equal(loop.isOverloaded(), true);
  pass(50);
  for (let at = 0; at < 4; at += 1) pass(50);
  assert.deepEqual([loop.isOverloaded(), loop.wasOverloaded()], [false, true]);
  for (let at = 0; at < 100; at += 1) pass(50);
  assert.equal(loop.wasOverloaded(), false);
  pass(0, { work: 2000 });
  assert.equal(loop.isOverloaded(), true, "queried before the timer fires");
  loop.forgetLags();
  assert.deepEqual([loop.isOverloaded(), loop.wasOverloaded()], [false, false], "the lag of the startup is forgotten");
});

test("a process that was suspended, or lost its processor, is neither behind nor overloaded", () => {
  using watch = startWatch();
  const { loop, pass } = watch;
  pass(0, { away: 5000 });
  assert.deepEqual([loop.isLoopBehind(), loop.isOverloaded()], [false, false], "queried before the timer fires");
  pass(50);
  pass(50, { away: 5000, work: 150 });
  assert.deepEqual([loop.isLoopBehind(), loop.isOverloaded(), loop.wasOverloaded()], [false, false, false]);
  pass(50, { away: 5000, work: 300 });
  assert.deepEqual([loop.isLoopBehind(), loop.isOverloaded()], [true, false], "only its own work counts");
});
