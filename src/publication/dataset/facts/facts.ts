/** Facts about published trades, computed from columns on request: a few milliseconds for a member with thousands of trades. */
import { getOrAdd } from "../../../base/get-or-add.ts";
import type { TradeSearch } from "../search/trade-search.ts";
import { runInSlices } from "../slices.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { type Cluster, findCluster } from "./clusters.ts";
import { findHighlights, type Highlights } from "./highlights.ts";
import { buildIndustryFacts, buildIndustryRows, type IndustryFacts, type IndustryRow } from "./industry-facts.ts";
import { groupLatenessCounts, type LatenessCounts } from "./late-cells.ts";
import { buildLateRowsByPerson, buildLateRowsByYear, type LateFilter, type LateRow } from "./late-record.ts";
import { type DatedTrade, listChartTrades, listDatedTrades, type MarkedTrade } from "./marked-trades.ts";
import { countMonthlyTrades, type MonthlyTrades } from "./monthly-trades.ts";
import { buildPoliticianFacts, type PoliticianFacts } from "./politician-facts.ts";
import { countNewTrades, type NewTrades } from "./recent-trades.ts";
import { buildTickerFacts, type TickerFacts } from "./ticker-facts.ts";
import { computeTradeFacts, type JudgedTrade, type TradeFacts } from "./trade-facts.ts";

interface LateCells {
  readonly all: readonly LatenessCounts[];
  readonly ofPerson: ReadonlyMap<number, readonly LatenessCounts[]>;
}

type Search = Pick<TradeSearch, "findByPolitician" | "findBySymbols" | "getSortedPositions">;

export class Facts {
  readonly #columns: TradeColumns;
  readonly #search: Search;
  #cells: LateCells | undefined;
  #industries: readonly IndustryRow[] | undefined;
  #frontPage: FrontPage | null | undefined;
  /** Rows for all years, cached by chamber and party: every page of late reports shows some of them. */
  readonly #lateYears = new Map<string, readonly LateRow[]>();

  constructor(columns: TradeColumns, search: Search) {
    this.#columns = columns;
    this.#search = search;
  }

  /** Undefined for a member without trades. @param id the member's published id. */
  async getPoliticianFacts(id: string): Promise<PoliticianFacts | undefined> {
    const code = this.#columns.personCodes.get(id);
    if (code === undefined) return undefined;
    const { ofPerson } = await runInSlices(this.prepareLatenessCounts());
    return buildPoliticianFacts(this.#columns, this.#search.findByPolitician(id), ofPerson.get(code) ?? []);
  }

  /** Undefined for a security that was never traded. @param symbol current symbol. */
  getTickerFacts(symbol: string): TickerFacts | undefined {
    return buildTickerFacts(this.#columns, this.#search.findBySymbols([symbol]), symbol);
  }

  /** Industries with trades, most trades first. */
  listIndustries(): readonly IndustryRow[] {
    this.#industries ??= buildIndustryRows(this.#columns);
    return this.#industries;
  }

  /** Undefined if there are no trades. @param positions trades in an industry. */
  getIndustryFacts(positions: Uint32Array): IndustryFacts | undefined {
    return buildIndustryFacts(this.#columns, positions);
  }

  /** Returns the given trades that are in this security, by transaction date. @param symbol the security's current symbol. */
  listChartTrades(positions: Uint32Array, symbol: string): readonly MarkedTrade[] {
    return listChartTrades(this.#columns, positions, symbol);
  }

  /** All trades of a member, by day. @param id the member's published id. */
  listDatedTrades(id: string): readonly DatedTrade[] {
    return listDatedTrades(this.#columns, this.#search.findByPolitician(id));
  }

  /** How a trade differs from earlier trades of the same member. */
  getTradeFacts(trade: JudgedTrade): TradeFacts {
    return computeTradeFacts(this.#columns, this.#search.findByPolitician(trade.politicianId), trade);
  }

  /** One row per person who disclosed, for all years or the requested one. */
  async listLateRowsByPerson(filter: LateFilter = {}): Promise<readonly LateRow[]> {
    const { all } = await runInSlices(this.prepareLatenessCounts());
    return buildLateRowsByPerson(this.#columns, all, filter);
  }

  /** One row per year, newest first, for all members together. */
  async listLateRowsByYear({ chamber, party }: LateFilter = {}): Promise<readonly LateRow[]> {
    const { all } = await runInSlices(this.prepareLatenessCounts());
    const buildRows = () => buildLateRowsByYear(this.#columns, all, { chamber, party });
    return getOrAdd(this.#lateYears, `${chamber} ${party}`, buildRows);
  }

  /** Null if there are no trades. */
  async getFrontPageFacts(): Promise<FrontPage | null> {
    return await runInSlices(this.prepareFrontPage());
  }

  /** Computes the facts for the text above the home page's list, in steps, once per version. */
  *prepareFrontPage(): Generator<void, FrontPage | null> {
    if (this.#frontPage === undefined) {
      const { people } = this.#columns;
      this.#frontPage = yield* buildFrontPageFacts(this.#columns, (code) =>
        this.#search.findByPolitician(people[code]?.id ?? ""),
      );
    }
    return this.#frontPage;
  }

  /** Computes, in steps and once per version, the cells (see `LatenessCounts`) from which all lateness records are built. */
  *prepareLatenessCounts(): Generator<void, LateCells> {
    if (this.#cells === undefined) {
      const all = yield* groupLatenessCounts(
        this.#columns,
        this.#search.getSortedPositions({ by: "reporting_gap", descending: false }),
      );
      this.#cells = { all, ofPerson: Map.groupBy(all, ({ person }) => person) };
    }
    return this.#cells;
  }
}

interface FrontPage {
  readonly newest: NewTrades;
  readonly highlights: Highlights;
  /** Null if every cluster may well be due to chance. */
  readonly cluster: Cluster | null;
  readonly monthly: MonthlyTrades;
}

/** Facts for the home page's text above the list; null without trades. @param findByPerson positions of a person's trades. */
function* buildFrontPageFacts(
  columns: TradeColumns,
  findByPerson: (person: number) => Uint32Array,
): Generator<void, FrontPage | null> {
  const newest = yield* countNewTrades(columns);
  if (newest === null) return null;
  return {
    newest,
    highlights: yield* findHighlights(columns, findByPerson),
    cluster: yield* findCluster(columns),
    monthly: yield* countMonthlyTrades(columns),
  };
}
