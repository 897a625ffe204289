/** Computes the returns of one member, one security or many members, based on the trades of a dataset version. */
import { addDays, type IsoDate } from "../../domain/dates.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type ReturnTrade, readReturnTrades } from "../../publication/dataset/decided-trade.ts";
import type { MostTraded } from "../../publication/dataset/facts/monthly-trades.ts";
import type { PastVersion } from "../../publication/dataset/past-version.ts";
import { runInSlices } from "../../publication/dataset/slices.ts";
import type { Horizon } from "./abnormal-return.ts";
import { getPricedSymbol, type ReportedTrade, toReportedTrade } from "./decision.ts";
import {
  buildOverview,
  type Members,
  type Overview,
  OverviewCache,
  type RequestedDifferences,
  type SinceByList,
} from "./overview.ts";
import { computePriceCoverage, findBenchmarkGap, type PriceCoverage, type PriceInventory } from "./price-coverage.ts";
import {
  listAnchorHorizonPairs,
  type NonEmpty,
  type ReturnCalculator,
  type ReturnQuestion,
  type ReturnQuestions,
  type ReturnResult,
} from "./return-calculator.ts";
import { computeMeanReturnSince, type SinceDisclosure, type SinceParts } from "./since-disclosure.ts";
import { computeYearlyReturns, type YearReturns } from "./years.ts";

export interface RequestedReturn extends RequestedDifferences {
  readonly caller: string;
}

/** Selects some of a member's trades. `ticker`: current symbols, or last symbols of securities that are no longer traded. */
export type MemberPart = Pick<TradeFilter, "tradedFrom" | "tradedTo" | "owner" | "ticker">;

export interface ReturnAnswer {
  readonly question: ReturnQuestion;
  readonly result: ReturnResult;
}

type Version = Dataset | PastVersion;

interface ReturnParts {
  /** Null while the ticker directories are not loaded. */
  readonly isListed: (symbol: string) => boolean | null;
  readonly inventory: PriceInventory;
  readonly readCloses: SinceParts["readCloses"];
  readonly findTradingDayFrom: (day: IsoDate) => IsoDate;
  readonly createPause: () => () => Promise<void>;
  readonly onOverviewFailure: (error: unknown) => void;
}

/** Cache lifetime; limited, since a backfill adds a security every few seconds. */
const COVERAGE_MS = 60_000;

export class Returns {
  readonly #calculator: ReturnCalculator;
  readonly #parts: ReturnParts;
  readonly #overviews: OverviewCache<Dataset>;
  #coverage: { readonly of: string; readonly at: number; readonly coverage: Promise<PriceCoverage> } | null = null;

