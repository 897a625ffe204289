/** Facts about the published trades, computed from their columns on request: some milliseconds for a member with thousands of trades. */
import type { TradeSearch } from "../search/trade-search.ts";
import { inSlices } from "../slices.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { type DatedTrade, datedTrades } from "./dated-trades.ts";
import { type FrontPage, frontPage } from "./front-page.ts";
import { type IndustryFacts, type IndustryRow, industryFacts, industryRows } from "./industry-facts.ts";
import { type LateCell, lateCells } from "./late-cells.ts";
import { type LateFilter, type LateRow, latePeople, lateYears } from "./late-record.ts";
import { type MarkedTrade, markedTrades } from "./marked-trades.ts";
import { type PoliticianFacts, politicianFacts } from "./politician-facts.ts";
import { type TickerFacts, tickerFacts } from "./ticker-facts.ts";
import { type JudgedTrade, type TradeFacts, tradeFacts } from "./trade-facts.ts";

interface LateCells {
  readonly all: readonly LateCell[];
  /** Cells by the code of the person. */
  readonly ofPerson: ReadonlyMap<number, readonly LateCell[]>;
}

type Search = Pick<TradeSearch, "ofPolitician" | "ofSymbol" | "order">;

export class Facts {
  readonly #columns: TradeColumns;
  readonly #search: Search;
  #cells: LateCells | undefined;
  #industries: readonly IndustryRow[] | undefined;
  #frontPage: FrontPage | null | undefined;
  /** Rows for all years by chamber and party: every page of late reports shows some. */
  readonly #lateYears = new Map<string, readonly LateRow[]>();

  constructor(columns: TradeColumns, search: Search) {
    this.#columns = columns;
    this.#search = search;
  }

  /** Undefined for a member without trades. @param id under which the member is served. */
  async politician(id: string): Promise<PoliticianFacts | undefined> {
    const code = this.#columns.personCodes.get(id);
    if (code === undefined) return undefined;
    const { ofPerson } = await inSlices(this.prepare());
    return politicianFacts(this.#columns, this.#search.ofPolitician(id), ofPerson.get(code) ?? []);
  }

  /** Undefined for a security that was never traded. @param symbol current symbol. */
  ticker(symbol: string): TickerFacts | undefined {
    return tickerFacts(this.#columns, this.#search.ofSymbol(symbol), symbol);
  }

  /** Industries with trades, most trades first. */
  industries(): readonly IndustryRow[] {
    this.#industries ??= industryRows(this.#columns);
    return this.#industries;
  }

  /** Undefined if there are no trades. @param positions trades in an industry. */
  industry(positions: Uint32Array): IndustryFacts | undefined {
    return industryFacts(this.#columns, positions);
  }

  /** The given trades that are in the security, by day. @param symbol current symbol. */
  marked(positions: Uint32Array, symbol: string): readonly MarkedTrade[] {
    return markedTrades(this.#columns, positions, symbol);
  }

  /** All trades of a member, by day. @param id under which the member is served. */
  dated(id: string): readonly DatedTrade[] {
    return datedTrades(this.#columns, this.#search.ofPolitician(id));
  }

  /** How a trade differs from its member's earlier ones. */
  trade(trade: JudgedTrade): TradeFacts {
    return tradeFacts(this.#columns, this.#search.ofPolitician(trade.politicianId), trade);
  }

  /** One row per person who disclosed, for all years or the requested one. */
  async latePeople(filter: LateFilter = {}): Promise<readonly LateRow[]> {
    const { all } = await inSlices(this.prepare());
    return latePeople(this.#columns, all, filter);
  }

  /** One row per year, newest first, for all members together. */
  async lateYears({ chamber, party }: LateFilter = {}): Promise<readonly LateRow[]> {
    const { all } = await inSlices(this.prepare());
    const key = `${chamber} ${party}`;
    const rows = this.#lateYears.get(key) ?? lateYears(this.#columns, all, { chamber, party });
    this.#lateYears.set(key, rows);
    return rows;
  }

  /** Null if there are no trades. */
  async frontPage(): Promise<FrontPage | null> {
    return await inSlices(this.prepareFrontPage());
  }

  /** Computes the home page's text above its list, in steps, once per version. */
  *prepareFrontPage(): Generator<void, FrontPage | null> {
    if (this.#frontPage === undefined) {
      const { people } = this.#columns;
      this.#frontPage = yield* frontPage(this.#columns, (code) => this.#search.ofPolitician(people[code]?.id ?? ""));
    }
    return this.#frontPage;
  }

  /** Computes the cells behind all late records, in steps, once per version. */
  *prepare(): Generator<void, LateCells> {
    if (this.#cells === undefined) {
      const all = yield* lateCells(this.#columns, this.#search.order({ by: "reporting_gap", descending: false }));
      this.#cells = { all, ofPerson: Map.groupBy(all, ({ person }) => person) };
    }
    return this.#cells;
  }
}
