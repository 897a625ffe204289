import assert from "node:assert/strict";
import { test } from "node:test";
import { findRangeIndex, formatAmountRange, PRINTED_RANGES } from "./amount-range.ts";

test("an amount falls in the highest range whose lower bound it reaches", () => {
  const findRange = (usd: number) => PRINTED_RANGES[findRangeIndex(usd)];
  assert.equal(findRange(15_000), "$1,001 - $15,000");
  assert.equal(findRange(15_001), "$15,001 - $50,000");
  assert.equal(findRange(50_000_000), "$25,000,001 - $50,000,000");
  assert.equal(findRange(50_000_001), "Over $50,000,000");
  assert.equal(findRange(200), "$1,001 - $15,000", "below the lowest range");
});

test("the API formats a range as its bounds, an open top with a plus, and an exact amount to the cent", () => {
  for (const [amount, text] of [
    [{ lowUsd: 1001, highUsd: 15_000 }, "$1,001 - $15,000"],
    [{ lowUsd: 50_000_001, highUsd: null }, "$50,000,001+"],
    [{ lowUsd: 318.74, highUsd: 318.74 }, "$318.74 - $318.74"],
  ] as const) {
    assert.equal(formatAmountRange(amount), text);
    assert.equal(formatAmountRange(amount), text, "from the cached texts");
  }
});
