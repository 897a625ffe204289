/**
 * `node test/chaos/past-questions.ts [--trades 100000] [--versions 300] [--seconds 60]`: one address requests uncached changes and former versions,
 * 20 a minute and all at once, while 100 others request current data. Prints the statuses and times of both, and the
 * longest turn of the loop. Exits with 1 if another address was rejected or waited 100 ms (p99).
 */
import { readCrowd } from "./crowd-arguments.ts";
import { areOthersUnaffected, openLargeService } from "./large-service.ts";
import { runPastQuestions } from "./past-questions-run.ts";

const crowd = readCrowd({ seconds: 60 });
await using service = await openLargeService(crowd);
const report = await runPastQuestions(service, crowd);
console.log(JSON.stringify(report, null, 2));
process.exitCode = areOthersUnaffected(report) ? 0 : 1;
