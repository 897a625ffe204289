/** Mean performance of securities against the benchmark, with confidence intervals, in sessions before and after decisions. */
import { computeAbnormalReturn } from "./abnormal-return.ts";
import type { Decision, UnpricedKind } from "./decision.ts";
import { computePerformance, type DecisionReturn, type Figure, type Group, type SessionOf } from "./performance.ts";
import type { ReturnIndex } from "./price-series.ts";

/** Trading sessions before and after the trade: denser near the trade, and including every horizon except a week. */
export const PATH_SESSIONS = [
  ...listNumbersBetween(-60, -10, 10),
  ...listNumbersBetween(0, 63, 7),
  ...listNumbersBetween(84, 252, 21),
] as const;

function listNumbersBetween(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, at) => from + at * step);
}

export interface PathPoint {
  /** Sessions since the trade: negative before it. */
  readonly session: number;
  /** Mean of the security's value minus the benchmark's value. Both are set to one dollar at the close of the trade's day. */
  readonly buys: Figure;
  readonly sells: Figure;
  readonly difference: Figure;
}

export interface TradePath {
  readonly points: readonly PathPoint[];
  /** Median number of trading days from a trade to its disclosure, over all priced decisions. Null if no decision is priced. */
  readonly medianDisclosure: number | null;
}

/** Level of a session that has not taken place yet. If a price is missing, the level is NaN instead. */
const NOT_YET = Number.POSITIVE_INFINITY;

export class TradePathWriter {
  readonly #decisions: readonly Decision[];
  readonly #benchmark: ReturnIndex;
  readonly #sessionOf: SessionOf;
  /** Session of each decision's trade. */
  readonly #sessions: Int32Array;
  /** Levels (see `computePathLevel`) of each decision at each session of the path. */
  readonly #levels: Float64Array;
  /** Number of sessions from each trade to its disclosure, only for decisions with prices in the session of the trade. */
  readonly #disclosureLags: number[] = [];

  /** @param sessionOf returns the session of the transaction day. */
  constructor(decisions: readonly Decision[], benchmark: ReturnIndex, sessionOf: SessionOf) {
    this.#decisions = decisions;
    this.#benchmark = benchmark;
    this.#sessionOf = sessionOf;
    this.#sessions = new Int32Array(decisions.length);
    this.#levels = new Float64Array(decisions.length * PATH_SESSIONS.length).fill(Number.NaN);
  }

  /** @param places indices of the decisions on one security. */
  addPrices(places: readonly number[], security: ReturnIndex): void {
    for (const place of places) {
      const decision = this.#decisions[place] as Decision;
      const session = this.#sessionOf(decision);
      if (session === null) continue;
      this.#sessions[place] = session;
      const from = place * PATH_SESSIONS.length;
      const levelAtTrade = computePathLevel(security, this.#benchmark, session, 0);
      if (levelAtTrade !== 0) {
        this.#levels.fill(levelAtTrade, from, from + PATH_SESSIONS.length);
        continue;
      }
      for (const [at, offset] of PATH_SESSIONS.entries()) {
        this.#levels[from + at] = computePathLevel(security, this.#benchmark, session, offset);
      }
      const disclosed = this.#sessionOf({ ...decision, transactionDate: decision.disclosureDate });
      if (disclosed !== null) this.#disclosureLags.push(disclosed - session);
    }
  }

  /** @param kinds counts of rows that are never priced. */
  *buildPath(kinds: Readonly<Record<UnpricedKind, number>>, group: Group): Generator<void, TradePath> {
    const points: PathPoint[] = [];
    for (const [at, session] of PATH_SESSIONS.entries()) {
      const returns = { length: this.#decisions.length, at: (place: number) => this.#getReturnAt(place, at) };
      const { buys, sells, difference } = yield* computePerformance(returns, kinds, group);
      points.push({ session, buys, sells, difference });
    }
    return { points, medianDisclosure: this.#computeMedianDisclosureLag() };
  }

  #getReturnAt(place: number, at: number): DecisionReturn {
    const decision = this.#decisions[place] as Decision;
    const level = this.#levels[place * PATH_SESSIONS.length + at] as number;
    if (Number.isNaN(level)) return { decision, outcome: "no_bars" };
    if (level === NOT_YET) return { decision, outcome: "too_recent" };
    const session = this.#sessions[place] as number;
    const sessions = [session, session + (PATH_SESSIONS[at] as number)].sort((one, other) => one - other);
    const [fromDay, lastDay] = sessions.map((each) => this.#benchmark.days[each]) as [number, number];
    // A return from the trade's session to the same session spans zero days. It counts as one day, since a span of zero days
    // would overlap with no other return.
    const toDay = Math.max(lastDay, fromDay + 1);
    const outcome = { fromDay, toDay, security: level, benchmark: 0, abnormal: level, kind: "price", delisted: false };
    return { decision, outcome: outcome as DecisionReturn["outcome"] };
  }

  #computeMedianDisclosureLag(): number | null {
    const sorted = Int32Array.from(this.#disclosureLags).sort();
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  }
}

// Value of the security at another session minus the benchmark's value. Both are set to one dollar at the trade's close. After
// the trade, the difference is the abnormal return. Before the trade, the values are computed backwards from the returns. At the
// trade itself the difference is zero, if the trade's prices are stored.
function computePathLevel(security: ReturnIndex, benchmark: ReturnIndex, session: number, offset: number): number {
  if (session + offset < 0) return Number.NaN;
  const found =
    offset < 0
      ? computeAbnormalReturn(security, benchmark, session + offset, -offset)
      : computeAbnormalReturn(security, benchmark, session, offset);
  if (typeof found === "string") return found === "too_recent" ? NOT_YET : Number.NaN;
  return offset < 0 ? 1 / (1 + found.security) - 1 / (1 + found.benchmark) : found.abnormal;
}
