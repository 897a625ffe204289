/**
 * Prices under every kind of provider fault: `node test/chaos/market.ts [requests per kind, default 100]`.
 * Prints a line for each kind, and exits with 1 if a response was wrong.
 */
import { FAULT_KINDS, SLOW_KINDS } from "../market/fault-kinds.ts";
import { startFaultRun } from "../market/fault-run.ts";

const times = Number(process.argv[2] ?? 100);
const run = await startFaultRun();
const statuses: Record<string, number> = {};
let wrong = 0;
for (const [kind, fault] of Object.entries(FAULT_KINDS)) {
  const tally = await run.runUnderFault(fault, times, SLOW_KINDS.includes(kind));
  for (const [status, count] of Object.entries(tally.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  wrong += tally.wrong.length;
  console.log(`${kind}: ${JSON.stringify(tally.statuses)}, asked ${JSON.stringify(tally.requests)}`);
  for (const sentence of tally.wrong.slice(0, 5)) console.log(`  WRONG ${sentence}`);
}
await run.stop();
const kinds = Object.keys(FAULT_KINDS).length;
console.log(`${kinds} kinds x ${times}: ${JSON.stringify(statuses)}, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
