/**
 * `node test/chaos/limits.ts [--trials 50] [--seconds 600] [--kills 0]`: checks that two processes on one Redis admit exactly
 * each caller's plan, in bursts of 2,000 requests from 50 callers, and in a random run in which Redis may be killed.
 */
import { parseArgs } from "node:util";
import { startPostgres } from "../postgres.ts";
import { startRedis } from "../redis.ts";
import { runBurst, runRandomly, startReplicas } from "./limits-run.ts";

const { values } = parseArgs({
  options: {
    trials: { type: "string", default: "50" },
    seconds: { type: "string", default: "600" },
    kills: { type: "string", default: "0" },
  },
});
const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
if ("skipped" in redis) throw new Error(redis.skipped);
if ("skipped" in postgres) throw new Error(postgres.skipped);
try {
  await using replicas = await startReplicas(postgres.url, redis.url);
  let exact = 0;
  const times: number[] = [];
  for (let trial = 0; trial < Number(values.trials); trial += 1) {
    const { admitted, other, elapsedMs } = await runBurst(replicas, trial, 50, 2000);
    const isExact = other === 0 && admitted.every((count) => count === 20);
    if (isExact) exact += 1;
    else console.log(`trial ${trial}: ${admitted.join(" ")}; ${other} other responses`);
    times.push(elapsedMs);
  }
  times.sort((a, b) => a - b);
  const middle = Math.round(times[times.length >> 1] ?? 0);
  console.log(
    `${exact} of ${values.trials} bursts exact; 2,000 requests took ${middle} ms (median), ${Math.round(times.at(-1) ?? 0)} ms at most`,
  );
  const report = await runRandomly(replicas, redis, {
    seconds: Number(values.seconds),
    identities: 30,
    kills: Number(values.kills),
  });
  console.log(`random run of ${values.seconds} s: ${JSON.stringify(report)}`);
} finally {
  await redis.stop();
  await postgres.stop();
}
