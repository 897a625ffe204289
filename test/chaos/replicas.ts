/**
 * `node test/chaos/replicas.ts [--scale 1]`: under 300 reads a second, PostgreSQL is crashed 10 times, Redis killed 10 times, replicas killed 20 times and
 * stopped 20 times, and the disk (48 MB) fills up 3 times; `--scale 0.1` does a tenth of it. Exit code 1 for a failed read or a lost acknowledged write.
 */
import { parseArgs } from "node:util";
import { startPostgres } from "../postgres.ts";
import { startRedis } from "../redis.ts";
import { runReplicas } from "./replicas-run.ts";
import { makeSmallDisk } from "./small-disk.ts";

const { values } = parseArgs({ options: { scale: { type: "string", default: "1" } } });
const times = (whole: number) => Math.max(1, Math.round(whole * Number(values.scale)));
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
if ("skipped" in postgres) throw new Error(postgres.skipped);
if ("skipped" in redis) throw new Error(redis.skipped);
const disk = makeSmallDisk(48);
if ("skipped" in disk) console.log(`The disk is not filled: ${disk.skipped}`);
try {
  const { recoveryMs, ...report } = await runReplicas({
    postgres,
    redis,
    disk: "skipped" in disk ? null : disk,
    perSecond: 300,
    times: {
      "PostgreSQL crashed": times(10),
      "Redis killed": times(10),
      "replica killed": times(20),
      "replica ended": times(20),
      "disk full": "skipped" in disk ? 0 : times(3),
    },
  });
  console.log(report);
  for (const [fault, all] of Object.entries(recoveryMs)) {
    const sorted = all.toSorted((a, b) => a - b);
    console.log(
      `${fault}: ${all.length} times, recovery ${sorted[all.length >> 1]} ms in the middle, ${sorted.at(-1)} ms at most`,
    );
  }
  const isWhole = report.lost.length === 0 && report.delivered === report.queued && report.reads.failed === 0;
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await redis.stop();
  await postgres.stop();
  if (!("skipped" in disk)) disk[Symbol.dispose]();
}
