/** A short version of `limits.ts`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../eventually.ts";
import { startPostgres } from "../postgres.ts";
import { startRedis } from "../redis.ts";
import { runBurst, runRandomly, startReplicas } from "./limits-run.ts";

test("two processes sharing one Redis never admit more than each caller's plan, even if Redis is killed", async (context) => {
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
      const { admitted, other } = await runBurst(replicas, trial, 50, 2000);
      assert.equal(other, 0);
      assert.ok(
        admitted.every((count) => count <= 20),
        `${admitted}`,
      );
    }
    await eventually("both processes", async () =>
      (await replicas.readRedisChecks()).every(({ detail }) => detail === "Answers; shared by 2 processes."),
    );
    await redis.kill();
    const away = await eventually("the loss", async () => {
      const checks = await replicas.readRedisChecks();
      return checks.every(({ ready }) => !ready) && checks;
    });
    assert.match(
      away[0]?.detail ?? "",
      /^Down: .* Until Redis is back, this process allows 1\/2 of every rate limit\.$/,
    );
    assert.equal(await replicas.ask(0, "10.99.0.1"), 200);
    await redis.start();
    await eventually("Redis", async () => (await replicas.readRedisChecks()).every(({ ready }) => ready));
    const { over, other } = await runRandomly(replicas, redis, { seconds: 10, identities: 10, kills: 1 });
    assert.deepEqual([over, other], [0, {}]);
  } finally {
    await redis.stop();
    await postgres.stop();
  }
});
