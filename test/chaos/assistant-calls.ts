/**
 * `node test/chaos/assistant-calls.ts [--trades 100000] [--versions 300] [--seconds 30]`: three addresses each send the assistant 20 requests at once:
 * batches of 100 calls, each tool's most expensive call, and trades of uncached versions, while 100 others request current data.
 * Prints all statuses and times and the longest turn of the loop. Exits with 1 if another address was rejected or waited 100 ms (p99).
 */
import { runAssistantCalls } from "./assistant-calls-run.ts";
import { readCrowd } from "./crowd-arguments.ts";
import { areOthersUnaffected, openLargeService } from "./large-service.ts";

const crowd = readCrowd({ seconds: 30 });
await using service = await openLargeService(crowd);
const report = await runAssistantCalls(service, crowd);
console.log(JSON.stringify(report, null, 2));
process.exitCode = areOthersUnaffected(report) ? 0 : 1;
