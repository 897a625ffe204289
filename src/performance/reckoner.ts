/** Answers questions about returns: prices are read security by security, so that memory holds one series at a time, and answers are remembered. */
import { LRUCache } from "lru-cache";
import { dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import { FairQueue } from "../fair-queue.ts";
import type { Anchor, Horizon } from "./abnormal-return.ts";
import type { Decision, ReportedTrade } from "./decision.ts";
import { decisionsByMember, type MemberDecisions } from "./decisions-by-member.ts";
import { type Alphas, GroupPortfolios } from "./group-portfolios.ts";
import {
  BENCHMARK,
  type DecisionReturn,
  decisionReturns,
  type Group,
  type Performance,
  performanceOf,
} from "./performance.ts";
import { type PriceSeries, type ReturnIndex, returnIndexOf } from "./price-series.ts";

export interface SourcedSeries extends PriceSeries {
  readonly origin: { readonly providers: readonly string[] };
}

/** Prices as they are stored. */
interface StoredSeries {
  /** A text that differs once more prices are stored; asked for with each question. */
  filled(): Promise<string>;
  /** Null where no price of the symbol is stored. */
  series(symbol: string): Promise<SourcedSeries | null>;
}

export interface ReturnQuestion {
  /** Names the decisions that are meant, among all of a version: `politician X000001`. */
  readonly about: string;
  /** `chamber`: also the portfolios of all decisions, and the figures of each member. */
  readonly scope: "member" | "security" | "chamber";
  readonly anchor: Anchor;
  readonly horizon: Horizon;
  /** Dataset version of the trades. */
  readonly version: string;
}

export interface Reckoning {
  readonly performance: Performance;
  /** Member by member, in the order of their trades. */
  readonly returns: readonly DecisionReturn[];
  /** Null but of a chamber. */
  readonly alphas: Alphas | null;
  /** Figures of each member; empty but of a chamber. */
  readonly members: ReadonlyMap<string, Performance>;
  /** Providers of the prices that were read, by name. */
  readonly sources: readonly string[];
  /** Last day of the benchmark's prices; null where none is stored, and then nothing is priced. */
  readonly pricesTo: IsoDate | null;
}

/** Decisions that remembered answers hold together. */
const REMEMBERED_DECISIONS = 300_000;
/** The latest days of other securities come after the benchmark's. */
const REMEMBERED_MS = 30 * 60_000;
const WAITING = { waitingOfCaller: 20, waiting: 100 };

const NO_PRICES: SourcedSeries = {
  days: new Int32Array(),
  close: new Float64Array(),
  dividends: null,
  ended: false,
  origin: { providers: [] },
};

type Pause = () => Promise<void>;

export class Reckoner {
  readonly #prices: StoredSeries;
  readonly #createPause: () => Pause;
  /** One question at a time, callers in turn: a question about all members takes a processor for a second, though never long at once. */
  readonly #queue = new FairQueue({ concurrency: 1, ...WAITING, order: "oldest first" });
  readonly #remembered = new LRUCache<string, Reckoning>({
    maxSize: REMEMBERED_DECISIONS,
    ttl: REMEMBERED_MS,
    sizeCalculation: ({ returns }) => returns.length + 1,
  });

  /** @param createPause gives a function that lets the event loop turn where it was held long enough. */
  constructor(prices: StoredSeries, createPause: () => Pause) {
    this.#prices = prices;
    this.#createPause = createPause;
  }

  /**
   * @param trades those that the question is about, in chunks. @param caller identity of who asks.
   * @throws {UnavailableError} while too many such questions wait.
   */
  async answer(
    question: ReturnQuestion,
    trades: () => AsyncIterable<readonly ReportedTrade[]>,
    caller: string,
  ): Promise<Reckoning> {
    const market = (await this.#prices.series(BENCHMARK)) ?? NO_PRICES;
    const { about, anchor, horizon, version } = question;
    const key = [about, anchor, horizon, version, market.days.at(-1), await this.#prices.filled()].join(" ");
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    return this.#queue.run(caller, async () => {
      const made = this.#remembered.get(key);
      if (made !== undefined) return made;
      const reckoned = await this.#reckon(question, trades(), market);
      this.#remembered.set(key, reckoned);
      return reckoned;
    });
  }

  /** Names the stored prices by the last day of the benchmark, and by what is filled in. */
  async edition(): Promise<string> {
    const market = await this.#prices.series(BENCHMARK);
    return `${market?.days.at(-1)} ${await this.#prices.filled()}`;
  }

  async #reckon(
    question: ReturnQuestion,
    trades: AsyncIterable<readonly ReportedTrade[]>,
    market: SourcedSeries,
  ): Promise<Reckoning> {
    const pause = this.#createPause();
    const { members, unpriced } = await decisionsByMember(trades, pause);
    const benchmark = returnIndexOf(market);
    const portfolios = question.scope === "chamber" ? new GroupPortfolios(benchmark, question) : null;
    const sources = new Set(market.origin.providers);
    const outcomes = await this.#outcomes(members, question, { benchmark, portfolios, sources, pause });
    const returns: DecisionReturn[] = [];
    const ofMembers = new Map<string, Performance>();
    for (const { id, decisions, unpriced: kinds } of members) {
      const own = decisions.map((decision) => outcomes.get(decision) as DecisionReturn);
      for (const each of own) returns.push(each);
      if (portfolios !== null) ofMembers.set(id, await inSteps(performanceOf(own, kinds, "member"), pause));
      await pause();
    }
    const group: Group = question.scope === "member" ? "member" : "several";
    const lastDay = benchmark.days.at(-1);
    return {
      performance: await inSteps(performanceOf(returns, unpriced, group), pause),
      returns,
      alphas: portfolios === null ? null : await inSteps(portfolios.alphas(), pause),
      members: ofMembers,
      sources: [...sources].sort(),
      pricesTo: lastDay === undefined ? null : dayText(lastDay),
    };
  }

  async #outcomes(
    members: readonly MemberDecisions[],
    { anchor, horizon }: ReturnQuestion,
    parts: {
      readonly benchmark: ReturnIndex;
      readonly portfolios: GroupPortfolios | null;
      readonly sources: Set<string>;
      readonly pause: Pause;
    },
  ): Promise<ReadonlyMap<Decision, DecisionReturn>> {
    const { benchmark, portfolios, sources, pause } = parts;
    const bySymbol = new Map<string, Decision[]>();
    for (const { decisions } of members) {
      for (const decision of decisions) {
        const own = bySymbol.get(decision.symbol);
        if (own === undefined) bySymbol.set(decision.symbol, [decision]);
        else own.push(decision);
      }
      await pause();
    }
    const outcomes = new Map<Decision, DecisionReturn>();
    for (const [symbol, own] of bySymbol) {
      const series = await this.#prices.series(symbol);
      for (const provider of series?.origin.providers ?? []) sources.add(provider);
      const index = series === null ? null : returnIndexOf(series);
      for (const each of decisionReturns(own, index, benchmark, { anchor, horizon })) outcomes.set(each.decision, each);
      if (index !== null) portfolios?.hold(own, index);
      await pause();
    }
    return outcomes;
  }
}

async function inSteps<T>(steps: Generator<void, T>, pause: Pause): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
