import assert from "node:assert/strict";
import { test } from "node:test";
import { runSequences } from "./random-sequences.ts";

test("whatever accounts, operators, publications and receivers do, each receiver gets everything it should", async () => {
  const tally = await runSequences({ sequences: 24, together: 8, steps: 30, seed: 20_261_122 });
  assert.equal(tally.sequences, 24);
  assert.ok(tally.publications > 40 && tally.events > 1000 && tally.deliveries > 500 && tally.attempts > 300);
});
