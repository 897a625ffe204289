import assert from "node:assert/strict";
import { test } from "node:test";
import { determineSourceCondition, isNetworkDown } from "./source-condition.ts";

const now = new Date("2026-11-20T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test("a source has one condition, decided by its switch, then its last failure, then its last success", () => {
  const ok = { lastError: null, lastSuccessAt: hoursAgo(25.9) };
  assert.equal(determineSourceCondition(ok, true, now), "off");
  assert.equal(determineSourceCondition(ok, false, now), "ok");
  assert.equal(determineSourceCondition({ ...ok, lastSuccessAt: hoursAgo(26.1) }, false, now), "overdue");
  assert.equal(determineSourceCondition({ ...ok, lastSuccessAt: null }, false, now), "never_answered");
  assert.equal(determineSourceCondition(undefined, false, now), "never_answered");
  for (const [code, condition] of [
    ["blocked", "blocked"],
    ["timeout", "failing"],
    ["fewer_than_before", "not_believed"],
    ["more_than_possible", "not_believed"],
    ["no_reports", "not_believed"],
  ] as const) {
    assert.equal(determineSourceCondition({ ...ok, lastError: { code } }, false, now), condition);
    assert.equal(determineSourceCondition({ lastError: { code }, lastSuccessAt: null }, false, now), condition);
  }
});

test("nothing was reached only if every source tried since then had a network failure", () => {
  const since = hoursAgo(1);
  const asked = (code: "network" | "timeout" | "no_members" | "blocked" | null, hours = 0.5) => ({
    lastAttemptAt: hoursAgo(hours),
    lastError: code === null ? null : { code },
  });
  assert.equal(isNetworkDown([asked("network"), asked("timeout"), asked("no_members")], since), true);
  assert.equal(isNetworkDown([asked("network"), asked(null)], since), false);
  assert.equal(isNetworkDown([asked("network"), asked("blocked")], since), false);
  assert.equal(isNetworkDown([asked("network", 1), asked(null, 1.1)], since), true, "what was not asked says nothing");
  assert.equal(isNetworkDown([{ lastAttemptAt: null, lastError: null }], since), false);
});
