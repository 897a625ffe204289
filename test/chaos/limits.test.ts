/** A small version of what `limits.ts` does at length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startPostgres } from "../postgres.ts";
import { startRedis } from "../redis.ts";
import { burst, randomRun, startReplicas } from "./limits-run.ts";

test("two processes on one Redis admit exactly the plan of each caller, and never more when it is killed", async (context) => {
  const redis = await startRedis();
  if ("skipped" in redis) return context.skip(redis.skipped);
  const postgres = await startPostgres();
  if ("skipped" in postgres) {
    await redis.stop();
    return context.skip(postgres.skipped);
  }
  try {
    await using replicas = await startReplicas(postgres.url, redis.url);
    for (let trial = 0; trial < 3; trial += 1) {
      const { admitted, other } = await burst(replicas, trial, 50, 2000);
      assert.equal(other, 0);
      assert.ok(
        admitted.every((count) => count <= 20),
        `${admitted}`,
      );
    }
    const { over, other } = await randomRun(replicas, redis, { seconds: 10, identities: 10, kills: 1 });
    assert.deepEqual([over, other], [0, 0]);
  } finally {
    await redis.stop();
    await postgres.stop();
  }
});
