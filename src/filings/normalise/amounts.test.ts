import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatAmountRange } from "../../domain/amount-range.ts";
import { readAmount } from "./amounts.ts";

const BRACKETS = [
  ["$1,001 - $15,000", 1001, 15000],
  ["$15,001 - $50,000", 15001, 50000],
  ["$50,001 - $100,000", 50001, 100000],
  ["$100,001 - $250,000", 100001, 250000],
  ["$250,001 - $500,000", 250001, 500000],
  ["$500,001 - $1,000,000", 500001, 1000000],
  ["$1,000,001 - $5,000,000", 1000001, 5000000],
  ["$5,000,001 - $25,000,000", 5000001, 25000000],
  ["$25,000,001 - $50,000,000", 25000001, 50000000],
  ["Over $50,000,000", 50000001, null],
  ["Spouse/DC Over $1,000,000", 1000001, null],
] as const;

test("reads every bracket of both forms", () => {
  for (const [printed, lowUsd, highUsd] of BRACKETS)
    assert.deepEqual(readAmount(printed), { lowUsd, highUsd }, printed);
});

test("formats a bracket as it is printed", () => {
  for (const [printed, , highUsd] of BRACKETS) {
    const range = readAmount(printed);
    assert.ok(range);
    if (highUsd !== null) assert.equal(formatAmountRange(range), printed);
  }
  assert.equal(formatAmountRange(readAmount("Spouse/DC Over $1,000,000") ?? { lowUsd: 0, highUsd: 0 }), "$1,000,001+");
});

test("ignores white space in an amount", () => {
  fc.assert(
    fc.property(fc.constantFrom(...BRACKETS), fc.array(fc.nat(30)), (bracket, at) => {
      const spaced = [...bracket[0]].map((letter, nth) => (at.includes(nth) ? `${letter} \n` : letter)).join("");
      assert.deepEqual(readAmount(spaced), readAmount(bracket[0]));
    }),
  );
});

test("an exact amount becomes both bounds, to the cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (cents) => {
      const printed = `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
      assert.deepEqual(readAmount(printed), { lowUsd: cents / 100, highUsd: cents / 100 });
    }),
  );
  assert.deepEqual(readAmount("$15.00"), { lowUsd: 15, highUsd: 15 });
  assert.deepEqual(readAmount("$1,972.55"), { lowUsd: 1972.55, highUsd: 1972.55 });
});

test("reads amounts with footnote marks, spaces or tenths, and amounts below a dollar; rejects incomplete amounts", () => {
  const createExact = (usd: number) => ({ lowUsd: usd, highUsd: usd });
  const bracket = { lowUsd: 15_001, highUsd: 50_000 };
  for (const [printed, range] of [
    ["$.25", createExact(0.25)],
    ["$.5", createExact(0.5)],
    ["$12.5", createExact(12.5)],
    ["$ 1,972.55 *", createExact(1972.55)],
    ["$15,001 - $50,000*", bracket],
    ["$15,001\u2013$50,000 \u2020\u2021", bracket],
    ["$ 15,001 \u2212 $ 50,000.", bracket],
    ["Over $50,000,000**", { lowUsd: 50_000_001, highUsd: null }],
    ["Over $1,000,000*", { lowUsd: 1_000_001, highUsd: null }],
  ] as const) {
    assert.deepEqual(readAmount(printed), range, printed);
  }
  for (const printed of ["$", "$.", "$12.", "$.125", "$12.500", "$12 50", "$1,0", "$12,", "*", "$15,001 - $40,000*"]) {
    assert.equal(readAmount(printed), null, printed);
  }
});

test("rejects a bracket that is on neither form", () => {
  const lows = new Set<number>(BRACKETS.map(([, low]) => low));
  fc.assert(
    fc.property(fc.nat(60_000_000), fc.nat(60_000_000), (low, high) => {
      fc.pre(!lows.has(low) && low !== 1000);
      assert.equal(readAmount(`$${low.toLocaleString("en-US")} - $${high.toLocaleString("en-US")}`), null);
    }),
  );
  const others = [
    "$1,001 -",
    "1,001 - 15,000",
    "",
    "--",
    "Unknown",
    "$1,001 - $50,000",
    "$12,34",
    "Over $5,000",
    "Spouse/DC Over $50,000,000",
    "$-5.00",
  ];
  for (const text of others) assert.equal(readAmount(text), null, text);
});
