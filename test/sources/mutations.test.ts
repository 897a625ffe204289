/**
 * Mutated reports: each must be refused, rejected with a reason, or read exactly. For a full run:
 * `node test/chaos/mutations.ts --count 5000`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { madeReports, runMutations } from "./mutations/run.ts";

test("no mutated report has a silently wrong row", async () => {
  const { mutated, wrong } = await runMutations(await madeReports(), 300, 7);
  assert.equal(mutated, 300);
  assert.deepEqual(wrong, []);
});
