/**
 * A cluster is a security that several members traded in one direction within some days. The cluster is compared with chance. To
 * simulate chance, each member's trades of a year are shifted around the year. The shift is a random number of days per member.
 * The shift preserves every member's pace, securities and bursts, and breaks only timing that members share. Many securities are
 * compared. The test is therefore how often any security stands out by chance at least as much as the cluster.
 */
import { getOrAdd } from "../../../base/get-or-add.ts";
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { findRecentTrades, RECENT_DAYS, STEP } from "./recent-trades.ts";
import { getTransactionKindIndex, KINDS } from "./trade-sums.ts";

export interface Cluster {
  /** Symbol that the trades are counted under. */
  readonly symbol: string;
  readonly company: string;
  readonly side: "buys" | "sells";
  readonly members: number;
  /** Days of the cluster's first and last trade. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Mean over all trials of the highest number of members who trade within `CLUSTER_DAYS`, in this security and direction. */
  readonly chance: number;
  /** Number of trials in which any security stood out by chance at least as much as this one. */
  readonly likeTrials: number;
  /**
   * Number of groups whose trade dates were compared with randomly shifted dates. A group is the purchases, or the sales, of one
   * security.
   */
  readonly compared: number;
}

export const CLUSTER_DAYS = 14;
export const CLUSTER_MEMBERS = 3;
/** Number of days, up to the newest disclosure, that are searched for a cluster. Most trades are disclosed within 45 days. */
export const SEARCHED_DAYS = 60;
const YEAR = 365;
export const TRIALS = 400;
/** A cluster is reported only if, in less than this fraction of the random trials, some security stands out at least as much. */
const MAX_CHANCE_SHARE = 0.05;

/** Trades of one security and direction in a year, unordered. */
interface Side {
  readonly security: number;
  readonly side: Cluster["side"];
  readonly positions: number[];
}

interface Span {
  readonly members: number;
  /** Indices of the span's first and last trade in the searched list. */
  readonly first: number;
  readonly last: number;
}

/** Finds the most unusual cluster; null if every cluster could well be due to chance. @param columns with at least one trade. */
export function* findCluster(columns: TradeColumns): Generator<void, Cluster | null> {
  const to = columns.disclosed[0] as number;
  const sides = (yield* groupYearBySide(columns, to)).filter(({ positions }) => hasEnoughMembers(columns, positions));
  const seeds = columns.people.map(({ id }) => hashMemberId(id));
  /** Highest excess of any security, per trial. */
  const most = new Float64Array(TRIALS);
  let [best, furthest] = [null as Omit<Cluster, "likeTrials" | "compared"> | null, 0];
  for (const side of sides) {
    const trials = yield* simulateTrials(columns, side.positions, to, seeds);
    const chance = trials.reduce((sum, members) => sum + members, 0) / TRIALS;
    for (const [trial, members] of trials.entries()) {
      if (members >= CLUSTER_MEMBERS) most[trial] = Math.max(most[trial] as number, computeZScore(members, chance));
    }
    const found = buildCluster(columns, side, to);
    if (found === null || computeZScore(found.members, chance) <= furthest) continue;
    furthest = computeZScore(found.members, chance);
    best = { ...found, chance };
  }
  const likeTrials = most.filter((each) => each >= furthest).length;
  return best === null || likeTrials >= MAX_CHANCE_SHARE * TRIALS
    ? null
    : { ...best, likeTrials, compared: sides.length };
}

/** How far `members` exceeds `chance`, the expected number, in Poisson standard deviations; the + 1 reduces scores if few are expected. */
function computeZScore(members: number, chance: number): number {
  return (members - chance) / Math.sqrt(chance + 1);
}

function hasEnoughMembers({ person }: TradeColumns, positions: readonly number[]): boolean {
  return new Set(positions.map((position) => person[position])).size >= CLUSTER_MEMBERS;
}

