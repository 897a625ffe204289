/**
 * `node test/chaos/assistant-calls.ts [--trades 100000] [--versions 300] [--seconds 30]`: three addresses ask the assistant 20 times at once: lists
 * of 100 calls, the dearest call of each tool, and trades of versions that nobody has asked for, while 100 others ask for what is served now.
 * Prints the statuses and times of all, and the longest turn of the loop. Ends with 1 when another address was refused or waited 100 ms (p99).
 */
import { runAssistantCalls } from "./assistant-calls-run.ts";
import { crowdOf } from "./crowd-arguments.ts";
import { openLargeService, tookNothing } from "./large-service.ts";

const crowd = crowdOf({ seconds: 30 });
await using service = await openLargeService(crowd);
const report = await runAssistantCalls(service, crowd);
console.log(JSON.stringify(report, null, 2));
process.exitCode = tookNothing(report) ? 0 : 1;
