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

const SAME_DAYS = { fromDay: 100, toDay: 105 };

/** One return for each cluster and security: nothing is shared. */
function independent(values: readonly number[], side: "buy" | "sell" = "buy"): ClusteredReturn[] {
  return values.map((abnormal, index) => ({ cluster: index, security: index, ...SAME_DAYS, side, abnormal }));
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
      ...SAME_DAYS,
      side: "buy" as const,
      abnormal,
    })),
  );
  const { buys } = sideEstimates(repeated);
  assert.deepEqual([buys.count, buys.clusters], [200, 10]);
  near(buys.standardError, STANDARD_ERROR);
});

test("one security in several filings widens the interval by the pairs whose days overlap", () => {
  const alternating = independent(VALUES.map((_, index) => (index < 5 ? 0.1 : -0.1)));
  const errorOf = (fromDay: (index: number) => number) => {
    const shared = alternating.map((each, index) => {
      const from = fromDay(index % 5);
      return { ...each, security: index < 5 ? 0 : 1, fromDay: from, toDay: from + 5 };
    });
    return sideEstimates(shared).buys.standardError;
  };
  // Ten returns, each 0.1 from the mean, of two securities: the variance is 10 * 0.01 / (10 * 9), and 2 * 0.01^2 for each pair.
  const apart = 0.1 / 90;
  near(
    errorOf((index) => 100 + 5 * index),
    Math.sqrt(apart),
  );
  near(
    errorOf((index) => 100 + 4 * index),
    Math.sqrt(apart + 2 * 4 * 2 * 0.01 ** 2),
  );
  near(
    errorOf((index) => 100 + index),
    Math.sqrt(apart + 2 * 10 * 2 * 0.01 ** 2),
  );
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
