/** `node test/chaos/fairness.ts`: with 5,000 events queued for a hanging endpoint, prints how long 9 healthy ones wait for 10 events a second. */
import { runFairness } from "./fairness-run.ts";

const report = await runFairness({
  queued: 5000,
  healthy: 9,
  publications: 30,
  publishEveryMs: 1000,
  longestMs: 120_000,
});
console.log(JSON.stringify(report, null, 2));
process.exitCode = report.arrived === report.expected && report.p99Ms <= 2000 ? 0 : 1;
