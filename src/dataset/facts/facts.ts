/** Facts about the published trades, made from their columns when they are first asked for, in slices between which the process does other work, and kept for the version. */
import { LRUCache } from "lru-cache";
import type { TradeSearch } from "../search/trade-search.ts";
import { inSlices } from "../slices.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { type LateCell, lateCells } from "./late-cells.ts";
import { type LateFilter, type LateRow, latePeople, lateYears } from "./late-record.ts";
import { type PoliticianFacts, politicianFacts } from "./politician-facts.ts";
import { type TickerFacts, tickerFacts } from "./ticker-facts.ts";
import { type JudgedTrade, type TradeFacts, tradeFacts } from "./trade-facts.ts";

/** Members and securities whose facts are kept: some kilobytes each. */
const MOST_KEPT = 500;

type LateLists = LRUCache<string, Promise<readonly LateRow[]>>;

interface LateCells {
  readonly all: readonly LateCell[];
  /** Indexed by the code of the person. */
  readonly ofPerson: ReadonlyMap<number, readonly LateCell[]>;
}

type Search = Pick<TradeSearch, "ofPolitician" | "ofSymbol" | "order">;

export class Facts {
  readonly #columns: TradeColumns;
  readonly #search: Search;
  readonly #politicians = new LRUCache<string, PoliticianFacts>({ max: MOST_KEPT });
  readonly #tickers = new LRUCache<string, TickerFacts>({ max: MOST_KEPT });
  readonly #latePeople = new LRUCache<string, Promise<readonly LateRow[]>>({ max: MOST_KEPT });
  readonly #lateYears = new LRUCache<string, Promise<readonly LateRow[]>>({ max: MOST_KEPT });
  #cells: LateCells | undefined;

  constructor(columns: TradeColumns, search: Search) {
    this.#columns = columns;
    this.#search = search;
  }

  /** Undefined for who has no trade. @param id as served. */
  async politician(id: string): Promise<PoliticianFacts | undefined> {
    const code = this.#columns.personCodes.get(id);
    if (code === undefined) return undefined;
    return this.#politicians.get(id) ?? (await this.#makePolitician(id, code));
  }

  async #makePolitician(id: string, code: number): Promise<PoliticianFacts> {
    const cells = await inSlices(this.prepare());
    const facts = await inSlices(
      politicianFacts(this.#columns, this.#search.ofPolitician(id), cells.ofPerson.get(code) ?? []),
    );
    this.#politicians.set(id, facts);
    return facts;
  }

  /** Undefined for a security that nobody traded. @param symbol today's. */
  async ticker(symbol: string): Promise<TickerFacts | undefined> {
    const known = this.#tickers.get(symbol);
    if (known !== undefined) return known;
    const facts = await inSlices(tickerFacts(this.#columns, this.#search.ofSymbol(symbol), symbol));
    if (facts === null) return undefined;
    this.#tickers.set(symbol, facts);
    return facts;
  }

  /** Facts that set a trade apart from its member's earlier ones. */
  trade(trade: JudgedTrade): TradeFacts {
    return tradeFacts(this.#columns, this.#search.ofPolitician(trade.politicianId), trade);
  }

  /** A row for each person who disclosed, in all years or in the one asked for. */
  latePeople(filter: LateFilter = {}): Promise<readonly LateRow[]> {
    return this.#late(this.#latePeople, latePeople, filter);
  }

  /** A row for each year, newest first, of all members together. */
  lateYears({ chamber, party }: LateFilter = {}): Promise<readonly LateRow[]> {
    return this.#late(this.#lateYears, lateYears, { chamber, party });
  }

  #late(kept: LateLists, make: typeof latePeople, filter: LateFilter): Promise<readonly LateRow[]> {
    const key = `${filter.chamber ?? ""} ${filter.party ?? ""} ${filter.year ?? ""}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const rows = inSlices(this.prepare()).then(({ all }) => inSlices(make(this.#columns, all, filter)));
    kept.set(key, rows);
    return rows;
  }

  /** Makes in steps what the late records of all are added up from, which would keep the first reader waiting. */
  *prepare(): Generator<void, LateCells> {
    if (this.#cells === undefined) {
      const all = yield* lateCells(this.#columns, this.#search.order({ by: "reporting_gap", descending: false }));
      this.#cells = { all, ofPerson: Map.groupBy(all, ({ person }) => person) };
    }
    return this.#cells;
  }
}
