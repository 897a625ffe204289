/** Short versions of `deliveries.ts` and `fairness.ts`; they assert nothing about times. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startPostgres } from "../postgres.ts";
import { runFairness } from "./fairness-run.ts";
import { runChaos } from "./run.ts";

test("delivers 200 events to 3 endpoints without loss, despite worker kills and a failing receiver", async () => {
  const report = await runChaos({
    events: 200,
    eventsAtOnce: 50,
    endpoints: 3,
    kills: 10,
    killEveryMs: 400,
    faults: { errors: 0.08, resets: 0.04, hangs: 0.03, lostAcknowledgements: 0.02 },
    seed: 1,
    longestMs: 600_000,
    databaseUrl: null,
  });
  assert.ok(report.kills >= 10);
  assert.deepEqual(report.deliveries, { pending: 0, succeeded: 600, failed: 0, held: 0 });
  assert.deepEqual(
    [report.published, report.taken, report.lost, report.unknown, report.sequenceFaults, report.unverified],
    [588, 600, 0, 0, 0, 0],
  );
  assert.equal(report.lastSequence, 200);
  // At a kill, at most four deliveries to each endpoint are in progress, and only those can be repeated.
  assert.ok(report.duplicates <= report.kills * 12, `${report.duplicates} duplicates, ${report.kills} kills`);
});

test("on PostgreSQL, worker kills and a failing receiver lose no event, and every duplicate delivery is listed", async (context) => {
  const postgres = await startPostgres();
  if ("skipped" in postgres) return context.skip(postgres.skipped);
  try {
    const report = await runChaos({
      events: 100,
      eventsAtOnce: 50,
      endpoints: 3,
      kills: 6,
      killEveryMs: 400,
      faults: { errors: 0.08, resets: 0.04, hangs: 0.03, lostAcknowledgements: 0.02 },
      seed: 2,
      longestMs: 600_000,
      databaseUrl: postgres.url,
    });
    assert.deepEqual(report.deliveries, { pending: 0, succeeded: 300, failed: 0, held: 0 });
    assert.deepEqual([report.lost, report.unknown, report.sequenceFaults, report.unverified], [0, 0, 0, 0]);
    assert.equal(report.duplicated.length, report.duplicates);
  } finally {
    await postgres.stop();
  }
});

test("a hanging endpoint with a long queue does not hold up the others", async () => {
  const report = await runFairness({
    queued: 300,
    healthy: 3,
    publications: 5,
    publishEveryMs: 200,
    longestMs: 60_000,
  });
  assert.deepEqual([report.expected, report.arrived], [150, 150]);
  assert.ok(report.hung <= 8, `${report.hung} attempts at the hanging endpoint`);
  assert.ok(report.waiting >= 300);
});