  constructor(calculator: ReturnCalculator, parts: ReturnParts) {
    this.#calculator = calculator;
    this.#parts = parts;
    this.#overviews = new OverviewCache<Dataset>({
      make: (version, revision) => this.#computeOverview(version, revision),
      readRevision: () => calculator.readRevision(),
      readMonotonicMs: () => performance.now(),
      onFailure: parts.onOverviewFailure,
    });
  }

  /** Computes the price coverage of a version. The latest result is cached for a minute, or until `readRevision` changes. */
  async computePriceCoverage(version: Dataset): Promise<PriceCoverage> {
    const of = `${version.version} ${await this.readRevision()}`;
    const now = performance.now();
    const cached = this.#coverage;
    if (cached?.of === of && now - cached.at < COVERAGE_MS) return cached.coverage;
    const { inventory, findTradingDayFrom, createPause } = this.#parts;
    const findMissingSessions = () => this.#calculator.findMissingSessions();
    const parts = { findTradingDayFrom, findMissingSessions, pause: createPause() };
    const counts = computePriceCoverage(version.version, this.#readReportedTrades(version, {}), inventory, parts);
    const made = { of, at: now, coverage: counts };
    this.#coverage = made;
    counts.catch(() => {
      if (this.#coverage === made) this.#coverage = null;
    });
    return counts;
  }

  /** Returns one answer per anchor and horizon, anchor by anchor. @throws {UnavailableError} if too many requests are queued. */
  computeForMember(
    version: Version,
    id: string,
    requested: RequestedReturn,
    part: MemberPart = {},
  ): Promise<NonEmpty<ReturnAnswer>> {
    const { tradedFrom, tradedTo, owner, ticker } = part;
    const about = ["politician", id, tradedFrom, tradedTo, owner, ticker?.toSorted().join(",")].join(" ");
    return this.#answer(version, { about, scope: "member" }, { ...part, politicianId: [id] }, requested, ticker);
  }

  /** @param symbol current symbol, or last symbol of a security that is no longer traded. */
  answerForSecurity(version: Version, symbol: string, requested: RequestedReturn): Promise<NonEmpty<ReturnAnswer>> {
    return this.#answer(version, { about: `ticker ${symbol}`, scope: "security" }, { ticker: [symbol] }, requested, [
      symbol,
    ]);
  }

  answerForMembers(
    version: Version,
    { chamber, party }: Members,
    requested: RequestedReturn,
  ): Promise<NonEmpty<ReturnAnswer>> {
    const about = `members ${chamber ?? "all"} ${party ?? "all"}`;
    return this.#answer(version, { about, scope: "chamber" }, toTradeFilter({ chamber, party }), requested);
  }

  /** Returns null until the overview is computed. The first call starts the computation in the background. */
  getOverview(version: Dataset): Overview | null {
    return this.#overviews.getLatest(version);
  }

  async #computeOverview(version: Dataset, revision: string): Promise<Overview> {
    const answerAll = async function* (this: Returns, members: Members, requested: readonly RequestedDifferences[]) {
      // Scope `security` skips the figures of each member.
      const about = { about: "overview", scope: "security", version: version.version } as const;
      const questions = requested.map((each) => ({ ...about, ...each }));
      const answers = this.#calculator.answerInBackground(
        questions,
        this.#readReportedTrades(version, toTradeFilter(members)),
      );
      let at = 0;
      for await (const results of answers) {
        yield pairWithQuestions(questions[at] as ReturnQuestions, results);
        at += 1;
      }
    };
    const gap = await findBenchmarkGap(this.#parts.inventory);
    const monthly = await this.#computeMostTradedReturns(version);
    return buildOverview({ version: version.version, revision, benchmarkGap: gap, monthly }, answerAll.bind(this));
  }

  async #computeMostTradedReturns(version: Dataset): Promise<SinceByList> {
    const page = await version.facts.getFrontPageFacts();
    const { readCloses, findTradingDayFrom, createPause } = this.#parts;
    const findSessionAfter = (day: IsoDate) => findTradingDayFrom(addDays(day, 1));
    const parts = { readCloses, findSessionAfter, pause: createPause() };
    const listMeans = async (securities: readonly MostTraded[]) => {
      const found: SinceDisclosure[] = [];
      for (const { positions } of securities) {
        found.push(await computeMeanReturnSince(this.#listReportedTrades(version, positions), parts));
      }
      return found;
    };
    return { bought: await listMeans(page?.monthly.bought ?? []), sold: await listMeans(page?.monthly.sold ?? []) };
  }

  /** Computes a member's returns by year. Throws like `computeForMember`, and shares its cache. */
  async computeByYear(version: Dataset, id: string, horizon: Horizon, caller: string): Promise<readonly YearReturns[]> {
    const [{ result }] = await this.computeForMember(version, id, {
      anchors: ["skill"],
      horizons: [horizon],
      caller,
    });
    const trades: ReportedTrade[] = [];
    for await (const some of this.#readReportedTrades(version, { politicianId: [id] })) trades.push(...some);
    return runInSlices(computeYearlyReturns(result.returns, trades), this.#parts.createPause());
  }

  /** See `ReturnCalculator.readRevision`. */
  readRevision(): Promise<string> {
    return this.#calculator.readRevision();
  }

  async #answer(
    version: Version,
    about: Pick<ReturnQuestion, "about" | "scope">,
    filter: TradeFilter,
    { caller, ...requested }: RequestedReturn,
    symbols?: readonly string[],
  ): Promise<NonEmpty<ReturnAnswer>> {
    const question = { ...about, ...requested, version: version.version };
    const readTrades = () => this.#readReportedTrades(version, filter, symbols);
    return pairWithQuestions(question, await this.#calculator.answer(question, readTrades, caller));
  }

  /** @param symbols limits the trades to securities priced under one of these symbols; former symbols do not count. */
  async *#readReportedTrades(
    version: Version,
    filter: TradeFilter,
    symbols?: readonly string[],
  ): AsyncGenerator<readonly ReportedTrade[]> {
    const wanted = symbols && new Set(symbols);
    const all = "readMatches" in version ? version.readMatches(filter) : readReturnTrades(version, filter);
    for await (const some of all) {
      const reported = some.map((trade) => this.#toReportedTrade(trade));
      yield wanted === undefined ? reported : reported.filter(({ symbol }) => symbol !== null && wanted.has(symbol));
    }
  }

  *#listReportedTrades(version: Dataset, positions: readonly number[]): Generator<ReportedTrade> {
    for (const position of positions) yield this.#toReportedTrade(version.getSummaryAt(position));
  }

  #toReportedTrade(trade: ReturnTrade): ReportedTrade {
    return toReportedTrade(trade, getPricedSymbol(trade, this.#parts.isListed));
  }
}

function toTradeFilter({ chamber, party }: Members): TradeFilter {
  return { ...(chamber && { chamber }), ...(party && { party: [party] }) };
}

function pairWithQuestions({ about, scope, version, ...requested }: ReturnQuestions, results: NonEmpty<ReturnResult>) {
  const answers = listAnchorHorizonPairs(requested).map((each, at) => ({
    question: { about, scope, version, ...each },
    result: results[at] as ReturnResult,
  }));
  return answers as readonly ReturnAnswer[] as NonEmpty<ReturnAnswer>;
}
