/**
 * Estimates means of dependent returns. Returns of the same filing move together, and so do returns of the same security over the
 * same days. For a group of members, returns are clustered by member and month instead of by filing. All members face the same
 * market in a calendar month. For a group, a second interval is therefore computed with returns clustered by month alone, and the
 * wider interval is used. docs/adr/0025-returns.md measures this method against a bootstrap.
 */
import type { Bounds } from "./dollar-bounds.ts";
import { computeTwoSidedP, computeTwoSidedQuantile } from "./student-t.ts";

export interface ClusteredReturn {
  /**
   * Number of the cluster that the return belongs to. For one member, a cluster is one filing. For several members, a cluster is
   * one member in one month. `estimateGroupMeans` also uses clusters of all members in one month.
   */
  readonly cluster: number;
  readonly security: number;
  /** Days of the first and last close, counted from 1970-01-01. All returns of one average cover the same number of sessions. */
  readonly fromDay: number;
  readonly toDay: number;
  readonly side: "buy" | "sell";
  readonly abnormal: number;
}

export interface MeanEstimate {
  readonly count: number;
  readonly clusters: number;
  /** Null if there are no returns. */
  readonly mean: number | null;
  readonly standardError: number | null;
  /** Confidence interval at `COVERAGE`. Like `standardError` and `pValue`, it is null if there are too few clusters. */
  readonly interval: Bounds | null;
  /** Two-sided, against a true mean of zero. */
  readonly pValue: number | null;
}

interface SideEstimates {
  readonly buys: MeanEstimate;
  readonly sells: MeanEstimate;
  /** Mean of the purchases minus mean of the sales, which tests whether members trade on information. */
  readonly difference: MeanEstimate;
}

/** Fewest clusters for a confidence interval: with fewer, the interval would claim more than the data can show. */
export const MIN_CLUSTERS = 10;
/** Minimum calendar months for a confidence interval; the degrees of freedom account for a small number of months. */
const MIN_MONTHS = 2;
export const COVERAGE = 0.9;

/**
 * Yields to other work between steps. With 100,000 returns, a step takes a few milliseconds. @param least minimum number of
 * clusters for a confidence interval.
 */
export function* estimateSides(
  returns: readonly ClusteredReturn[],
  least = MIN_CLUSTERS,
): Generator<void, SideEstimates> {
  const buys = yield* SideMean.createInSteps(returns.filter(({ side }) => side === "buy"));
  const sells = yield* SideMean.createInSteps(returns.filter(({ side }) => side === "sell"));
  const buyEstimate = yield* estimateMean([buys], least);
  const sellEstimate = yield* estimateMean([sells], least);
  return { buys: buyEstimate, sells: sellEstimate, difference: yield* estimateMean([buys, sells], least) };
}

/**
 * `estimateSides` for a group: uses the wider of two intervals, one clustered by `cluster`, one by the month in which returns
 * begin. The standard error over months is the one that resampling whole months would give, but is computed without randomness.
 * If all returns of one side begin in one month, there is no interval.
 */
export function* estimateGroupMeans(returns: readonly ClusteredReturn[]): Generator<void, SideEstimates> {
  const byCluster = yield* estimateSides(returns);
  const monthly: ClusteredReturn[] = [];
  for (const [at, { security, fromDay, toDay, side, abnormal }] of returns.entries()) {
    if (at % VALUES_AT_ONCE === 0) yield;
    monthly.push({ cluster: getMonthIndex(fromDay), security, fromDay, toDay, side, abnormal });
  }
  const byMonth = yield* estimateSides(monthly, MIN_MONTHS);
  return {
    buys: pickWiderInterval(byCluster.buys, byMonth.buys),
    sells: pickWiderInterval(byCluster.sells, byMonth.sells),
    difference: pickWiderInterval(byCluster.difference, byMonth.difference),
  };
}

function pickWiderInterval(base: MeanEstimate, { standardError, interval, pValue }: MeanEstimate): MeanEstimate {
  if (base.interval === null) return base;
  if (interval !== null && interval.high - interval.low <= base.interval.high - base.interval.low) return base;
  return { ...base, standardError, interval, pValue };
}

