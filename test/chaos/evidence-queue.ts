/**
 * `node test/chaos/evidence-queue.ts [--trades 100000] [--versions 300] [--seconds 30]`: ten addresses request 20 pictures of lines each at once,
 * and 20 more once these have arrived; every second one more address requests one, while 100 others request current data. Prints all
 * statuses and times. Exits with 1 if an address with one picture was rejected or waited two seconds, or another was rejected or waited
 * 100 ms (p99).
 */
import { crowdOf } from "./crowd-arguments.ts";
import { runEvidenceQueue } from "./evidence-queue-run.ts";
import { openLargeService, tookNothing } from "./large-service.ts";

const LONGEST_WAIT_MS = 2000;

const crowd = crowdOf({ seconds: 30 });
await using service = await openLargeService(crowd);
const report = await runEvidenceQueue(service, crowd);
console.log(JSON.stringify(report, null, 2));
const { statuses, longestMs } = report.visitors;
const isServed = Object.keys(statuses).join() === "200" && longestMs < LONGEST_WAIT_MS;
process.exitCode = isServed && tookNothing(report) ? 0 : 1;
