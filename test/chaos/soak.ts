/**
 * `node test/chaos/soak.ts [--seconds 600] [--every 30] [--rate 100]`: requests lists, pages and evidence while the service publishes.
 * Exit code 1 for a status other than 200, a page of two versions, or memory that grows by more than 1 MB a minute (heap and buffers after a
 * collection, by least squares, without the first fifth).
 */
import { parseArgs } from "node:util";
import { runSoak } from "./soak-run.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    every: { type: "string", default: "30" },
    rate: { type: "string", default: "100" },
  },
});
const seconds = Number(values.seconds);
const { memory, ...report } = await runSoak({
  seconds,
  publishEverySeconds: Number(values.every),
  perSecond: Number(values.rate),
  warmUpSeconds: seconds / 5,
});
console.table(
  memory.map(({ second, heldBytes, rssBytes }) => ({
    second,
    "held MB": Math.round(heldBytes / 100_000) / 10,
    "resident MB": Math.round(rssBytes / 100_000) / 10,
  })),
);
console.log(report);
process.exitCode = report.faults.length > 0 || report.mixed.length > 0 || report.heldSlope > 1 ? 1 : 0;
