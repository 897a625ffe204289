/** A small version of what `past-questions.ts` does at length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runPastQuestions } from "./past-questions-run.ts";

test("whoever asks only about former versions is answered, and takes nothing from the others", async () => {
  const { asker, others } = await runPastQuestions({ trades: 6000, versions: 40, seconds: 5, others: 100 });
  assert.deepEqual(asker.statuses, { 200: 20 });
  assert.deepEqual(Object.keys(others.statuses), ["200"]);
});
