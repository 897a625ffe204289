/** A small version of what `evidence-queue.ts` does at length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runEvidenceQueue } from "./evidence-queue-run.ts";

test("a visitor with one picture does not wait for those of ten addresses with twenty each", async () => {
  const { askers, visitors, others } = await runEvidenceQueue({ trades: 6000, versions: 40, seconds: 5, others: 100 });
  assert.deepEqual(Object.keys(visitors.statuses), ["200"]);
  assert.ok(visitors.longestMs < askers.p50Ms, `${visitors.longestMs} ms, and ${askers.p50Ms} ms of the ten`);
  assert.deepEqual(Object.keys(others.statuses), ["200"]);
});
