/**
 * `node test/chaos/evidence-queue.ts [--trades 100000] [--versions 300] [--seconds 30]`: ten addresses each request 20 pictures
 * of lines at once, and 20 more whenever these have arrived. Every second a new address requests one picture, and 100 others
 * request current data. Prints all statuses and times. Exits with 1 if an address that requested one picture was rejected or
 * waited two seconds, or if one of the 100 others was rejected or waited 100 ms (p99).
 */
import { readCrowd } from "./crowd-arguments.ts";
import { runEvidenceQueue } from "./evidence-queue-run.ts";
import { areOthersUnaffected, openLargeService } from "./large-service.ts";

const LONGEST_WAIT_MS = 2000;

const crowd = readCrowd({ seconds: 30 });
await using service = await openLargeService(crowd);
const report = await runEvidenceQueue(service, crowd);
console.log(JSON.stringify(report, null, 2));
const { statuses, longestMs } = report.visitors;
const isServed = Object.keys(statuses).join() === "200" && longestMs < LONGEST_WAIT_MS;
process.exitCode = isServed && areOthersUnaffected(report) ? 0 : 1;
