import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { computeQuartiles, computeQuartilesFromHistogram } from "./spread.ts";

test("quartiles interpolate between the two nearest values", () => {
  assert.deepEqual(computeQuartiles([1, 2, 3, 4]), { count: 4, lower: 1.75, median: 2.5, upper: 3.25, most: 4 });
  assert.deepEqual(computeQuartiles([27]), { count: 1, lower: 27, median: 27, upper: 27, most: 27 });
  assert.equal(computeQuartiles([]), null);
});

test("half of the values are on either side of the median, and a quarter beyond each quartile", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4000), { minLength: 1 }), (values) => {
      const sorted = values.toSorted((a, b) => a - b);
      const { lower, median, upper, most } = computeQuartiles(sorted) ?? assert.fail();
      const isBelow = (share: number, bound: number) =>
        sorted.filter((value) => value < bound).length <= Math.ceil((sorted.length - 1) * share);
      assert.ok(isBelow(0.25, lower) && isBelow(0.5, median) && isBelow(0.75, upper));
      assert.ok((sorted[0] ?? 0) <= lower && lower <= median && median <= upper && upper <= most);
    }),
  );
});

test("quartiles of a histogram equal those of the individual numbers", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 90 }), { minLength: 1 }), (values) => {
      const sorted = values.toSorted((a, b) => a - b);
      const [least = 0] = sorted;
      const counts = Array.from({ length: (sorted.at(-1) ?? 0) - least + 1 }, () => 0);
      for (const value of values) counts[value - least] = (counts[value - least] ?? 0) + 1;
      assert.deepEqual(computeQuartilesFromHistogram(counts, least, values.length), computeQuartiles(sorted));
    }),
  );
});