/** Null if too few members traded within `CLUSTER_DAYS`, or none of the trades was disclosed recently. */
function buildCluster(
  { traded, disclosed, person, symbols, companies, company }: TradeColumns,
  { security, side, positions }: Side,
  to: number,
): Omit<Cluster, "chance" | "likeTrials" | "compared"> | null {
  const recent = positions
    .filter((position) => (traded[position] as number) > to - SEARCHED_DAYS)
    .sort((a, b) => (traded[a] as number) - (traded[b] as number));
  const { members, first, last } = findDensestSpan(
    recent.map((position) => [traded[position] as number, person[position] as number]),
  );
  const within = recent.slice(first, last + 1);
  if (members < CLUSTER_MEMBERS) return null;
  if (!within.some((position) => (disclosed[position] as number) > to - RECENT_DAYS)) return null;
  return {
    symbol: symbols[security] ?? "",
    company: companies[company[Math.min(...within)] as number] ?? "",
    side,
    members,
    from: toDayText(traded[within[0] as number] as number),
    to: toDayText(traded[within.at(-1) as number] as number),
  };
}

/** Trades of the year up to day `to` in securities with a symbol, by security and direction. */
function* groupYearBySide(columns: TradeColumns, to: number): Generator<void, readonly Side[]> {
  const { traded, security, symbols } = columns;
  const sides = new Map<number, Side>();
  for (const [at, position] of (yield* findRecentTrades(columns, to - YEAR + 1)).entries()) {
    if (at % STEP === 0) yield;
    const side = KINDS[getTransactionKindIndex(columns, position)];
    const day = traded[position] as number;
    const code = security[position] as number;
    if ((side !== "buys" && side !== "sells") || day <= to - YEAR || day > to || symbols[code] === "") continue;
    const key = 2 * code + (side === "buys" ? 0 : 1);
    getOrAdd(sides, key, () => ({ security: code, side, positions: [] })).positions.push(position);
  }
  return [...sides.values()];
}

/** The span of at most `CLUSTER_DAYS` days with the most distinct people. @param trades day and person, sorted by day. */
export function findDensestSpan(trades: readonly (readonly [day: number, person: number])[]): Span {
  const counts = new Map<number, number>();
  let best: Span = { members: 0, first: 0, last: -1 };
  let first = 0;
  for (const [last, [day, person]] of trades.entries()) {
    counts.set(person, (counts.get(person) ?? 0) + 1);
    for (let oldest = trades[first]; oldest !== undefined && day - oldest[0] >= CLUSTER_DAYS; oldest = trades[first]) {
      const left = (counts.get(oldest[1]) ?? 0) - 1;
      if (left === 0) counts.delete(oldest[1]);
      else counts.set(oldest[1], left);
      first += 1;
    }
    if (counts.size > best.members) best = { members: counts.size, first, last };
  }
  return best;
}

/** For each trial, the highest number of members who trade within `CLUSTER_DAYS`. @param seeds one per person. */
function* simulateTrials(
  { traded, person }: TradeColumns,
  positions: readonly number[],
  to: number,
  seeds: readonly number[],
): Generator<void, readonly number[]> {
  const trials: number[] = [];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    if ((trial * positions.length) % STEP < positions.length) yield;
    const moved: [number, number][] = [];
    for (const position of positions) {
      const who = person[position] as number;
      const day = (to - (traded[position] as number) + generateRandomDay(seeds[who] as number, trial)) % YEAR;
      if (day < SEARCHED_DAYS) moved.push([day, who]);
    }
    trials.push(findDensestSpan(moved.sort(([a], [b]) => a - b)).members);
  }
  return trials;
}

/** FNV-1a hash, 32 bits, so that a member gets the same random days in every version. @param id Bioguide id. */
function hashMemberId(id: string): number {
  return Buffer.from(id).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
}

/** Pseudorandom day of a year, 0 to 364: the mulberry32 sequence from `seed`, where trial 0 uses the first number, and so on. */
function generateRandomDay(seed: number, trial: number): number {
  const state = (seed + Math.imul(trial + 1, 0x6d2b79f5)) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % YEAR;
}
