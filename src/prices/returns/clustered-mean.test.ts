import assert from "node:assert/strict";
import { test } from "node:test";
import { runWithoutPauses } from "../../publication/dataset/slices.ts";
import { type ClusteredReturn, estimateGroupMeans, estimateSides as inSteps } from "./clustered-mean.ts";

const estimate = (returns: readonly ClusteredReturn[]) => runWithoutPauses(inSteps(returns));
const estimateOne = (returns: readonly ClusteredReturn[]) => runWithoutPauses(estimateGroupMeans(returns));

const SAME_DAYS = { fromDay: 100, toDay: 105 };

/** One return per cluster and security: nothing is shared. */
function toReturns(values: readonly number[], side: "buy" | "sell" = "buy"): ClusteredReturn[] {
  return values.map((abnormal, index) => ({ cluster: index, security: index, ...SAME_DAYS, side, abnormal }));
}

const VALUES = [0.01, -0.02, 0.03, 0.05, -0.01, 0.02, 0, 0.04, -0.03, 0.01];
const MEAN = 0.01;
/** Sample standard error, and t with 9 degrees of freedom. */
const STANDARD_ERROR = Math.sqrt(VALUES.reduce((sum, each) => sum + (each - MEAN) ** 2, 0) / 9 / 10);
const T = 1.8331129326536335;

function assertNear(actual: number | null | undefined, expected: number): void {
  assert.ok(
    actual !== null && actual !== undefined && Math.abs(actual - expected) < 1e-9,
    `${actual} is not ${expected}`,
  );
}

test("the interval of independent returns is Student's t interval", () => {
  const { buys } = estimate(toReturns(VALUES));
  assertNear(buys.mean, MEAN);
  assertNear(buys.standardError, STANDARD_ERROR);
  assertNear(buys.interval?.low, MEAN - T * STANDARD_ERROR);
  assertNear(buys.interval?.high, MEAN + T * STANDARD_ERROR);
});

test("twenty rows of one filing count as one", () => {
  const repeated = VALUES.flatMap((abnormal, index) =>
    Array.from({ length: 20 }, (_, row) => ({
      cluster: index,
      security: 20 * index + row,
      ...SAME_DAYS,
      side: "buy" as const,
      abnormal,
    })),
  );
  const { buys } = estimate(repeated);
  assert.deepEqual([buys.count, buys.clusters], [200, 10]);
  assertNear(buys.standardError, STANDARD_ERROR);
});

test("returns of one security over overlapping days increase the standard error", () => {
  const alternating = toReturns(VALUES.map((_, index) => (index < 5 ? 0.1 : -0.1)));
  const getError = (fromDay: (index: number) => number) => {
    const shared = alternating.map((each, index) => {
      const from = fromDay(index % 5);
      return { ...each, security: index < 5 ? 0 : 1, fromDay: from, toDay: from + 5 };
    });
    return estimate(shared).buys.standardError;
  };
  // Ten returns of two securities, each 0.1 from the mean: the variance is 10 * 0.01 / (10 * 9), plus 2 * 0.01^2 for each pair.
  const apart = 0.1 / 90;
  assertNear(
    getError((index) => 100 + 5 * index),
    Math.sqrt(apart),
  );
  assertNear(
    getError((index) => 100 + 4 * index),
    Math.sqrt(apart + 2 * 4 * 2 * 0.01 ** 2),
  );
  assertNear(
    getError((index) => 100 + index),
    Math.sqrt(apart + 2 * 10 * 2 * 0.01 ** 2),
  );
});

test("with fewer than ten clusters, returns a mean but no interval", () => {
  const { buys, sells } = estimate(toReturns(VALUES.slice(1)));
  assert.deepEqual([buys.clusters, buys.interval, buys.pValue], [9, null, null]);
  assert.ok(buys.mean !== null);
  assert.deepEqual([sells.count, sells.mean], [0, null]);
});

test("the difference between the means counts a filing shared by both sides once", () => {
  const shift = VALUES.map((value) => value * 3);
  const same = estimate([...toReturns(shift), ...toReturns(shift, "sell")]);
  assertNear(same.difference.mean, 0);
  assertNear(same.difference.standardError, 0);
  assert.equal(same.difference.pValue, null);
  const apart = estimate([
    ...toReturns(VALUES),
    ...toReturns(VALUES, "sell").map((each) => ({
      ...each,
      cluster: each.cluster + 100,
      security: each.security + 100,
    })),
  ]);
  assert.ok((apart.difference.standardError as number) > STANDARD_ERROR);
});

