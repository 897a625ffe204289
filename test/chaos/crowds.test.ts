/** Short versions of `past-questions.ts`, `assistant-calls.ts` and `evidence-queue.ts`, on one service. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runAssistantCalls } from "./assistant-calls-run.ts";
import { runEvidenceQueue } from "./evidence-queue-run.ts";
import { type Answers, type Crowd, type LargeService, openLargeService } from "./large-service.ts";
import { runPastQuestions } from "./past-questions-run.ts";

const CROWD: Crowd = { trades: 6000, versions: 40, seconds: 5, others: 100 };
let service: LargeService;

before(async () => {
  service = await openLargeService(CROWD);
});
after(() => service?.[Symbol.asyncDispose]());

test("a caller that requests only former versions gets responses, and does not slow the others", async () => {
  const { asker, others } = await runPastQuestions(service, CROWD);
  assert.deepEqual(asker.statuses, { 200: 20 });
  assert.deepEqual(Object.keys(others.statuses), ["200"]);
});

test("callers of the assistant's most expensive tools do not slow the others, and batches are rejected", async () => {
  const { lists, calls, formerVersions, others } = await runAssistantCalls(service, CROWD);
  assert.deepEqual(listStatusesExcept503(lists), ["400"]);
  assert.deepEqual(listStatusesExcept503(calls), ["200"]);
  assert.deepEqual(listStatusesExcept503(formerVersions), ["200"]);
  assert.deepEqual(Object.keys(others.statuses), ["200"]);
});

test("a visitor who requests one picture does not wait for ten addresses that request twenty each", async () => {
  const { askers, visitors, others } = await runEvidenceQueue(service, CROWD);
  assert.deepEqual(Object.keys(visitors.statuses), ["200"]);
  assert.ok(visitors.longestMs < askers.p50Ms, `${visitors.longestMs} ms, and ${askers.p50Ms} ms of the ten`);
  assert.deepEqual(Object.keys(others.statuses), ["200"]);
});

/** On a busy machine, callers who delay the service may get 503, which tells them to retry later. */
function listStatusesExcept503({ statuses }: Answers): readonly string[] {
  return Object.keys(statuses).filter((status) => status !== "503");
}
