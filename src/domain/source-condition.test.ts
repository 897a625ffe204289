import assert from "node:assert/strict";
import { test } from "node:test";
import { determineSourceCondition, isNetworkDown } from "./source-condition.ts";

const now = new Date("2026-11-20T12:00:00Z");
const subtractHours = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test("a source has one condition, decided by its switch, then its last failure, then its last success", () => {
  const ok = { lastError: null, lastSuccessAt: subtractHours(25.9) };
  assert.equal(determineSourceCondition(ok, true, now), "off");
  assert.equal(determineSourceCondition(ok, false, now), "ok");
  assert.equal(determineSourceCondition({ ...ok, lastSuccessAt: subtractHours(26.1) }, false, now), "overdue");
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

test("the network is down only if every source requested since a given time was unreachable", () => {
  const since = subtractHours(1);
  const createSource = (code: "network" | "timeout" | "no_members" | "blocked" | null, hours = 0.5) => ({
    lastAttemptAt: subtractHours(hours),
    lastError: code === null ? null : { code },
  });
  assert.equal(
    isNetworkDown([createSource("network"), createSource("timeout"), createSource("no_members")], since),
    true,
  );
  assert.equal(isNetworkDown([createSource("network"), createSource(null)], since), false);
  assert.equal(isNetworkDown([createSource("network"), createSource("blocked")], since), false);
  assert.equal(
    isNetworkDown([createSource("network", 1), createSource(null, 1.1)], since),
    true,
    "a source that was not requested does not count",
  );
  assert.equal(isNetworkDown([{ lastAttemptAt: null, lastError: null }], since), false);
});
