/** Computes requested returns, and caches the results. Reads one price series at a time, to save memory. */
import { LRUCache } from "lru-cache";
import { FairQueue } from "../../base/fair-queue.ts";
import { splitIntoChunks } from "../../base/pause.ts";
import { createClosesAllocator, type createEmptyCloses, toDayText } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { listMissingSessions } from "../../domain/sessions.ts";
import { BENCHMARK } from "../../domain/symbol.ts";
import { runInSlices } from "../../publication/dataset/slices.ts";
import type { Anchor, Horizon } from "./abnormal-return.ts";
import { type Decision, groupDecisionsByMember, type MemberDecisions, type ReportedTrade } from "./decision.ts";
import { type Alphas, GroupPortfolios } from "./group-portfolios.ts";
import {
  computeDecisionReturns,
  computePerformance,
  createSessionLookup,
  type Group,
  type Performance,
  type SessionOf,
} from "./performance.ts";
import { alignToSessions, computeReturnIndex, NO_PRICES, type PriceSeries, type ReturnIndex } from "./price-series.ts";
import { ReturnColumns } from "./return-columns.ts";
import { type TradePath, TradePathWriter } from "./trade-path.ts";

export interface SourcedSeries extends PriceSeries {
  readonly origin: { readonly providers: readonly string[] };
}

interface StoredSeries {
  /** See `PriceInventory.readPriceRevision`. Each call of `answer` or `readRevision` calls this function. */
  readPriceRevision(): Promise<string>;
  /** Null if no price of the symbol is stored. @param columns provides buffers, which readers of thousands of series reuse. */
  readSeries(symbol: string, columns?: typeof createEmptyCloses): Promise<SourcedSeries | null>;
}

export interface ReturnQuestion {
  /** Identifies the selection of decisions within a version, such as `politician X000001` for all decisions of a member. */
  readonly about: string;
  /** For `chamber`, the answer also has the alphas of portfolios formed from all decisions, and the figures of each member. */
  readonly scope: "member" | "security" | "chamber";
  readonly anchor: Anchor;
  readonly horizon: Horizon;
  readonly version: string;
}

export type NonEmpty<T> = readonly [T, ...T[]];

export interface ReturnQuestions extends Omit<ReturnQuestion, "anchor" | "horizon"> {
  readonly anchors: NonEmpty<Anchor>;
  readonly horizons: NonEmpty<Horizon>;
  /** Also compute the path around the trade. */
  readonly path?: boolean;
}

/** Anchor and horizon of each answer, in the order of the answers. */
export function listAnchorHorizonPairs({
  anchors,
  horizons,
}: Pick<ReturnQuestions, "anchors" | "horizons">): readonly Pick<ReturnQuestion, "anchor" | "horizon">[] {
  return anchors.flatMap((anchor) => horizons.map((horizon) => ({ anchor, horizon })));
}

export interface ReturnResult {
  readonly performance: Performance;
  /** Grouped by member, and within a member in the order of the trades. */
  readonly returns: ReturnColumns;
  /** Null unless the scope is `chamber`. */
  readonly alphas: Alphas | null;
  /** Figures of each member; empty unless the scope is `chamber`. */
  readonly members: ReadonlyMap<string, Performance>;
  /** The path is the same for every anchor and horizon. Null if the path was not requested. */
  readonly path: TradePath | null;
  /** Names of the providers of the prices used, sorted. */
  readonly sources: readonly string[];
  /** Last day with a stored benchmark price. Null if no benchmark price is stored, in which case no return is computed. */
  readonly pricesTo: IsoDate | null;
}

/** Maximum number of returns in all cached answers, 25 bytes each: enough for all members at every horizon from both anchors. */
const REMEMBERED_RETURNS = 1_200_000;
/** Maximum number of cached decisions, some 300 bytes each; answers at all horizons share these decisions. */
const REMEMBERED_DECISIONS = 200_000;
/** Added to a cache entry's size. Entries without returns or decisions use memory, and callers can request any number of them. */
const ENTRY_OVERHEAD = { returns: 120, decisions: 10 };
// How long a result is cached. Prices that are stored later may be missing from a cached result. The cache key changes with
// each new price of the latest stored day, but not with every price of an earlier day.
const CACHE_LIFETIME_MS = 30 * 60_000;
const WAITING = { waitingOfCaller: 20, waiting: 100 };

const NO_SOURCE: SourcedSeries = { ...NO_PRICES, origin: { providers: [] } };

type Pause = () => Promise<void>;

