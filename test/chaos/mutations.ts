/** Reads mutated reports and prints the outcomes: `node test/chaos/mutations.ts [--count 5000] [--seed 1] [--made]`. Exit code 1 for any wrong row. */
import { parseArgs } from "node:util";
import { madeReports, recordedReports, runMutations } from "../sources/mutations/run.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    made: { type: "boolean", default: false },
  },
});
const reports = [...(values.made ? [] : recordedReports()), ...(await madeReports())];
const began = performance.now();
const { counts, mutated, wrong } = await runMutations(reports, Number(values.count), Number(values.seed));
console.table(Object.fromEntries([...counts].sort()));
for (const each of wrong) console.log(each);
console.log(
  `${mutated} mutated documents of ${reports.length} reports in ${Math.round((performance.now() - began) / 1000)} s; ${wrong.length} read wrong`,
);
process.exitCode = wrong.length > 0 ? 1 : 0;
