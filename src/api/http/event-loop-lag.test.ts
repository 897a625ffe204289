import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { watchLoop } from "./event-loop-lag.ts";

test("a loop that is held up too long is overloaded for a moment and shaken for some seconds; one that is held up shortly is only behind", () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  const pass = (ms: number, heldUpMs = 0) => {
    now += ms + heldUpMs;
    mock.timers.tick(ms);
  };
  const loop = watchLoop({ behindLagMs: 200, overloadLagMs: 1000 }, () => now);
  try {
    pass(50, 100);
    assert.equal(loop.behind(), false);
    pass(50, 900);
    assert.deepEqual([loop.behind(), loop.overloaded(), loop.shaken()], [true, false, false]);
    pass(50, 2000);
    assert.deepEqual([loop.overloaded(), loop.shaken()], [true, true]);
    pass(50);
    assert.equal(loop.overloaded(), true);
    pass(50);
    for (let at = 0; at < 4; at += 1) pass(50);
    assert.deepEqual([loop.overloaded(), loop.shaken()], [false, true]);
    for (let at = 0; at < 100; at += 1) pass(50);
    assert.equal(loop.shaken(), false);
    now += 2000;
    assert.equal(loop.overloaded(), true, "asked before the timer is called");
    loop.begin();
    assert.deepEqual([loop.overloaded(), loop.shaken()], [false, false], "a start keeps no request waiting");
  } finally {
    loop.stop();
    mock.timers.reset();
  }
});