interface DecidedMembers {
  readonly members: readonly MemberDecisions[];
  /** Decisions of all members, in the order of `members`. */
  readonly decisions: readonly Decision[];
  readonly unpriced: MemberDecisions["unpriced"];
}

/** Number of decisions processed between two pauses. */
const DECISIONS_AT_ONCE = 1_000;
/** Number of decisions whose paths are computed between two pauses. Computing them takes some milliseconds. */
const PATHS_AT_ONCE = 200;

export class ReturnCalculator {
  readonly #prices: StoredSeries;
  readonly #createPause: () => Pause;
  /** Runs one request at a time, round-robin over callers. A request about all members takes 1 s of CPU time, in short slices. */
  readonly #queue = new FairQueue({ concurrency: 1, ...WAITING, order: "oldest first" });
  readonly #remembered = new LRUCache<string, ReturnResult>({
    maxSize: REMEMBERED_RETURNS,
    ttl: CACHE_LIFETIME_MS,
    sizeCalculation: ({ returns }) => returns.length + ENTRY_OVERHEAD.returns,
  });
  readonly #decided = new LRUCache<string, DecidedMembers>({
    maxSize: REMEMBERED_DECISIONS,
    ttl: CACHE_LIFETIME_MS,
    sizeCalculation: ({ decisions }) => decisions.length + ENTRY_OVERHEAD.decisions,
  });

  /** @param createPause returns a function that yields to the event loop if work has blocked it long enough. */
  constructor(prices: StoredSeries, createPause: () => Pause) {
    this.#prices = prices;
    this.#createPause = createPause;
  }

  /**
   * Reads decisions and prices once for all anchors and horizons. The answers are in the order of `listAnchorHorizonPairs`.
   * @param readTrades the selected trades, in chunks. @param caller see `FairQueue.run`.
   * @throws {UnavailableError} if too many such requests are queued.
   */
  async answer(
    question: ReturnQuestions,
    readTrades: () => AsyncIterable<readonly ReportedTrade[]>,
    caller: string,
  ): Promise<NonEmpty<ReturnResult>> {
    const market = (await this.#prices.readSeries(BENCHMARK)) ?? NO_SOURCE;
    const { about, version } = question;
    const prices = await this.#buildRevision(market);
    const keys = listAnchorHorizonPairs(question).map(({ anchor, horizon }) =>
      [about, anchor, horizon, version, prices].join(" "),
    );
    const getCachedAnswers = () => {
      const cached = keys.flatMap((key) => this.#remembered.get(key) ?? []);
      const isWhole = cached.length === keys.length && cached.every(({ path }) => path !== null || !question.path);
      return isWhole ? cached : undefined;
    };
    const getMembersWithDecisions = async () => {
      const key = [about, version, prices].join(" ");
      const made = this.#decided.get(key) ?? (await collectMembersWithDecisions(readTrades(), this.#createPause()));
      this.#decided.set(key, made);
      return made;
    };
    const results =
      getCachedAnswers() ??
      (await this.#queue.run(caller, async () => {
        const made =
          getCachedAnswers() ?? (await this.#computeAnswers(question, await getMembersWithDecisions(), market));
        for (const [at, each] of made.entries()) this.#remembered.set(keys[at] as string, each);
        return made;
      }));
    return results as readonly ReturnResult[] as NonEmpty<ReturnResult>;
  }

  /** Answers requests about `trades` one after another, without queue or cache: memory holds one request's returns at a time. */
  async *answerInBackground(
    questions: readonly ReturnQuestions[],
    trades: AsyncIterable<readonly ReportedTrade[]>,
  ): AsyncGenerator<NonEmpty<ReturnResult>> {
    const market = (await this.#prices.readSeries(BENCHMARK)) ?? NO_SOURCE;
    const decided = await collectMembersWithDecisions(trades, this.#createPause());
    for (const question of questions) {
      yield (await this.#computeAnswers(
        question,
        decided,
        market,
      )) as readonly ReturnResult[] as NonEmpty<ReturnResult>;
    }
  }

  /** Returns the sessions without a benchmark price between the first and the last stored benchmark price. */
  async findMissingSessions(): Promise<readonly IsoDate[]> {
    return listMissingSessions((await this.#prices.readSeries(BENCHMARK))?.days ?? NO_PRICES.days);
  }

  /** Returns a token for the stored prices. The token changes with each new day of the benchmark, and during a backfill. */
  async readRevision(): Promise<string> {
    return this.#buildRevision((await this.#prices.readSeries(BENCHMARK)) ?? NO_PRICES);
  }

  async #buildRevision({ days }: Pick<SourcedSeries, "days">): Promise<string> {
    return `${days.at(-1)} ${days.length} ${await this.#prices.readPriceRevision()}`;
  }

  async #computeAnswers(
    { scope, ...requested }: ReturnQuestions,
    { members, decisions, unpriced }: DecidedMembers,
    market: SourcedSeries,
  ): Promise<readonly ReturnResult[]> {
    const pause = this.#createPause();
    const benchmark = alignToSessions(computeReturnIndex(market));
    const sources = new Set(market.origin.providers);
    const sessions = new Map(requested.anchors.map((anchor) => [anchor, createSessionLookup(anchor, benchmark)]));
    const horizonParts: readonly AtHorizon[] = listAnchorHorizonPairs(requested).map(({ anchor, horizon }) => {
      const window = { sessionOf: sessions.get(anchor) as SessionOf, horizon };
      return {
        window,
        returns: new ReturnColumns(decisions),
        portfolios: scope === "chamber" ? new GroupPortfolios(benchmark, window) : null,
      };
    });
    const path = requested.path
      ? new TradePathWriter(decisions, benchmark, createSessionLookup("skill", benchmark))
      : null;
    await this.#priceDecisions(decisions, horizonParts, { benchmark, sources, path, pause });
    const group: Group = scope === "member" ? "member" : "several";
    const lastDay = benchmark.days.at(-1);
    const builtPath = path && (await runInSlices(path.buildPath(unpriced, group), pause));
    const results: ReturnResult[] = [];
    for (const { returns, portfolios } of horizonParts) {
      const memberPerformances = new Map<string, Performance>();
      let from = 0;
      for (const { id, decisions: own, unpriced: kinds } of portfolios === null ? [] : members) {
        const memberReturns = returns.slice(from, from + own.length);
        from += own.length;
        memberPerformances.set(id, await runInSlices(computePerformance(memberReturns, kinds, "member"), pause));
        await pause();
      }
      results.push({
        performance: await runInSlices(computePerformance(returns, unpriced, group), pause),
        returns,
        alphas: portfolios === null ? null : await runInSlices(portfolios.computeAlphas(), pause),
        members: memberPerformances,
        path: builtPath,
        sources: [...sources].sort(),
        pricesTo: lastDay === undefined ? null : toDayText(lastDay),
      });
    }
    return results;
  }

  async #priceDecisions(
    all: readonly Decision[],
    horizons: readonly AtHorizon[],
    parts: {
      readonly benchmark: ReturnIndex;
      readonly sources: Set<string>;
      readonly path: TradePathWriter | null;
      readonly pause: Pause;
    },
  ): Promise<void> {
    const { benchmark, sources, path, pause } = parts;
    const bySymbol = new Map<string, { readonly decisions: Decision[]; readonly places: number[] }>();
    for (const [place, decision] of all.entries()) {
      const group = bySymbol.get(decision.symbol) ?? { decisions: [], places: [] };
      if (group.places.length === 0) bySymbol.set(decision.symbol, group);
      group.decisions.push(decision);
      group.places.push(place);
      if (place % DECISIONS_AT_ONCE === 0) await pause();
    }
    const columns = createClosesAllocator();
    let total = new Float64Array();
    for (const [symbol, { decisions, places }] of bySymbol) {
      const series = await this.#prices.readSeries(symbol, columns);
      for (const provider of series?.origin.providers ?? []) sources.add(provider);
      if (series !== null && series.days.length > total.length) total = new Float64Array(series.days.length);
      const index = series === null ? null : computeReturnIndex(series, total);
      for (const { window, returns, portfolios } of horizons) {
        const outcomes = computeDecisionReturns(decisions, index, benchmark, window);
        for (const [at, { outcome }] of outcomes.entries()) returns.set(places[at] as number, outcome);
        if (index !== null) portfolios?.addDecisions(decisions, index);
        await pause();
      }
      if (path === null || index === null) continue;
      for (const some of splitIntoChunks(places, PATHS_AT_ONCE)) {
        path.addPrices(some, index);
        await pause();
      }
    }
  }
}

interface AtHorizon {
  readonly window: { readonly sessionOf: SessionOf; readonly horizon: Horizon };
  readonly returns: ReturnColumns;
  readonly portfolios: GroupPortfolios | null;
}

async function collectMembersWithDecisions(
  trades: AsyncIterable<readonly ReportedTrade[]>,
  pause: Pause,
): Promise<DecidedMembers> {
  const { members, unpriced } = await groupDecisionsByMember(trades, pause);
  return { members, decisions: members.flatMap(({ decisions }) => decisions), unpriced };
}
