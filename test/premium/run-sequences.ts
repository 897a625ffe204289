/**
 * `node test/premium/run-sequences.ts [--sequences 10000] [--seed 1] [--steps 25] [--together 20]`: creates this many accounts,
 * and changes, pauses, upgrades and downgrades them at random while trades are published and receivers fail. Exits with 1 if a
 * receiver got something unexpected.
 */
import { parseArgs } from "node:util";
import { runSequences } from "./random-sequences.ts";

const { values } = parseArgs({
  options: {
    sequences: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "25" },
    together: { type: "string", default: "20" },
  },
});
const [sequences, seed, steps, together] = [values.sequences, values.seed, values.steps, values.together].map(Number);
console.log(`seed ${seed}`);
const began = performance.now();
const tally = await runSequences({
  sequences: sequences ?? 0,
  seed: seed ?? 1,
  steps: steps ?? 1,
  together: together ?? 1,
});
console.log(JSON.stringify({ ...tally, seconds: Math.round((performance.now() - began) / 1000) }));
console.log("Every receiver received exactly the expected events.");