test("the order of the returns does not matter", () => {
  const returns = toReturns(VALUES);
  assertNear(estimate(returns.toReversed()).buys.standardError, estimate(returns).buys.standardError as number);
});

const MONTHS = 60;
const IN_MONTH = 20;

/** Creates a linear congruential generator of numbers in [0, 1). The same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Creates 14 to 20 returns per month, each of another member and security, with a component common to the month. */
function makeMonths(common: number, months = MONTHS): ClusteredReturn[] {
  const random = createRandom(7);
  const countInMonth = (month: number) => IN_MONTH - (month % 7);
  return Array.from({ length: months }, (_, month) => {
    const shared = common * (random() - 0.5);
    return Array.from({ length: countInMonth(month) }, (_, row) => {
      const number = 100 * month + row;
      const fromDay = Date.UTC(2020, month, 1 + row) / 86_400_000;
      const days = { fromDay, toDay: fromDay + 5 };
      return { cluster: number, security: number, ...days, side: "buy" as const, abnormal: shared + random() - 0.5 };
    });
  }).flat();
}

/** Draws whole months with replacement, and returns the means of the samples in ascending order. */
function resampleMeans(returns: readonly ClusteredReturn[]): readonly number[] {
  const byMonth = [...Map.groupBy(returns, ({ cluster }) => Math.floor(cluster / 100)).values()];
  const random = createRandom(1);
  const means = Array.from({ length: 2_000 }, () => {
    const drawn = byMonth.flatMap(() => byMonth[Math.floor(random() * byMonth.length)] as readonly ClusteredReturn[]);
    return drawn.reduce((sum, { abnormal }) => sum + abnormal, 0) / drawn.length;
  });
  return means.sort((one, other) => one - other);
}

test("if months vary more than members, a group's interval is about as wide as that of resampled months", () => {
  const returns = makeMonths(1);
  const [own, group] = [estimate(returns).buys, estimateOne(returns).buys];
  assert.deepEqual([group.mean, group.clusters, group.count], [own.mean, own.clusters, own.count]);
  assert.ok((group.standardError as number) > 1.5 * (own.standardError as number));
  const means = resampleMeans(returns);
  const centre = means.reduce((sum, each) => sum + each, 0) / means.length;
  const deviation = Math.sqrt(means.reduce((sum, each) => sum + (each - centre) ** 2, 0) / means.length);
  assert.ok(Math.abs((group.standardError as number) / deviation - 1) < 0.05, `${group.standardError}, ${deviation}`);
  const { low, high } = group.interval ?? assert.fail();
  const drawn = (means[1_899] as number) - (means[100] as number);
  assert.ok(high - low > 0.97 * drawn, `${high - low} and nine tenths of the draws, ${drawn}`);
  assert.ok((group.pValue as number) > (own.pValue as number));
});

test("keeps the wider of two intervals, for each side and for the difference separately", () => {
  const alike = makeMonths(0);
  const own = estimate(alike).buys;
  const measure = ({ low, high }: { low: number; high: number }) => high - low;
  assert.ok(measure(estimateOne(alike).buys.interval ?? assert.fail()) >= measure(own.interval ?? assert.fail()));
  // Returns alternate between two values: each month has the overall mean, so clustering by month alone would give no error.
  const turns = makeMonths(0)
    .filter(({ cluster }) => cluster % 100 < 14)
    .map((each) => ({ ...each, abnormal: each.cluster % 2 === 0 ? 0.1 : -0.1 }));
  assert.deepEqual(estimateOne(turns).buys, estimate(turns).buys);
  const sold = makeMonths(1).map((each) => ({ ...each, cluster: each.cluster + 10_000, side: "sell" as const }));
  const both = estimateOne([...turns, ...sold]);
  assert.deepEqual(both.buys, estimate(turns).buys);
  assert.deepEqual(both.sells.interval, estimateOne(sold).sells.interval);
});

test("returns from one month have a mean but no interval; returns from two months have a very wide interval", () => {
  const [one, two] = [estimateOne(makeMonths(1, 1)).buys, estimateOne(makeMonths(1, 2)).buys];
  assert.deepEqual([one.count, one.interval, one.pValue], [IN_MONTH, null, null]);
  assert.ok(one.mean !== null && two.interval !== null);
  assert.ok(two.interval.high - two.interval.low > 6 * (two.standardError as number));
});
