/**
 * Means of returns that are not independent: those of one filing (of a group: of one member and month) move together, and so do those of one
 * security over the same days. docs/adr/0025-returns.md has the measurement that chose this in place of a bootstrap. What many members did in one
 * calendar month met one market: of a group the error is taken over months as well, and the greater one counts.
 */
import type { Bounds } from "./dollar-bounds.ts";
import { twoSidedP, twoSidedQuantile } from "./student-t.ts";

export interface ClusteredReturn {
  /** Number of the filing, or of the member and month. */
  readonly cluster: number;
  /** Number of the security. */
  readonly security: number;
  /** The closes between which the return lies, days since 1970-01-01; all returns of a mean are over as many sessions. */
  readonly fromDay: number;
  readonly toDay: number;
  readonly side: "buy" | "sell";
  readonly abnormal: number;
}

export interface MeanEstimate {
  readonly count: number;
  readonly clusters: number;
  /** Equal-weighted; null without a return. */
  readonly mean: number | null;
  readonly standardError: number | null;
  /** Holds the true mean in `COVERAGE` of all cases; null below `MIN_CLUSTERS` clusters, as are `standardError` and `pValue`. */
  readonly interval: Bounds | null;
  /** Two-sided, of a true mean of zero. */
  readonly pValue: number | null;
}

interface SideEstimates {
  readonly buys: MeanEstimate;
  readonly sells: MeanEstimate;
  /** Mean of the purchases less mean of the sales: the test of information. */
  readonly difference: MeanEstimate;
}

/** An interval over fewer clusters would claim more than the data can show. */
export const MIN_CLUSTERS = 10;
/** The fewest calendar months that differ at all; how few they are is in the degrees of freedom. */
const MIN_MONTHS = 2;
export const COVERAGE = 0.9;

/** Works in steps, some milliseconds each for a hundred thousand returns. */
export function* sideEstimates(
  returns: readonly ClusteredReturn[],
  least = MIN_CLUSTERS,
): Generator<void, SideEstimates> {
  const buys = yield* SideMean.of(returns.filter(({ side }) => side === "buy"));
  const sells = yield* SideMean.of(returns.filter(({ side }) => side === "sell"));
  const ofBuys = yield* estimateOf([buys], least);
  const ofSells = yield* estimateOf([sells], least);
  return { buys: ofBuys, sells: ofSells, difference: yield* estimateOf([buys, sells], least) };
}

/**
 * The same of a group: the wider of the interval over its clusters and of that over the calendar months in which returns begin. The error over months
 * is what resampling whole months comes to, without the chance of a draw. Where all of one side begin in one month, there is no interval.
 */
export function* groupEstimates(returns: readonly ClusteredReturn[]): Generator<void, SideEstimates> {
  const own = yield* sideEstimates(returns);
  const monthly: ClusteredReturn[] = [];
  for (const [at, { security, fromDay, toDay, side, abnormal }] of returns.entries()) {
    if (at % TERMS_AT_ONCE === 0) yield;
    monthly.push({ cluster: monthOf(fromDay), security, fromDay, toDay, side, abnormal });
  }
  const months = yield* sideEstimates(monthly, MIN_MONTHS);
  return {
    buys: wider(own.buys, months.buys),
    sells: wider(own.sells, months.sells),
    difference: wider(own.difference, months.difference),
  };
}

function wider(own: MeanEstimate, { standardError, interval, pValue }: MeanEstimate): MeanEstimate {
  if (own.interval === null) return own;
  if (interval !== null && interval.high - interval.low <= own.interval.high - own.interval.low) return own;
  return { ...own, standardError, interval, pValue };
}

