/**
 * A security that several members traded in one direction within some days, beside the number that chance gives. Chance is measured: each member's trades
 * of a year are moved along a circle of the year by a random number of days of the member's own, which keeps every member's pace, securities and bursts,
 * and breaks only what members have in common in time.
 */
import { dayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { RECENT_DAYS, recentTrades, STEP } from "./recent-trades.ts";
import { KINDS, transactionKindOf } from "./trade-sums.ts";

export interface Cluster {
  /** Symbol under which the trades count. */
  readonly symbol: string;
  readonly company: string;
  readonly side: "buys" | "sells";
  /** Different members. */
  readonly members: number;
  /** First and last of their days of trading. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Mean of the most members within as many days, over all shifts. */
  readonly chance: number;
  /** Part of the shifts that gave as many members or more. */
  readonly share: number;
  /** Securities and directions with as many members as are needed: this is the one that chance explains least. */
  readonly compared: number;
}

export const CLUSTER_DAYS = 14;
export const CLUSTER_MEMBERS = 3;
/** Days of trading, up to the newest disclosure, in which a cluster is looked for: most trades are disclosed within 45. */
export const LOOKED_AT_DAYS = 60;
const YEAR = 365;
export const SHIFTS = 400;
/** A cluster is pointed out where fewer of the shifts gave as many members. */
const LIKELY_BY_CHANCE = 0.05;

/** Trades of one security and direction in a year, in no order. */
interface Side {
  readonly security: number;
  readonly side: Cluster["side"];
  readonly positions: number[];
}

interface Span {
  readonly members: number;
  /** Indices of its first and last trade. */
  readonly first: number;
  readonly last: number;
}

/** Null where chance may well have given every cluster. @param columns with a trade at least. */
export function* findCluster(columns: TradeColumns): Generator<void, Cluster | null> {
  const { traded, disclosed, person, symbols, companies, company } = columns;
  const to = disclosed[0] as number;
  const start = to - LOOKED_AT_DAYS + 1;
  const sides = yield* sidesOfYear(columns, to);
  let best: Cluster | null = null;
  let [looked, compared] = [0, 0];
  for (const { security, side, positions } of sides) {
    looked += positions.length;
    if (looked >= STEP) {
      looked = 0;
      yield;
    }
    const recent = positions
      .filter((position) => (traded[position] as number) >= start)
      .sort((a, b) => (traded[a] as number) - (traded[b] as number));
    const found = densestSpan(recent.map((position) => [traded[position] as number, person[position] as number]));
    if (found.members < CLUSTER_MEMBERS) continue;
    const within = recent.slice(found.first, found.last + 1);
    if (!within.some((position) => (disclosed[position] as number) > to - RECENT_DAYS)) continue;
    compared += 1;
    yield;
    const { chance, share } = yield* chanceOf(columns, positions, found.members, to);
    if (share >= LIKELY_BY_CHANCE) continue;
    if (best !== null && (share > best.share || (share === best.share && found.members <= best.members))) continue;
    best = {
      symbol: symbols[security] ?? "",
      company: companies[company[Math.min(...within)] as number] ?? "",
      side,
      members: found.members,
      from: dayText(traded[within[0] as number] as number),
      to: dayText(traded[within.at(-1) as number] as number),
      chance,
      share,
      compared: 0,
    };
  }
  return best === null ? null : { ...best, compared };
}

/** Those traded in the year up to that day, in securities with a symbol. */
function* sidesOfYear(columns: TradeColumns, to: number): Generator<void, Iterable<Side>> {
  const { traded, security, symbols } = columns;
  const sides = new Map<number, Side>();
  for (const [at, position] of (yield* recentTrades(columns, to - YEAR + 1)).entries()) {
    if (at % STEP === 0) yield;
    const side = KINDS[transactionKindOf(columns, position)];
    const day = traded[position] as number;
    const code = security[position] as number;
    if ((side !== "buys" && side !== "sells") || day <= to - YEAR || day > to || symbols[code] === "") continue;
    const key = 2 * code + (side === "buys" ? 0 : 1);
    let found = sides.get(key);
    if (found === undefined) {
      found = { security: code, side, positions: [] };
      sides.set(key, found);
    }
    found.positions.push(position);
  }
  return sides.values();
}

/** The span of at most `CLUSTER_DAYS` days with the most different people. @param trades day and person, by day. */
export function densestSpan(trades: readonly (readonly [day: number, person: number])[]): Span {
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

function* chanceOf(
  { traded, person }: TradeColumns,
  positions: readonly number[],
  members: number,
  to: number,
): Generator<void, Pick<Cluster, "chance" | "share">> {
  let [sum, asMany] = [0, 0];
  for (let shift = 0; shift < SHIFTS; shift += 1) {
    if (shift % 20 === 0) yield;
    const moved: [number, number][] = [];
    for (const position of positions) {
      const who = person[position] as number;
      const day = (to - (traded[position] as number) + randomDay(who, shift)) % YEAR;
      if (day < LOOKED_AT_DAYS) moved.push([day, who]);
    }
    const found = densestSpan(moved.sort(([a], [b]) => a - b)).members;
    sum += found;
    if (found >= members) asMany += 1;
  }
  return { chance: sum / SHIFTS, share: asMany / SHIFTS };
}

/** The same for the same person and shift (mulberry32), from 0 up to, not including, a year of days. */
function randomDay(person: number, shift: number): number {
  let mixed = Math.imul(person * SHIFTS + shift + 1, 0x6d2b79f5);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 1 | mixed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % YEAR;
}
