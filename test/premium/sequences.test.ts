import assert from "node:assert/strict";
import { test } from "node:test";
import { runSequences } from "./random-sequences.ts";

test("each receiver gets exactly its events after random actions of accounts, operators, publications and receivers", async () => {
  const tally = await runSequences({ sequences: 24, together: 8, steps: 30, seed: 20_261_122 });
  assert.equal(tally.sequences, 24);
  assert.ok(tally.publications > 40 && tally.events > 1000 && tally.deliveries > 500 && tally.attempts > 300);
});