/** A unique number per calendar month. @param day days since 1970-01-01. */
function getMonthIndex(day: number): number {
  const date = new Date(day * 86_400_000);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** Mean return of the purchases or of the sales. Also computes how much each cluster and each return moves this mean. */
class SideMean {
  readonly count: number;
  readonly mean: number | null;
  readonly clusters: number;
  /** The number of clusters of equal size that would be as concentrated as these: `(sum n)^2 / sum n^2`. */
  readonly effectiveClusters: number;
  readonly #returns: readonly ClusteredReturn[];
  readonly #sizes: ReadonlyMap<number, number>;

  private constructor(returns: readonly ClusteredReturn[], sizes: ReadonlyMap<number, number>) {
    this.#returns = returns;
    this.#sizes = sizes;
    this.count = returns.length;
    this.mean = this.count === 0 ? null : returns.reduce((sum, { abnormal }) => sum + abnormal, 0) / this.count;
    this.clusters = sizes.size;
    const squares = [...sizes.values()].reduce((sum, size) => sum + size ** 2, 0);
    this.effectiveClusters = squares === 0 ? 0 : this.count ** 2 / squares;
  }

  static *createInSteps(returns: readonly ClusteredReturn[]): Generator<void, SideMean> {
    const sizes = yield* sumByKey(
      returns,
      ({ cluster }) => cluster,
      () => 1,
    );
    return new SideMean(returns, sizes);
  }

  /** The influence of each cluster on the mean, scaled up because the cluster has pulled the mean toward itself. */
  sumByCluster(): Sums {
    return sumByKey(
      this.#returns,
      ({ cluster }) => cluster,
      (each) =>
        this.#computeDeviation(each) / Math.sqrt(this.count * (this.count - (this.#sizes.get(each.cluster) as number))),
    );
  }

  /** Adds each return's influence on the mean to `bySecurity`. @param sign -1 if the mean is subtracted. */
  *addInfluences(bySecurity: Map<number, Influence[]>, sign: 1 | -1): Generator<void, void> {
    for (const [at, each] of this.#returns.entries()) {
      if (at % VALUES_AT_ONCE === 0) yield;
      const influence = { each, influence: (sign * this.#computeDeviation(each)) / this.count };
      const influences = bySecurity.get(each.security);
      if (influences === undefined) bySecurity.set(each.security, [influence]);
      else influences.push(influence);
    }
  }

  #computeDeviation({ abnormal }: ClusteredReturn): number {
    return abnormal - (this.mean as number);
  }
}

interface Influence {
  readonly each: ClusteredReturn;
  readonly influence: number;
}

/** Estimates one mean, or the first mean minus the second. @param least minimum number of clusters per side for an interval. */
function* estimateMean([first, second]: readonly [SideMean, SideMean?], least: number): Generator<void, MeanEstimate> {
  const clusters = Math.min(first.clusters, second?.clusters ?? Number.POSITIVE_INFINITY);
  const count = first.count + (second?.count ?? 0);
  const mean = first.mean === null || second?.mean === null ? null : first.mean - (second?.mean ?? 0);
  if (mean === null || clusters < least) {
    return { count, clusters, mean, standardError: null, interval: null, pValue: null };
  }
  const standardError = Math.sqrt(yield* computeVariance(first, second));
  const effective = Math.min(first.effectiveClusters, second?.effectiveClusters ?? Number.POSITIVE_INFINITY);
  const degreesOfFreedom = Math.max(1, effective - 1);
  const halfWidth = computeTwoSidedQuantile(1 - COVERAGE, degreesOfFreedom) * standardError;
  return {
    count,
    clusters,
    mean,
    standardError,
    interval: { low: mean - halfWidth, high: mean + halfWidth },
    pValue: standardError === 0 ? null : computeTwoSidedP(mean / standardError, degreesOfFreedom),
  };
}

// Computes the cluster-robust variance with the correction of Bell and McCaffrey 2002 for a mean (CR2). Adds the covariance
// between returns of the same security in different clusters (Cameron, Gelbach, Miller 2011). A pair of returns without a shared
// session adds nothing (Hansen, Hodrick 1980).
function* computeVariance(first: SideMean, second: SideMean | undefined): Generator<void, number> {
  const clusters = yield* subtractSums(first.sumByCluster(), second?.sumByCluster());
  const bySecurity = new Map<number, Influence[]>();
  yield* first.addInfluences(bySecurity, 1);
  if (second !== undefined) yield* second.addInfluences(bySecurity, -1);
  const shared = yield* sumAcrossClusters(bySecurity.values());
  return clusters.reduce((sum, value) => sum + value ** 2, 0) + Math.max(0, shared);
}

/** Sums the products of influences over all pairs of returns with the same security, different clusters and a shared session. */
function* sumAcrossClusters(securities: Iterable<Influence[]>): Generator<void, number> {
  let sum = 0;
  let done = 0;
  for (const influences of securities) {
    sum += sumOverlaps(influences.sort((one, other) => one.each.fromDay - other.each.fromDay));
    done += influences.length;
    if (done < VALUES_AT_ONCE) continue;
    done = 0;
    yield;
  }
  return sum;
}

/**
 * Keeps running sums of the earlier returns that have not ended, so that returns need not be compared in pairs.
 * @param terms returns of one security, sorted by first day.
 */
function sumOverlaps(terms: readonly Influence[]): number {
  const running = new Map<number, number>();
  let [sum, all, ended] = [0, 0, 0];
  for (const { each, influence } of terms) {
    for (let next = terms[ended]; next !== undefined && next.each.toDay <= each.fromDay; next = terms[ended]) {
      all -= next.influence;
      running.set(next.each.cluster, (running.get(next.each.cluster) as number) - next.influence);
      ended += 1;
    }
    const ofCluster = running.get(each.cluster) ?? 0;
    sum += 2 * influence * (all - ofCluster);
    all += influence;
    running.set(each.cluster, ofCluster + influence);
  }
  return sum;
}

type Sums = Generator<void, Map<number, number>>;

function* subtractSums(first: Sums, second?: Sums): Generator<void, readonly number[]> {
  const values = yield* first;
  if (second === undefined) return [...values.values()];
  let at = 0;
  for (const [key, value] of yield* second) {
    values.set(key, (values.get(key) ?? 0) - value);
    at += 1;
    if (at % VALUES_AT_ONCE === 0) yield;
  }
  return [...values.values()];
}

/** Number of values to process before yielding to other work. */
const VALUES_AT_ONCE = 5_000;

function* sumByKey(
  returns: readonly ClusteredReturn[],
  getKey: (each: ClusteredReturn) => number,
  getTerm: (each: ClusteredReturn) => number,
): Sums {
  const sums = new Map<number, number>();
  for (const [at, each] of returns.entries()) {
    if (at % VALUES_AT_ONCE === 0) yield;
    const key = getKey(each);
    sums.set(key, (sums.get(key) ?? 0) + getTerm(each));
  }
  return sums;
}
