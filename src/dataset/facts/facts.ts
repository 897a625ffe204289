/** Facts about the published trades, made from their columns when they are first asked for, and kept for the version. */
import { LRUCache } from "lru-cache";
import type { TradeColumns } from "../trade-columns.ts";
import type { TradeSearch } from "../trade-search.ts";
import { type LateCell, lateCells } from "./late-cells.ts";
import { type LateFilter, type LateRecord, lateRecord } from "./late-record.ts";
import { type PoliticianFacts, politicianFacts } from "./politician-facts.ts";
import { type TickerFacts, tickerFacts } from "./ticker-facts.ts";
import { type JudgedTrade, type TradeFacts, tradeFacts } from "./trade-facts.ts";

/** Members and securities whose facts are kept: some kilobytes each. */
const MOST_KEPT = 500;

type Search = Pick<TradeSearch, "ofPolitician" | "ofSymbol">;

export class Facts {
  readonly #columns: TradeColumns;
  readonly #search: Search;
  readonly #politicians = new LRUCache<string, PoliticianFacts>({ max: MOST_KEPT });
  readonly #tickers = new LRUCache<string, TickerFacts>({ max: MOST_KEPT });
  readonly #late = new Map<string, LateRecord>();
  #cells: ReadonlyMap<number, readonly LateCell[]> | undefined;

  constructor(columns: TradeColumns, search: Search) {
    this.#columns = columns;
    this.#search = search;
  }

  /** Undefined for who has no trade. @param id as served. */
  politician(id: string): PoliticianFacts | undefined {
    const code = this.#columns.personCodes.get(id);
    if (code === undefined) return undefined;
    return kept(this.#politicians, id, () => {
      const record = lateRecord(this.#columns, this.#lateCells().get(code) ?? []);
      return politicianFacts(this.#columns, this.#search.ofPolitician(id), record);
    });
  }

  /** Undefined for a security that nobody traded. @param symbol today's. */
  ticker(symbol: string): TickerFacts | undefined {
    return kept(
      this.#tickers,
      symbol,
      () => tickerFacts(this.#columns, this.#search.ofSymbol(symbol), symbol) ?? undefined,
    );
  }

  /** What sets a trade apart from its member's earlier ones. */
  trade(trade: JudgedTrade): TradeFacts {
    return tradeFacts(this.#columns, this.#search.ofPolitician(trade.politicianId), trade);
  }

  late(filter: LateFilter = {}): LateRecord {
    const key = `${filter.chamber ?? ""} ${filter.party ?? ""}`;
    let record = this.#late.get(key);
    if (record === undefined) {
      record = lateRecord(this.#columns, [...this.#lateCells().values()].flat(), filter);
      this.#late.set(key, record);
    }
    return record;
  }

  /** Makes in steps what the late records of all are added up from, which would keep the first reader waiting. */
  *prepare(): Generator<void, ReadonlyMap<number, readonly LateCell[]>> {
    this.#cells ??= Map.groupBy(yield* lateCells(this.#columns), ({ person }) => person);
    return this.#cells;
  }

  /** By code of the person. */
  #lateCells(): ReadonlyMap<number, readonly LateCell[]> {
    const steps = this.prepare();
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
}

function kept<T extends object>(cache: LRUCache<string, T>, key: string, make: () => T | undefined): T | undefined {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (made !== undefined) cache.set(key, made);
  return made;
}
