import assert from "node:assert/strict";
import { test } from "node:test";
import { AmountSum } from "./amount-sum.ts";

test("adds up ranges exactly to the cent, and counts ranges without an upper bound separately", () => {
  const sum = new AmountSum();
  for (let n = 0; n < 10; n += 1) sum.add({ lowUsd: 0.1, highUsd: 0.1 });
  for (let n = 0; n < 2; n += 1) sum.add({ lowUsd: 1001, highUsd: 15_000 });
  assert.deepEqual(sum.toAmountBand(), { trades: 12, lowUsd: 2003, highUsd: 30_001, open: 0 });
  sum.add({ lowUsd: 50_000_001, highUsd: null });
  assert.deepEqual(sum.toAmountBand(), { trades: 13, lowUsd: 50_002_004, highUsd: 50_030_002, open: 1 });
});
