import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClusteredReturn, sideEstimates as inSteps } from "./clustered-mean.ts";

function sideEstimates(returns: readonly ClusteredReturn[]) {
  const steps = inSteps(returns);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** One return for each cluster and security: nothing is shared. */
function independent(values: readonly number[], side: "buy" | "sell" = "buy"): ClusteredReturn[] {
  return values.map((abnormal, index) => ({ cluster: index, security: index, side, abnormal }));
}

const VALUES = [0.01, -0.02, 0.03, 0.05, -0.01, 0.02, 0, 0.04, -0.03, 0.01];
const MEAN = 0.01;
/** The sample's standard error, and the t of 9 degrees of freedom. */
const STANDARD_ERROR = Math.sqrt(VALUES.reduce((sum, each) => sum + (each - MEAN) ** 2, 0) / 9 / 10);
const T = 1.8331129326536335;

function near(actual: number | null | undefined, expected: number): void {
  assert.ok(
    actual !== null && actual !== undefined && Math.abs(actual - expected) < 1e-9,
    `${actual} is not ${expected}`,
  );
}

test("of independent returns the interval is Student's", () => {
  const { buys } = sideEstimates(independent(VALUES));
  near(buys.mean, MEAN);
  near(buys.standardError, STANDARD_ERROR);
  near(buys.interval?.low, MEAN - T * STANDARD_ERROR);
  near(buys.interval?.high, MEAN + T * STANDARD_ERROR);
});

test("twenty rows of one filing tell no more than one", () => {
  const repeated = VALUES.flatMap((abnormal, index) =>
    Array.from({ length: 20 }, (_, row) => ({
      cluster: index,
      security: 20 * index + row,
      side: "buy" as const,
      abnormal,
    })),
  );
  const { buys } = sideEstimates(repeated);
  assert.deepEqual([buys.count, buys.clusters], [200, 10]);
  near(buys.standardError, STANDARD_ERROR);
});

test("one security in every filing widens the interval", () => {
  const alternating = VALUES.map((_, index) => ({
    cluster: index,
    security: index < 5 ? 0 : 1,
    side: "buy" as const,
    abnormal: index < 5 ? 0.1 : -0.1,
  }));
  const apart = sideEstimates(alternating.map((each, index) => ({ ...each, security: index })));
  const shared = sideEstimates(alternating);
  assert.ok((shared.buys.standardError as number) > 2 * (apart.buys.standardError as number));
});

test("below ten clusters there is a mean, and no interval", () => {
  const { buys, sells } = sideEstimates(independent(VALUES.slice(1)));
  assert.deepEqual([buys.clusters, buys.interval, buys.pValue], [9, null, null]);
  assert.ok(buys.mean !== null);
  assert.deepEqual([sells.count, sells.mean], [0, null]);
});

test("the difference is that of the means; what both sides share in a filing is not counted twice", () => {
  const shift = VALUES.map((value) => value * 3);
  const same = sideEstimates([...independent(shift), ...independent(shift, "sell")]);
  near(same.difference.mean, 0);
  near(same.difference.standardError, 0);
  assert.equal(same.difference.pValue, null);
  const apart = sideEstimates([
    ...independent(VALUES),
    ...independent(VALUES, "sell").map((each) => ({
      ...each,
      cluster: each.cluster + 100,
      security: each.security + 100,
    })),
  ]);
  assert.ok((apart.difference.standardError as number) > STANDARD_ERROR);
});

test("the order of the returns changes nothing", () => {
  const returns = independent(VALUES);
  near(sideEstimates(returns.toReversed()).buys.standardError, sideEstimates(returns).buys.standardError as number);
});
