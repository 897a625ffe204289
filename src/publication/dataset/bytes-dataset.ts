import { LRUCache } from "lru-cache";
import type { AmountRange } from "../../domain/amount-range.ts";
import { toDayText } from "../../domain/bar-columns.ts";
import { computeDirection } from "../../domain/direction.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import type { Dataset, DatasetPage, Member, TradeSummary } from "./dataset.ts";
import { Facts } from "./facts/facts.ts";
import type { JsonList } from "./json-list.ts";
import { PoliticianSearch, type SearchedPolitician } from "./search/politician-search.ts";
import { TradeSearch } from "./search/trade-search.ts";
import type { TickerList } from "./ticker-list.ts";
import {
  FLAGS,
  INSTRUMENT_CODES,
  NO_CURRENT_TICKER_CODES,
  OWNER_CODES,
  TRAITS,
  type TradeColumns,
  type Traits,
} from "./trade-columns.ts";
import type { TradeTally } from "./trade-tally.ts";

export interface DatasetParts {
  readonly version: string;
  readonly publishedAt: Date | null;
  /** Records in list order. */
  readonly trades: JsonList;
  readonly columns: TradeColumns;
  readonly tickers: TickerList;
  /** Records in list order. */
  readonly politicians: JsonList;
  /** Search fields of each politician, in the order of `politicians`. */
  readonly seats: readonly SearchedPolitician[];
  readonly details: ReadonlyMap<string, Buffer>;
  /** Keyed by the same ids as `details`. */
  readonly members: ReadonlyMap<string, Member>;
  /** Maps each merged id to the id that it was merged into. */
  readonly merged: ReadonlyMap<string, string>;
}

export function createBytesDataset(parts: DatasetParts): Dataset {
  const { version, publishedAt, trades, columns, tickers, politicians, seats, details, members, merged } = parts;
  const search = new TradeSearch(columns);
  const politicianSearch = new PoliticianSearch(seats, members);
  /** Cached counts: paging through a list requests the same ones repeatedly. */
  const tallies = new LRUCache<string, TradeTally>({ max: 200 });
  /** Created on first use: most processes never look up a filing. */
  let filingCodes: ReadonlyMap<string, number> | undefined;
  /** Caches the trade's JSON that was read last, since the summary of the same trade is often requested next. */
  let latest: { readonly position: number; readonly json: Buffer } | undefined;
  const getTradeAt = (position: number): Buffer => {
    if (latest?.position === position) return latest.json;
    if (!(Number.isInteger(position) && position >= 0 && position < trades.length)) {
      throw new RangeError(`there is no trade ${position} among ${trades.length}`);
    }
    const json = trades.at(position);
    latest = { position, json };
    return json;
  };
  const replaceMergedIds = (filter: TradeFilter): TradeFilter =>
    filter.politicianId === undefined
      ? filter
      : { ...filter, politicianId: [...new Set(filter.politicianId.map((id) => merged.get(id) ?? id))] };
  const findTradesWithTally = (filter: TradeFilter) => {
    const key = JSON.stringify(filter);
    const known = tallies.get(key);
    if (known !== undefined) return { found: search.find(filter), tally: known };
    const counts = search.findTradesWithTally(filter);
    tallies.set(key, counts.tally);
    return counts;
  };
  const detailBytes = [...details.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    version,
    publishedAt,
    byteLength: trades.byteLength + politicians.byteLength + detailBytes,
    tradeCount: trades.length,
    politicianCount: politicians.length,
    listRecentTrades(limit, skip) {
      const from = Math.min(skip, trades.length);
      const to = Math.min(skip + limit, trades.length);
      return buildListEnvelope("trades", trades.slice(from, to), trades.length, limit, skip);
    },
    listTrades(filter, sort, limit, skip) {
      const found = search.find(replaceMergedIds(filter));
      return buildListEnvelope(
        "trades",
        trades.pick(found.listInOrder(sort, skip, skip + limit)),
        found.total,
        limit,
        skip,
      );
    },
    select: (filter, sort) => search.find(replaceMergedIds(filter)).listInOrder(sort).slice(),
    listTradesByFiling: (filter, sort, limit, skip) =>
      search.groupByFiling(search.find(replaceMergedIds(filter)), sort, limit, skip),
    listTradesByFilingWithTally(filter, sort, limit, skip) {
      const { found, tally } = findTradesWithTally(replaceMergedIds(filter));
      return { filings: search.groupByFiling(found, sort, limit, skip), tally };
    },
    findTradesOfFiling(filingId) {
      filingCodes ??= new Map(columns.filings.map((id, code) => [id, code]));
      const code = filingCodes.get(filingId);
      return code === undefined ? [] : [...search.findByFiling(code)];
    },
    getTradeAt,
    getSummaryAt: (position) => buildTradeSummary(getTradeAt(position), columns, position),
    listTickerPage: (filter, limit, skip) => buildTickerListPage(tickers, filter, limit, skip),
    getTicker: (symbol) => tickers.getDetail(symbol),
    findTicker: (text) => tickers.findDetail(text),
    listPoliticianPage(filter, limit, skip) {
      const indices = politicianSearch.find(filter);
      const values = politicians.pick(indices.subarray(skip, skip + limit));
      return buildListEnvelope("politicians", values, indices.length, limit, skip);
    },
    getPolitician: (id) => details.get(id),
    getMember: (id) => members.get(id),
    getMergedId: (id) => merged.get(id),
    facts: new Facts(columns, search),
  };
}

