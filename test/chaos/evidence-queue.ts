/**
 * `node test/chaos/evidence-queue.ts [--trades 100000] [--versions 300] [--seconds 30]`: ten addresses ask for 20 pictures of lines each at once,
 * and for 20 more whenever these have come; every second one more address asks for one, while 100 others ask for what is served now. Prints the
 * statuses and times of all. Ends with 1 when an address with one picture was refused or waited two seconds, or another was refused or waited
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
