import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Bounds, computeDollarWeightedBounds, type WeightedReturn } from "./dollar-bounds.ts";

const weighted = fc.record({
  abnormal: fc.double({ min: -1, max: 3, noNaN: true }),
  lowUsd: fc.integer({ min: 1, max: 1_000 }),
  width: fc.integer({ min: 0, max: 5_000 }),
});
const some = fc
  .array(weighted, { minLength: 1, maxLength: 8 })
  .map((all) => all.map(({ width, ...each }) => ({ ...each, highUsd: each.lowUsd + width })));

function computeBounds(returns: readonly WeightedReturn[]): Bounds | null {
  const steps = computeDollarWeightedBounds(returns);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function computeMean(
  returns: readonly WeightedReturn[],
  weightOf: (each: WeightedReturn, index: number) => number,
): number {
  const dollars = returns.reduce((sum, each, index) => sum + weightOf(each, index), 0);
  return returns.reduce((sum, each, index) => sum + weightOf(each, index) * each.abnormal, 0) / dollars;
}

test("the bounds are the lowest and highest mean over all choices of the low or high amount of each trade", () => {
  fc.assert(
    fc.property(some, (returns) => {
      const bounds = computeBounds(returns);
      assert.ok(bounds !== null);
      const means = Array.from({ length: 2 ** returns.length }, (_, choice) =>
        computeMean(returns, ({ lowUsd, highUsd }, index) => ((choice >> index) & 1 ? (highUsd as number) : lowUsd)),
      );
      assert.ok(Math.abs(bounds.low - Math.min(...means)) < 1e-9);
      assert.ok(Math.abs(bounds.high - Math.max(...means)) < 1e-9);
    }),
    { numRuns: 500 },
  );
});

test("the bounds contain the true mean for any amounts within their ranges", () => {
  fc.assert(
    fc.property(
      some,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
      (returns, at) => {
        const truth = computeMean(
          returns,
          ({ lowUsd, highUsd }, index) => lowUsd + (at[index] as number) * ((highUsd as number) - lowUsd),
        );
        const bounds = computeBounds(returns);
        assert.ok(bounds !== null && bounds.low <= truth + 1e-9 && truth - 1e-9 <= bounds.high);
      },
    ),
  );
});

test("a trade without an upper amount extends the bounds to the return of that trade", () => {
  const closed = { abnormal: 0.1, lowUsd: 1_001, highUsd: 15_000 };
  const open = { abnormal: -0.5, lowUsd: 50_000_001, highUsd: null };
  const bounds = computeBounds([closed, open]);
  assert.equal(bounds?.low, -0.5);
  assert.ok((bounds?.high as number) < -0.49);
});

test("has no bounds without a return, or if every amount is zero", () => {
  assert.equal(computeBounds([]), null);
  assert.equal(computeBounds([{ abnormal: 1, lowUsd: 0, highUsd: 0 }]), null);
});