function buildTickerListPage(
  tickers: TickerList,
  filter: Parameters<Dataset["listTickerPage"]>[0],
  limit: number,
  skip: number,
): ReturnType<Dataset["listTickerPage"]> {
  if ((filter.words ?? []).length > 0 || filter.industry !== undefined) {
    const indices = tickers.findMatching(filter);
    const values = tickers.list.pick(indices.subarray(skip, skip + limit));
    return buildListEnvelope("tickers", values, indices.length, limit, skip);
  }
  const { length } = tickers.list;
  const values = tickers.list.slice(Math.min(skip, length), Math.min(skip + limit, length));
  return buildListEnvelope("tickers", values, length, limit, skip);
}

const ID_START = '{"id":"'.length;
const QUOTE = 0x22;

/** @param json of a trade, as returned by `getTradeAt`. */
export function readTradeId(json: Buffer): string {
  // Ids are short, so a call of indexOf would take longer than this loop.
  let end = ID_START;
  while (end < json.length && json[end] !== QUOTE) end += 1;
  return json.toString("latin1", ID_START, end);
}

/** The facts of a trade, from its columns and the start of its JSON. */
function buildTradeSummary(json: Buffer, columns: TradeColumns, position: number): TradeSummary {
  const [disclosed, traded] = [columns.disclosed[position] as number, columns.traded[position] as number];
  const person = columns.people[columns.person[position] as number];
  const traits = TRAITS[columns.traits[position] as number] as Traits;
  const instrument = INSTRUMENT_CODES[columns.instrument[position] as number] ?? "option";
  const flags = columns.flags[position] as number;
  return {
    id: readTradeId(json),
    filingId: columns.filings[columns.filing[position] as number] ?? "",
    politicianId: person?.id ?? "",
    politician: person?.name ?? "",
    chamber: traits.chamber,
    party: traits.party,
    ticker: columns.symbols[columns.symbol[position] as number] ?? "",
    currentTicker: columns.symbols[columns.current[position] as number] || null,
    noCurrentTicker: NO_CURRENT_TICKER_CODES[columns.noCurrent[position] as number] ?? null,
    company: columns.companies[columns.company[position] as number] ?? "",
    assetType: columns.assetTypes[columns.assetType[position] as number] ?? "",
    transactionType: traits.type,
    instrument,
    option: columns.options.get(position) ?? null,
    direction: flags & FLAGS.undirected ? null : computeDirection(instrument, traits.type),
    disclosureDate: toDayText(disclosed),
    transactionDate: toDayText(traded),
    amount: columns.amounts[columns.amount[position] as number] as AmountRange,
    owner: OWNER_CODES[columns.owner[position] as number] ?? null,
    late: traits.late,
    daysLate: columns.daysLate[position] || null,
    reportingGapDays: flags & FLAGS.gapUnknown ? null : disclosed - traded,
    isRepeat: (flags & FLAGS.repeat) !== 0,
  };
}

/** Builds the body of a list in the API. @param pieces the records, with the commas between them. */
export function buildListEnvelope(
  name: "trades" | "politicians" | "tickers",
  pieces: readonly Buffer[],
  total: number,
  limit: number,
  skip: number,
): DatasetPage {
  const head = `{"${name}":[`;
  const tail = `],"total":${total},"limit":${limit},"skip":${skip}}`;
  let length = head.length + tail.length;
  for (const piece of pieces) length += piece.length;
  const body = Buffer.allocUnsafe(length);
  let at = body.write(head, "latin1");
  for (const piece of pieces) at += piece.copy(body, at);
  body.write(tail, at, "latin1");
  return { body, total };
}