/** A number for each calendar month. @param day days since 1970-01-01. */
function monthOf(day: number): number {
  const date = new Date(day * 86_400_000);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** The mean of one side, and what each cluster contributes to its error. */
class SideMean {
  readonly count: number;
  readonly mean: number | null;
  readonly clusters: number;
  /** The number of clusters of one size that would weigh as unevenly as these: `(sum n)^2 / sum n^2`. */
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

  static *of(returns: readonly ClusteredReturn[]): Generator<void, SideMean> {
    const sizes = yield* sumsBy(
      returns,
      ({ cluster }) => cluster,
      () => 1,
    );
    return new SideMean(returns, sizes);
  }

  /** What each cluster moves the mean by, made greater as far as it drew the mean to itself. */
  byCluster(): Sums {
    return sumsBy(
      this.#returns,
      ({ cluster }) => cluster,
      (each) =>
        this.#deviation(each) / Math.sqrt(this.count * (this.count - (this.#sizes.get(each.cluster) as number))),
    );
  }

  /** Adds what each return moves the mean by to those of its security. @param sign -1 where the mean is subtracted. */
  *addInfluences(bySecurity: Map<number, Influence[]>, sign: 1 | -1): Generator<void, void> {
    for (const [at, each] of this.#returns.entries()) {
      if (at % TERMS_AT_ONCE === 0) yield;
      const influence = { each, influence: (sign * this.#deviation(each)) / this.count };
      const own = bySecurity.get(each.security);
      if (own === undefined) bySecurity.set(each.security, [influence]);
      else own.push(influence);
    }
  }

  #deviation({ abnormal }: ClusteredReturn): number {
    return abnormal - (this.mean as number);
  }
}

interface Influence {
  readonly each: ClusteredReturn;
  readonly influence: number;
}

/** @param sides one side, or two; the second is subtracted. @param least clusters of each side, below which there is no interval. */
function* estimateOf([first, second]: readonly [SideMean, SideMean?], least: number): Generator<void, MeanEstimate> {
  const clusters = Math.min(first.clusters, second?.clusters ?? Number.POSITIVE_INFINITY);
  const count = first.count + (second?.count ?? 0);
  const mean = first.mean === null || second?.mean === null ? null : first.mean - (second?.mean ?? 0);
  if (mean === null || clusters < least) {
    return { count, clusters, mean, standardError: null, interval: null, pValue: null };
  }
  const standardError = Math.sqrt(yield* variance(first, second));
  const effective = Math.min(first.effectiveClusters, second?.effectiveClusters ?? Number.POSITIVE_INFINITY);
  const degreesOfFreedom = Math.max(1, effective - 1);
  const reach = twoSidedQuantile(1 - COVERAGE, degreesOfFreedom) * standardError;
  return {
    count,
    clusters,
    mean,
    standardError,
    interval: { low: mean - reach, high: mean + reach },
    pValue: standardError === 0 ? null : twoSidedP(mean / standardError, degreesOfFreedom),
  };
}

/**
 * The variance over the clusters, with the correction of Bell and McCaffrey 2002 for a mean (CR2), and what one security adds that several of them
 * have (Cameron, Gelbach and Miller 2011) over the same days (Hansen and Hodrick 1980).
 */
function* variance(first: SideMean, second: SideMean | undefined): Generator<void, number> {
  const clusters = yield* differenceOf(first.byCluster(), second?.byCluster());
  const bySecurity = new Map<number, Influence[]>();
  yield* first.addInfluences(bySecurity, 1);
  if (second !== undefined) yield* second.addInfluences(bySecurity, -1);
  const shared = yield* sharedAcrossClusters(bySecurity.values());
  return clusters.reduce((sum, value) => sum + value ** 2, 0) + Math.max(0, shared);
}

/** The sum over all pairs of returns of one security in two clusters that have a session in common. @param securities the returns of each. */
function* sharedAcrossClusters(securities: Iterable<Influence[]>): Generator<void, number> {
  let sum = 0;
  let done = 0;
  for (const own of securities) {
    sum += overlapping(own.sort((one, other) => one.each.fromDay - other.each.fromDay));
    done += own.length;
    if (done < TERMS_AT_ONCE) continue;
    done = 0;
    yield;
  }
  return sum;
}

/** @param own those of one security, by their first day: those before which still run when one begins are passed through as a queue. */
function overlapping(own: readonly Influence[]): number {
  const running = new Map<number, number>();
  let [sum, all, ended] = [0, 0, 0];
  for (const { each, influence } of own) {
    for (let next = own[ended]; next !== undefined && next.each.toDay <= each.fromDay; next = own[ended]) {
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

function* differenceOf(first: Sums, second?: Sums): Generator<void, readonly number[]> {
  const values = yield* first;
  if (second === undefined) return [...values.values()];
  let at = 0;
  for (const [key, value] of yield* second) {
    values.set(key, (values.get(key) ?? 0) - value);
    at += 1;
    if (at % TERMS_AT_ONCE === 0) yield;
  }
  return [...values.values()];
}

/** Terms that are added between two pauses. */
const TERMS_AT_ONCE = 5_000;

function* sumsBy(
  returns: readonly ClusteredReturn[],
  keyOf: (each: ClusteredReturn) => number,
  termOf: (each: ClusteredReturn) => number,
): Sums {
  const sums = new Map<number, number>();
  for (const [at, each] of returns.entries()) {
    if (at % TERMS_AT_ONCE === 0) yield;
    const key = keyOf(each);
    sums.set(key, (sums.get(key) ?? 0) + termOf(each));
  }
  return sums;
}
