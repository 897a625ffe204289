import assert from "node:assert/strict";
import { test } from "node:test";
import { PRINTED_RANGES } from "../../domain/amount-range.ts";
import { computeAmountBarSteps, renderAmountBar } from "./amount-bar.ts";

/** The ranges printed in forms, and exact amounts, by their lower bound. */
const ASCENDING: readonly (readonly [low: number, high: number | null])[] = [
  [318.74, 318.74],
  [1001, 15_000],
  [15_000.4, 15_000.4],
  [15_001, 50_000],
  [20_000, 20_000],
  [50_001, 100_000],
  [100_001, 250_000],
  [250_001, 500_000],
  [500_001, 1_000_000],
  [1_000_001, null],
  [1_000_001, 5_000_000],
  [5_000_001, 25_000_000],
  [25_000_001, 50_000_000],
  [50_000_001, null],
];

test("a larger amount never has a shorter bar, and each range or exact amount spans one step of the scale", () => {
  const steps = ASCENDING.map(([low, high]) => computeAmountBarSteps(low, high));
  const filled = steps.map(({ below, within }) => below + within);
  assert.deepEqual(
    filled,
    filled.toSorted((a, b) => a - b),
  );
  assert.ok(steps.every(({ within }) => within === 1));
  assert.equal(new Set(filled).size, PRINTED_RANGES.length);
  assert.ok(steps.every(({ all, below, within, beyond }) => below + within + beyond <= all));
});

test("every printed range has a distinct step of the scale, in ascending order", () => {
  const least = PRINTED_RANGES.map((range) => Number((/[\d,]+/.exec(range)?.[0] ?? "").replaceAll(",", "")));
  assert.deepEqual(
    least.map((usd, at) => computeAmountBarSteps(at === PRINTED_RANGES.length - 1 ? usd + 1 : usd, null).below),
    PRINTED_RANGES.map((_, at) => at),
  );
});

test("an amount without an upper bound fills the lowest possible step, and a line continues to the end", () => {
  const { below, within, beyond } = computeAmountBarSteps(1_000_001, null);
  assert.deepEqual([below, within, beyond], [6, 1, 3]);
  const bar = String(renderAmountBar({ lowUsd: 1_000_001, highUsd: null }));
  assert.match(bar, /<title>Range 7 or higher of 10<\/title>/);
  assert.match(bar, /class="beyond" d="M70 3h29"/);
  const smallest = String(renderAmountBar({ lowUsd: 1001, highUsd: 15_000 }));
  assert.match(smallest, /<path class="range" d="M0 3h9"\/><\/svg>/);
});

test("says that a sum stated in the filing is exact", () => {
  for (const text of ["$15.00", "$15.00 - $15.00"]) {
    assert.match(String(renderAmountBar({ lowUsd: 15, highUsd: 15 }, text)), /<span>\$15\.00 exactly<\/span>/);
  }
});
