import assert from "node:assert/strict";
import { test } from "node:test";
import { computeFindings, computeShrinkage, markDiscoveries } from "./many-members.ts";
import type { Figure, FigureState, Performance } from "./performance.ts";

/** Example of Benjamini and Hochberg 1995, table 1, at a rate of 5%: four discoveries. */
const P_VALUES = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];

test("marks the discoveries of the published example, whatever the order of the p-values", () => {
  const marks = markDiscoveries(P_VALUES, 0.05);
  assert.deepEqual(
    P_VALUES.filter((_, index) => marks[index]),
    P_VALUES.slice(0, 4),
  );
  assert.deepEqual(markDiscoveries(P_VALUES.toReversed(), 0.05), marks.toReversed());
  assert.deepEqual(markDiscoveries([]), []);
});

test("members whose means differ by no more than their errors all shrink to the group mean", () => {
  const result = computeShrinkage([
    { mean: 0.1, standardError: 0.2 },
    { mean: -0.1, standardError: 0.2 },
  ]);
  assert.deepEqual([result?.betweenVariance, result?.groupMean, result?.shrunken], [0, 0, [0, 0]]);
});

test("the less certain a member's mean, the closer it shrinks to the group", () => {
  const result = computeShrinkage([
    { mean: 0.5, standardError: 0.01 },
    { mean: 0.5, standardError: 0.3 },
    { mean: -0.5, standardError: 0.01 },
    { mean: -0.4, standardError: 0.01 },
  ]);
  const [known = 0, unsure = 0] = result?.shrunken ?? [];
  assert.ok(known > 0.49 && unsure < known && unsure > (result?.groupMean as number));
  assert.equal(computeShrinkage([{ mean: 1, standardError: 1 }]), null);
});

test("counts only members with an interval as tested, and expects one in twenty above zero by luck", () => {
  const createFigure = (state: FigureState, low: number, pValue: number | null): Figure => ({
    state,
    estimate: {
      count: 20,
      clusters: 12,
      mean: low + 0.01,
      standardError: 0.01,
      interval: state === "ok" ? { low, high: low + 0.02 } : null,
      pValue,
    },
    bounds: null,
    delisted: 0,
    meanIfDelistedWorthless: null,
  });
  const members = new Map(
    [createFigure("ok", 0.05, 0.0001), createFigure("ok", -0.01, 0.9), createFigure("too_few_filings", 0, null)].map(
      (buys, at) => [`X00000${at}`, { buys } as Performance],
    ),
  );
  const found = computeFindings(members, "buys");
  assert.deepEqual(
    [...found.distinguishable],
    [
      ["X000000", true],
      ["X000001", false],
    ],
  );
  assert.deepEqual([found.tested, found.above], [2, 1]);
  assert.ok(Math.abs(found.aboveByLuck - 0.1) < 1e-12);
  const { groupMean = 0, betweenVariance = 0, shrunken } = found.shrinkage ?? {};
  // Two means of 6% and 0%, each with a standard error of 1%: the variance between them exceeds their errors by 0.0017.
  assert.ok(Math.abs(groupMean - 0.03) < 1e-12 && Math.abs(betweenVariance - 0.0017) < 1e-12);
  assert.deepEqual([...(shrunken?.keys() ?? [])], ["X000000", "X000001"]);
  assert.ok(Math.abs((shrunken?.get("X000000") ?? 0) - (0.03 + (0.03 * 0.0017) / 0.0018)) < 1e-12);
  assert.equal(computeFindings(new Map([...members].slice(1)), "buys").shrinkage, null);
});
