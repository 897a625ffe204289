/** Returns of a member, on a security, or of many members, by the trades of a version. */

import type { IsoDate } from "../../domain/dates.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type DecidedTrade, decidedTrades } from "../../publication/dataset/decided-trade.ts";
import type { FormerVersion } from "../../publication/dataset/former-version.ts";
import type { Anchor, Horizon } from "./abnormal-return.ts";
import { pricedSymbol, type ReportedTrade } from "./decision.ts";
import { type AskedDifferences, type Members, type Overview, OverviewKeeper, overviewOf } from "./overview.ts";
import { benchmarkGap, type PriceCoverage, type PriceInventory, priceCoverage } from "./price-coverage.ts";
import {
  beginningsOf,
  type Each,
  inSteps,
  type Reckoner,
  type Reckoning,
  type ReturnQuestion,
  type ReturnQuestions,
} from "./reckoner.ts";
import { type YearReturns, yearlyReturns } from "./years.ts";

export interface AskedReturn {
  readonly anchors: Each<Anchor>;
  readonly horizons: Each<Horizon>;
  /** Also compute the path around the trade. */
  readonly path?: boolean;
  /** Identity of the caller. */
  readonly caller: string;
}

/** Selects some of a member's decisions. `ticker`: current symbols, or the last ones of securities that have ended. */
export type MemberPart = Pick<TradeFilter, "tradedFrom" | "tradedTo" | "owner" | "ticker">;

export interface AnsweredReturn {
  readonly question: ReturnQuestion;
  readonly reckoning: Reckoning;
}

type Version = Dataset | FormerVersion;

interface ReturnParts {
  /** Null while the ticker directories are not loaded. */
  readonly isListed: (symbol: string) => boolean | null;
  readonly inventory: PriceInventory;
  /** The first trading day on or after a day. */
  readonly sessionFrom: (day: IsoDate) => IsoDate;
  readonly createPause: () => () => Promise<void>;
  /** Called with the error if the overview could not be computed. */
  readonly overviewFailed: (error: unknown) => void;
}

/** Cache lifetime: during a backfill, a security is added every few seconds. */
const COVERAGE_MS = 60_000;

export class Returns {
  readonly #reckoner: Reckoner;
  readonly #parts: ReturnParts;
  readonly #overviews: OverviewKeeper<Dataset>;
  #coverage: { readonly version: string; readonly at: number; readonly counted: Promise<PriceCoverage> } | null = null;

