/**
 * `node test/chaos/past-questions.ts [--trades 100000] [--versions 300] [--seconds 60]`: one address asks for changes and former versions that
 * nobody has asked for, 20 a minute and all at once, while 100 others ask for what is served now. Prints the statuses and times of both, and the
 * longest turn of the loop. Ends with 1 when another address was refused or waited 100 ms (p99).
 */
import { parseArgs } from "node:util";
import { runPastQuestions } from "./past-questions-run.ts";

const { values } = parseArgs({
  options: {
    trades: { type: "string", default: "100000" },
    versions: { type: "string", default: "300" },
    seconds: { type: "string", default: "60" },
  },
});
const [trades, versions, seconds] = [values.trades, values.versions, values.seconds].map(Number) as [
  number,
  number,
  number,
];
const report = await runPastQuestions({ trades, versions, seconds, others: 100 });
console.log(JSON.stringify(report, null, 2));
const { statuses, p99Ms } = report.others;
process.exitCode = Object.keys(statuses).join() === "200" && p99Ms < 100 ? 0 : 1;
