import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readConfig } from "../../base/config.ts";
import { getDeliverySettings } from "./delivery.ts";
import type { AttemptOutcome } from "./send.ts";
import { type JudgedAttempt, judgeAttempt } from "./verdict.ts";

const { rules } = getDeliverySettings(readConfig({}));
const AT = new Date("2026-11-20T08:00:00Z");
const HOUR = 3_600_000;

function toOutcome(statusCode: number | null, changes: Partial<AttemptOutcome> = {}): AttemptOutcome {
  const good = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const error = good ? null : statusCode === null ? "timeout" : "http_status";
  return { statusCode, error, durationMs: 0, retryAfterMs: null, ...changes };
}

function judge(outcome: AttemptOutcome, changes: Partial<JudgedAttempt> = {}) {
  return judgeAttempt(
    {
      delivery: { attempts: 0, attemptsBefore: 0 },
      endpoint: { consecutiveFailures: 0, failingSince: null },
      outcome,
      attemptedAt: AT,
      random: 0,
      ...changes,
    },
    rules,
  );
}

const waitMs = (verdict: ReturnType<typeof judge>) => (verdict.nextAttemptAt?.getTime() ?? Number.NaN) - AT.getTime();

test("a 2xx response ends the delivery, with no retry, pause or disabling", () => {
  assert.deepEqual(judge(toOutcome(204, { durationMs: 12 }), { delivery: { attempts: 2, attemptsBefore: 0 } }), {
    attempt: { number: 3, attemptedAt: AT, statusCode: 204, error: null, durationMs: 12, nextAttemptAt: null },
    status: "succeeded",
    nextAttemptAt: null,
    pauseEndpointUntil: null,
    disable: null,
  });
});

test("makes ten attempts over 75 hours 35 minutes, plus at most 10%", () => {
  const listWaits = (random: number) =>
    Array.from({ length: 9 }, (_, attempts) =>
      waitMs(judge(toOutcome(500), { delivery: { attempts, attemptsBefore: 0 }, random })),
    );
  const seconds = listWaits(0).map((ms) => ms / 1000);
  assert.deepEqual(seconds, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  assert.equal(
    listWaits(0).reduce((sum, ms) => sum + ms),
    75 * HOUR + 35 * 60_000 + 5000,
  );
  const longest = listWaits(1).reduce((sum, ms) => sum + ms) / HOUR;
  assert.ok(longest > 83 && longest < 83.2, `${longest} h`);
  const last = judge(toOutcome(500), { delivery: { attempts: 9, attemptsBefore: 0 } });
  assert.deepEqual([last.status, last.nextAttemptAt, last.attempt.number], ["failed", null, 10]);
});

test("counts the wait from the end of the attempt", () => {
  assert.equal(waitMs(judge(toOutcome(null, { durationMs: 15_000 }))), 20_000);
});

test("Retry-After on 429 and 503 lengthens the wait, up to a day, and never shortens it", () => {
  assert.equal(waitMs(judge(toOutcome(503, { retryAfterMs: 120_000 }))), 120_000);
  assert.equal(waitMs(judge(toOutcome(503, { retryAfterMs: 1000 }))), 5000);
  assert.equal(waitMs(judge(toOutcome(429, { retryAfterMs: 90 * HOUR }))), 24 * HOUR);
  assert.equal(waitMs(judge(toOutcome(500, { retryAfterMs: 120_000 }))), 5000);
});

test("429, 502 and 504 pause the endpoint for at least a minute", () => {
  for (const status of [429, 502, 504]) {
    const verdict = judge(toOutcome(status));
    assert.equal((verdict.pauseEndpointUntil?.getTime() ?? 0) - AT.getTime(), 60_000);
    assert.equal(waitMs(verdict), 60_000);
  }
  const asked = judge(toOutcome(429, { retryAfterMs: 300_000 }));
  assert.equal((asked.pauseEndpointUntil?.getTime() ?? 0) - AT.getTime(), 300_000);
  for (const outcome of [toOutcome(500), toOutcome(503, { retryAfterMs: 300_000 }), toOutcome(null), toOutcome(200)]) {
    assert.equal(judge(outcome).pauseEndpointUntil, null);
  }
});

test("410 disables the endpoint at once and holds the delivery", () => {
  const verdict = judge(toOutcome(410));
  assert.deepEqual([verdict.status, verdict.disable, verdict.nextAttemptAt], ["held", "gone", null]);
});

test("an endpoint is disabled only after ten consecutive failures over at least 120 hours", () => {
  const disable = (hours: number, consecutiveFailures: number) =>
    judge(toOutcome(null), {
      endpoint: { consecutiveFailures, failingSince: new Date(AT.getTime() - hours * HOUR) },
    }).disable;
  assert.equal(disable(120, 9), "consecutive_failures");
  assert.equal(disable(119.9, 500), null);
  assert.equal(disable(500, 8), null);
  const last = judge(toOutcome(500), {
    delivery: { attempts: 9, attemptsBefore: 0 },
    endpoint: { consecutiveFailures: 50, failingSince: new Date(AT.getTime() - 130 * HOUR) },
  });
  assert.deepEqual([last.status, last.disable], ["failed", "consecutive_failures"]);
});

test("a pending delivery always has a next attempt, and a delivery that is not pending never has one", () => {
  const outcome = fc.record({
    statusCode: fc.option(fc.integer({ min: 100, max: 599 })),
    durationMs: fc.nat(15_000),
    retryAfterMs: fc.option(fc.nat(999_999_999_000)),
  });
  fc.assert(
    fc.property(outcome, fc.nat(12), fc.double({ min: 0, max: 1, noNaN: true }), (given, attempts, random) => {
      const verdict = judge(toOutcome(given.statusCode, given), { delivery: { attempts, attemptsBefore: 0 }, random });
      assert.equal(verdict.status === "pending", verdict.nextAttemptAt !== null);
      if (verdict.nextAttemptAt) {
        const wait = verdict.nextAttemptAt.getTime() - AT.getTime() - given.durationMs;
        assert.ok(wait >= 5000 && wait <= 24 * HOUR * 1.1 + 1);
      }
      assert.equal(verdict.attempt.number, attempts + 1);
      assert.equal(verdict.disable, given.statusCode === 410 ? "gone" : null);
    }),
  );
});
