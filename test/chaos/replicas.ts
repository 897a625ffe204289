/**
 * `node test/chaos/replicas.ts [--scale 1]`: under 300 reads a second, crashes PostgreSQL 10 times, kills Redis 10 times, kills
 * replicas 20 times, stops replicas 20 times, and fills the disk (48 MB) 3 times; `--scale 0.1` does a tenth of that. Exits with
 * 1 if a read failed or an acknowledged write was lost.
 */
import { parseArgs } from "node:util";
import { startPostgres } from "../postgres.ts";
import { startRedis } from "../redis.ts";
import { runReplicas } from "./replicas-run.ts";
import { makeSmallDisk } from "./small-disk.ts";

const { values } = parseArgs({ options: { scale: { type: "string", default: "1" } } });
const scaleTimes = (whole: number) => Math.max(1, Math.round(whole * Number(values.scale)));
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
if ("skipped" in postgres) throw new Error(postgres.skipped);
if ("skipped" in redis) throw new Error(redis.skipped);
const disk = makeSmallDisk(48);
if ("skipped" in disk) console.log(`"disk full" is skipped: ${disk.skipped}`);
try {
  const { recoveryMs, ...report } = await runReplicas({
    postgres,
    redis,
    disk: "skipped" in disk ? null : disk,
    perSecond: 300,
    times: {
      "PostgreSQL crashed": scaleTimes(10),
      "Redis killed": scaleTimes(10),
      "replica killed": scaleTimes(20),
      "replica ended": scaleTimes(20),
      "disk full": "skipped" in disk ? 0 : scaleTimes(3),
    },
  });
  console.log(report);
  for (const [fault, all] of Object.entries(recoveryMs)) {
    const sorted = all.toSorted((a, b) => a - b);
    console.log(
      `${fault}: ${all.length} times, recovery ${sorted[all.length >> 1]} ms (median), ${sorted.at(-1)} ms at most`,
    );
  }
  const isWhole = report.lost.length === 0 && report.delivered === report.queued && report.reads.failed === 0;
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await redis.stop();
  await postgres.stop();
  if (!("skipped" in disk)) disk[Symbol.dispose]();
}
