import assert from "node:assert/strict";
import { test } from "node:test";
import { RenderBudget } from "./render-budget.ts";

function budget(share: number) {
  let now = 0;
  const made = new RenderBudget({ share, readMonotonicMs: () => now });
  return { made, to: (ms: number) => (now = ms) };
}

test("a caller can use a minute's share at once, then waits until enough is available again", () => {
  const { made, to } = budget(0.25);
  made.charge("a", 14_999);
  assert.equal(made.computeWaitMs("a"), 0);
  made.charge("a", 101);
  assert.equal(made.computeWaitMs("a"), 400);
  assert.equal(made.computeWaitMs("b"), 0, "each caller has a share of their own");
  to(400);
  assert.equal(made.computeWaitMs("a"), 0);
});

test("in the long run no caller uses more than its share, and an idle one saves at most a minute's", () => {
  const { made, to } = budget(0.1);
  to(3_600_000);
  let spent = 0;
  for (let now = 3_600_000; now < 7_200_000; now += 50) {
    to(now);
    if (made.computeWaitMs("a") > 0) continue;
    made.charge("a", 20);
    spent += 20;
  }
  assert.ok(spent <= 0.1 * (3_600_000 + 60_000) + 20, String(spent));
  assert.ok(spent >= 0.1 * 3_600_000, String(spent));
});
