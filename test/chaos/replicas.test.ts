/** A short version of `replicas.ts`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startPostgres } from "../postgres.ts";
import { startRedis } from "../redis.ts";
import { FAULTS, runReplicas } from "./replicas-run.ts";
import { makeSmallDisk } from "./small-disk.ts";

test("readers of two replicas notice no crash, kill, shutdown or full disk, and acknowledged writes survive", {
  timeout: 240_000,
}, async (context) => {
  const redis = await startRedis();
  if ("skipped" in redis) return context.skip(redis.skipped);
  const postgres = await startPostgres();
  if ("skipped" in postgres) {
    await redis.stop();
    return context.skip(postgres.skipped);
  }
  const disk = makeSmallDisk(48);
  if ("skipped" in disk) context.diagnostic(`"disk full" is skipped: ${disk.skipped}`);
  try {
    const report = await runReplicas({
      postgres,
      redis,
      disk: "skipped" in disk ? null : disk,
      perSecond: 60,
      times: {
        "PostgreSQL crashed": 1,
        "Redis killed": 1,
        "replica killed": 1,
        "replica ended": 1,
        "disk full": "skipped" in disk ? 0 : 1,
      },
    });
    assert.deepEqual([report.reads.failed, report.reads.reasons, report.lost], [0, [], []]);
    assert.ok(report.reads.asked > 100 && report.acknowledged > 3);
    assert.equal(report.delivered, report.queued);
    for (const fault of FAULTS.slice(0, 4)) assert.equal(report.recoveryMs[fault].length, 1, fault);
  } finally {
    await redis.stop();
    await postgres.stop();
    if (!("skipped" in disk)) disk[Symbol.dispose]();
  }
});
