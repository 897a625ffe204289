import assert from "node:assert/strict";
import { test } from "node:test";
import { RenderBudget } from "./render-budget.ts";

function createBudget(share: number) {
  let now = 0;
  const budget = new RenderBudget({ share, readMonotonicMs: () => now });
  return { budget, to: (ms: number) => (now = ms) };
}

test("a caller can use a minute's share at once, then waits until enough is available again", () => {
  const { budget, to } = createBudget(0.25);
  budget.charge("a", 14_999);
  assert.equal(budget.computeWaitMs("a"), 0);
  budget.charge("a", 101);
  assert.equal(budget.computeWaitMs("a"), 400);
  assert.equal(budget.computeWaitMs("b"), 0, "each caller has its own share");
  to(400);
  assert.equal(budget.computeWaitMs("a"), 0);
});

test("in the long run a caller uses at most its share, and an idle caller saves up at most one minute's share", () => {
  const { budget, to } = createBudget(0.1);
  to(3_600_000);
  let spent = 0;
  for (let now = 3_600_000; now < 7_200_000; now += 50) {
    to(now);
    if (budget.computeWaitMs("a") > 0) continue;
    budget.charge("a", 20);
    spent += 20;
  }
  assert.ok(spent <= 0.1 * (3_600_000 + 60_000) + 20, String(spent));
  assert.ok(spent >= 0.1 * 3_600_000, String(spent));
});
