import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import { within } from "./engine.ts";

test("the engine may wait for a busy machine longer than it may compute", async () => {
  assert.equal(await within(100, "waiting", after(600, "done")), "done");
});

test("an engine that computes longer than it may is given up", async () => {
  const busy = new AbortController();
  const spin = () => {
    const until = performance.now() + 20;
    while (performance.now() < until);
    if (!busy.signal.aborted) setTimeout(spin, 0);
  };
  spin();
  await assert.rejects(
    within(100, "computing", new Promise(() => {})),
    /computing took more than 0.1 s of a processor/,
  );
  busy.abort();
});

test("an engine that hangs without computing is given up at last", async () => {
  await assert.rejects(within(20, "hanging", new Promise(() => {})), /hanging did not end within|took more than/);
});
