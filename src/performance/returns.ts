/** Asks for the returns of a member, on a security, or of many members, by the trades of a version. */
import type { Dataset } from "../dataset/dataset.ts";
import { type DecidedTrade, decidedTrades } from "../dataset/decided-trade.ts";
import type { FormerVersion } from "../dataset/former-version.ts";
import type { Chamber, Party } from "../domain/politician.ts";
import type { TradeFilter } from "../domain/trade-filter.ts";
import type { Anchor, Horizon } from "./abnormal-return.ts";
import { pricedSymbol, type ReportedTrade } from "./decision.ts";
import type { Reckoner, Reckoning, ReturnQuestion } from "./reckoner.ts";

export interface AskedReturn {
  readonly anchor: Anchor;
  readonly horizon: Horizon;
  /** Identity of who asks. */
  readonly caller: string;
}

interface Members {
  readonly chamber?: Chamber | undefined;
  readonly party?: Party | undefined;
}

export interface AnsweredReturn {
  readonly question: ReturnQuestion;
  readonly reckoning: Reckoning;
}

type Version = Dataset | FormerVersion;

export class Returns {
  readonly #reckoner: Reckoner;
  readonly #isListed: (symbol: string) => boolean | null;

  /** @param isListed null while the ticker directories are not known. */
  constructor(reckoner: Reckoner, isListed: (symbol: string) => boolean | null) {
    this.#reckoner = reckoner;
    this.#isListed = isListed;
  }

  /** Every question throws {UnavailableError} while too many wait. @param id under which the member is served. */
  ofMember(version: Version, id: string, asked: AskedReturn): Promise<AnsweredReturn> {
    return this.#answer(version, { about: `politician ${id}`, scope: "member" }, { politicianId: [id] }, asked);
  }

  /** @param symbol today's, or the last one of a security that has ended. */
  ofSecurity(version: Version, symbol: string, asked: AskedReturn): Promise<AnsweredReturn> {
    return this.#answer(version, { about: `ticker ${symbol}`, scope: "security" }, { ticker: [symbol] }, asked, symbol);
  }

  ofMembers(version: Version, { chamber, party }: Members, asked: AskedReturn): Promise<AnsweredReturn> {
    const about = `members ${chamber ?? "all"} ${party ?? "all"}`;
    const filter: TradeFilter = { ...(chamber && { chamber }), ...(party && { party: [party] }) };
    return this.#answer(version, { about, scope: "chamber" }, filter, asked);
  }

  /** Names the prices that answers depend on: it changes with each day of the benchmark. */
  edition(): Promise<string> {
    return this.#reckoner.edition();
  }

  async #answer(
    version: Version,
    about: Pick<ReturnQuestion, "about" | "scope">,
    filter: TradeFilter,
    { caller, ...asked }: AskedReturn,
    symbol?: string,
  ): Promise<AnsweredReturn> {
    const question = { ...about, ...asked, version: version.version };
    const trades = () => this.#reported(version, filter, symbol);
    return { question, reckoning: await this.#reckoner.answer(question, trades, caller) };
  }

  /** @param symbol leaves out trades in other securities that had it at another time. */
  async *#reported(version: Version, filter: TradeFilter, symbol?: string): AsyncGenerator<readonly ReportedTrade[]> {
    const all = "decided" in version ? version.decided(filter) : decidedTrades(version, filter);
    for await (const some of all) {
      const reported = some.map((trade) => this.#reportedOf(trade));
      yield symbol === undefined ? reported : reported.filter((trade) => trade.symbol === symbol);
    }
  }

  #reportedOf({ ticker, currentTicker, ...trade }: DecidedTrade): ReportedTrade {
    return { ...trade, symbol: pricedSymbol({ ticker, currentTicker }, this.#isListed) };
  }
}
