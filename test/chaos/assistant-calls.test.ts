/** A small version of what `assistant-calls.ts` does at length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runAssistantCalls } from "./assistant-calls-run.ts";
import type { Answers } from "./large-service.ts";

test("whoever asks the assistant for what costs most takes nothing from the others, and lists of calls are refused", async () => {
  const { lists, calls, formerVersions, others } = await runAssistantCalls({
    trades: 6000,
    versions: 40,
    seconds: 5,
    others: 100,
  });
  assert.deepEqual(answered(lists), ["400"]);
  assert.deepEqual(answered(calls), ["200"]);
  assert.deepEqual(answered(formerVersions), ["200"]);
  assert.deepEqual(Object.keys(others.statuses), ["200"]);
});

/** Those who keep a busy machine behind may be told to come back. */
function answered({ statuses }: Answers): readonly string[] {
  return Object.keys(statuses).filter((status) => status !== "503");
}