  constructor(reckoner: Reckoner, parts: ReturnParts) {
    this.#reckoner = reckoner;
    this.#parts = parts;
    this.#overviews = new OverviewKeeper<Dataset>({
      make: (version, edition) => this.#makeOverview(version, edition),
      edition: () => reckoner.edition(),
      clock: () => performance.now(),
      failed: parts.overviewFailed,
    });
  }

  /** How many trades of a version have prices on their day, and why the others have none; counted at most once a minute. */
  coverage(version: Dataset): Promise<PriceCoverage> {
    const now = performance.now();
    const known = this.#coverage;
    if (known?.version === version.version && now - known.at < COVERAGE_MS) return known.counted;
    const { inventory, sessionFrom, createPause } = this.#parts;
    const missingSessions = () => this.#reckoner.missingSessions();
    const parts = { sessionFrom, missingSessions, pause: createPause() };
    const counted = priceCoverage(version.version, this.#reported(version, {}), inventory, parts);
    const made = { version: version.version, at: now, counted };
    this.#coverage = made;
    counted.catch(() => {
      if (this.#coverage === made) this.#coverage = null;
    });
    return counted;
  }

  /** Answers each question per anchor and horizon, anchor by anchor. @throws {UnavailableError} if too many are queued. @param id as served. */
  ofMember(version: Version, id: string, asked: AskedReturn, part: MemberPart = {}): Promise<Each<AnsweredReturn>> {
    const { tradedFrom, tradedTo, owner, ticker } = part;
    const about = ["politician", id, tradedFrom, tradedTo, owner, ticker?.toSorted().join(",")].join(" ");
    return this.#answer(version, { about, scope: "member" }, { ...part, politicianId: [id] }, asked, ticker);
  }

  /** @param symbol the current one, or the last one of a security that has ended. */
  ofSecurity(version: Version, symbol: string, asked: AskedReturn): Promise<Each<AnsweredReturn>> {
    return this.#answer(version, { about: `ticker ${symbol}`, scope: "security" }, { ticker: [symbol] }, asked, [
      symbol,
    ]);
  }

  ofMembers(version: Version, { chamber, party }: Members, asked: AskedReturn): Promise<Each<AnsweredReturn>> {
    const about = `members ${chamber ?? "all"} ${party ?? "all"}`;
    return this.#answer(version, { about, scope: "chamber" }, filterOf({ chamber, party }), asked);
  }

  /** Bought minus sold for all members; starts computing it in the background, and returns null until it is ready. */
  overview(version: Dataset): Overview | null {
    return this.#overviews.latest(version);
  }

  async #makeOverview(version: Dataset, edition: string): Promise<Overview> {
    const ask = async function* (this: Returns, members: Members, asked: readonly AskedDifferences[]) {
      // Scope `security`: several members, without the figures of each.
      const about = { about: "overview", scope: "security", version: version.version } as const;
      const questions = asked.map((each) => ({ ...about, ...each }));
      const answers = this.#reckoner.answerApart(questions, this.#reported(version, filterOf(members)));
      let at = 0;
      for await (const reckonings of answers) {
        yield answered(questions[at] as ReturnQuestions, reckonings);
        at += 1;
      }
    };
    const gap = await benchmarkGap(this.#parts.inventory);
    return overviewOf({ version: version.version, edition, benchmarkGap: gap }, ask.bind(this));
  }

  /** The member's own returns by year, from answers that `ofMember` may have cached. Throws like `ofMember`. */
  async ofYears(version: Dataset, id: string, horizon: Horizon, caller: string): Promise<readonly YearReturns[]> {
    const [{ reckoning }] = await this.ofMember(version, id, { anchors: ["skill"], horizons: [horizon], caller });
    const trades: ReportedTrade[] = [];
    for await (const some of this.#reported(version, { politicianId: [id] })) trades.push(...some);
    return inSteps(yearlyReturns(reckoning.returns, trades), this.#parts.createPause());
  }

  /** Identifies the prices that answers depend on: changes with each day of the benchmark, and during a backfill. */
  edition(): Promise<string> {
    return this.#reckoner.edition();
  }

  async #answer(
    version: Version,
    about: Pick<ReturnQuestion, "about" | "scope">,
    filter: TradeFilter,
    { caller, ...asked }: AskedReturn,
    symbols?: readonly string[],
  ): Promise<Each<AnsweredReturn>> {
    const question = { ...about, ...asked, version: version.version };
    const trades = () => this.#reported(version, filter, symbols);
    return answered(question, await this.#reckoner.answer(question, trades, caller));
  }

  /** @param symbols excludes trades in other securities that had these symbols at another time. */
  async *#reported(
    version: Version,
    filter: TradeFilter,
    symbols?: readonly string[],
  ): AsyncGenerator<readonly ReportedTrade[]> {
    const wanted = symbols && new Set(symbols);
    const all = "decided" in version ? version.decided(filter) : decidedTrades(version, filter);
    for await (const some of all) {
      const reported = some.map((trade) => this.#reportedOf(trade));
      yield wanted === undefined ? reported : reported.filter(({ symbol }) => symbol !== null && wanted.has(symbol));
    }
  }

  /** Lists the fields one by one, which takes a fifth of the time of a spread. */
  #reportedOf(trade: DecidedTrade): ReportedTrade {
    return {
      id: trade.id,
      filingId: trade.filingId,
      politicianId: trade.politicianId,
      symbol: pricedSymbol(trade, this.#parts.isListed),
      assetType: trade.assetType,
      instrument: trade.instrument,
      transactionType: trade.transactionType,
      transactionDate: trade.transactionDate,
      disclosureDate: trade.disclosureDate,
      amount: trade.amount,
      isRepeat: trade.isRepeat,
    };
  }
}

function filterOf({ chamber, party }: Members): TradeFilter {
  return { ...(chamber && { chamber }), ...(party && { party: [party] }) };
}

/** Pairs each answer with its question. */
function answered({ about, scope, version, ...asked }: ReturnQuestions, reckonings: Each<Reckoning>) {
  const answers = beginningsOf(asked).map((begun, at) => ({
    question: { about, scope, version, ...begun },
    reckoning: reckonings[at] as Reckoning,
  }));
  return answers as readonly AnsweredReturn[] as Each<AnsweredReturn>;
}
