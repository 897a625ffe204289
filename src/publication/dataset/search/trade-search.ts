/** Filters and sorts trades with one pass over each column in the filter; finds the same trades as `matchesTrade`. */
import { getOrAdd } from "../../../base/get-or-add.ts";
import { splitIntoChunks } from "../../../base/pause.ts";
import { toDayNumber } from "../../../domain/bar-columns.ts";
import type { TradeFilter, TradeSort } from "../../../domain/trade-filter.ts";
import { FLAGS, type TradeColumns } from "../trade-columns.ts";
import { buildTradeTally, countByField, removeTallyFields, TALLY_FIELDS, type TradeTally } from "../trade-tally.ts";
import { buildConditions, type Condition } from "./conditions.ts";
import { Groups } from "./groups.ts";
import { MatchingTrades, type OrderingRoom } from "./matching-trades.ts";
import { findFirstBelow, listRange } from "./positions.ts";
import { MAX_WORDS } from "./word-index.ts";

const NOTHING = new Uint32Array();
/** A day number higher than that of any calendar date, and small enough that differences fit into 32 bits. */
const MAX_DAY = 2 ** 30;
/** Up to this share of all trades, sorting the trades of symbols is faster than marking them and listing the marked ones. */
const MAX_SORTED_SHARE = 1 / 64;
const MARKED = Uint8Array.of(0, 1);

/** Trades of one filing that match a filter, sorted as the search requests. A position is an index in the newest-first list. */
export interface FiledTrades {
  readonly filingId: string;
  readonly positions: readonly number[];
}

export class TradeSearch {
  readonly #columns: TradeColumns;
  readonly #all: Uint32Array;
  /** Scratch space that every search overwrites: a new array for each would trigger garbage collection every few pages. */
  readonly #room: Uint32Array;
  #ordered: OrderingRoom | undefined;
  readonly #orders = new Map<string, Uint32Array>();
  #byFiling: Groups | undefined;
  #byPerson: Groups | undefined;
  /** Trades by the symbol as filed, and by the other symbols under which a search finds the trades. */
  #bySymbol: readonly [Groups, Groups] | undefined;

  constructor(columns: TradeColumns) {
    this.#columns = columns;
    this.#all = listRange(0, columns.length);
    this.#room = new Uint32Array(columns.length);
  }

  /** Trades that match a filter; valid until the next search, which may overwrite them. */
  find(filter: TradeFilter): MatchingTrades {
    return this.#createMatchingTrades(this.#findPositions(filter));
  }

  /** Like `find`, with the counts of the matches, in one search. */
  findTradesWithTally(filter: TradeFilter): { readonly found: MatchingTrades; readonly tally: TradeTally } {
    const columns = this.#columns;
    const positions = this.#findPositions(removeTallyFields(filter));
    const counts = TALLY_FIELDS.flatMap((member) =>
      buildConditions(columns, { [member]: filter[member] }).map((condition) => ({ member, condition })),
    );
    const room = this.#getSortBuffers().positions;
    const failing = counts.map(({ member, condition }, index) => {
      const others = counts.toSpliced(index, 1).map((each) => each.condition);
      const failed = filterByConditions([...others, negateCondition(condition)], positions, room);
      return [member, countByField(columns, failed)] as const;
    });
    const conditions = counts.map(({ condition }) => condition);
    const found = filterByConditions(conditions, positions, this.#room);
    return {
      found: this.#createMatchingTrades(found),
      tally: buildTradeTally(columns, countByField(columns, found), new Map(failing)),
    };
  }

  #createMatchingTrades(positions: Uint32Array): MatchingTrades {
    return new MatchingTrades(positions, this.#getSortBuffers(), (sort) => this.getSortedPositions(sort));
  }

  #getSortBuffers(): OrderingRoom {
    const { length } = this.#columns;
    this.#ordered ??= { positions: new Uint32Array(length), marks: new Uint8Array(length) };
    return this.#ordered;
  }

  #findPositions(filter: TradeFilter): Uint32Array {
    const { length, disclosed, traded, person, company, symbol, comment } = this.#columns;
    const { politicianId, ...withoutPolitician } = filter;
    const { disclosedFrom, disclosedTo, tradedFrom, tradedTo, ticker, words = [] } = filter;
    // Trades are ordered by disclosure, newest first, so trades disclosed in a span of days are adjacent.
    const from = disclosedTo === undefined ? 0 : findFirstBelow(disclosed, toDayNumber(disclosedTo) + 1);
    const to =
      disclosedFrom === undefined ? length : Math.max(from, findFirstBelow(disclosed, toDayNumber(disclosedFrom)));
    const room = this.#room;
    const onlyId = ticker === undefined && politicianId?.length === 1 ? politicianId[0] : undefined;
    const [first, ...others] = buildConditions(this.#columns, onlyId === undefined ? filter : withoutPolitician);
    let found = this.#all.subarray(from, to);
    if (ticker !== undefined) found = this.findBySymbols(ticker, from, to);
    else if (onlyId !== undefined) found = this.findByPolitician(onlyId).filter((at) => at >= from && at < to);
    if (first !== undefined) {
      const isRange = ticker === undefined && onlyId === undefined;
      found = isRange ? filterRange(first, from, to, room) : filterPositions(first, found, room);
    }
    found = filterByConditions(others, found, room);
    if (tradedFrom !== undefined || tradedTo !== undefined) {
      const least = tradedFrom === undefined ? -MAX_DAY : toDayNumber(tradedFrom);
      const most = tradedTo === undefined ? MAX_DAY : toDayNumber(tradedTo);
      found = filterByTradeDay(traded, least, most, found, room);
    }
    for (const some of splitIntoChunks(words, MAX_WORDS)) {
      const marks = this.#columns.words.computeWordMasks(some);
      found = filterByWords([person, company, symbol, comment], marks, some.length, found, room);
    }
    return found;
  }

  /** Positions, in ascending order, of the trades of the politician published under `id`; a read-only view of a shared array. */
  findByPolitician(id: string): Uint32Array {
    const { person, people, personCodes } = this.#columns;
    this.#byPerson ??= Groups.groupByCode(person, people.length);
    const code = personCodes.get(id);
    return code === undefined ? NOTHING : this.#byPerson.get(code);
  }

  /** One page of the filings with matches, ordered by each filing's first match; `limit` and `skip` count filings. */
  groupByFiling(found: MatchingTrades, sort: TradeSort, limit: number, skip: number): readonly FiledTrades[] {
    const { filing, filings } = this.#columns;
    const codes = found.listFirstCodes(filing, filings.length, sort, skip + limit);
    const comesFirst = createPositionComparator(this.#columns, sort);
    return codes.slice(skip).map((code) => ({
      filingId: filings[code] ?? "",
      positions: [...this.findByFiling(code)].filter((position) => found.has(position)).sort(comesFirst),
    }));
  }

  /** Positions, in ascending order, of the listed trades of the filing with `code`; a read-only view of a shared array. */
  findByFiling(code: number): Uint32Array {
    const { filing, filings } = this.#columns;
    this.#byFiling ??= Groups.groupByCode(filing, filings.length);
    return this.#byFiling.get(code);
  }

  getSortedPositions(sort: TradeSort): Uint32Array {
    return getOrAdd(this.#orders, `${sort.by} ${sort.descending}`, () => sortPositions(this.#columns, sort));
  }

  /**
   * Positions from `from` up to `to`, ascending, of trades with one of `tickers` as filed symbol, or as current or former symbol
   * of the security; valid until the next search.
   */
  findBySymbols(tickers: readonly string[], from = 0, to = this.#all.length): Uint32Array {
    const { symbol, symbols, symbolCodes, otherSymbols } = this.#columns;
    this.#bySymbol ??= [
      Groups.groupByCode(symbol, symbols.length),
      Groups.groupByCode(otherSymbols.codes, symbols.length, otherSymbols.positions),
    ];
    const positions: number[] = [];
    for (const ticker of tickers) {
      const code = symbolCodes.get(ticker);
      if (code === undefined) continue;
      for (const groups of this.#bySymbol) for (const position of groups.get(code)) positions.push(position);
    }
    if (positions.length > this.#all.length * MAX_SORTED_SHARE) {
      const { marks } = this.#getSortBuffers();
      for (const position of positions) marks[position] = 1;
      const found = filterRange({ column: marks, isWanted: MARKED }, from, to, this.#room);
      marks.fill(0);
      return found;
    }
    const sorted = Uint32Array.from(positions).sort();
    return sorted.filter((at, index) => at !== sorted[index - 1] && at >= from && at < to);
  }
}

/** Positions from `from` up to `to` whose code is accepted. Branch-free to avoid mispredictions. @param room output buffer. */
function filterRange({ column, isWanted }: Condition, from: number, to: number, room: Uint32Array): Uint32Array {
  let count = 0;
  for (let position = from; position < to; position += 1) {
    room[count] = position;
    count += isWanted[column[position] as number] as number;
  }
  return room.subarray(0, count);
}

function filterByConditions(conditions: readonly Condition[], positions: Uint32Array, room: Uint32Array): Uint32Array {
  return conditions.reduce((left, condition) => filterPositions(condition, left, room), positions);
}

function negateCondition({ column, isWanted }: Condition): Condition {
  return { column, isWanted: isWanted.map((wanted) => 1 - wanted) };
}

/** The positions at which the column's code is accepted. @param room output buffer; it may share memory with `positions`. */
function filterPositions({ column, isWanted }: Condition, positions: Uint32Array, room: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    room[count] = position;
    count += isWanted[column[position] as number] as number;
  }
  return room.subarray(0, count);
}

function filterByTradeDay(
  days: Int32Array,
  least: number,
  most: number,
  positions: Uint32Array,
  room: Uint32Array,
): Uint32Array {
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    const day = days[position] as number;
    room[count] = position;
    // One of the differences is negative outside of the span. Branch-free: the processor would often mispredict a branch.
    count += 1 - (((day - least) | (most - day)) >>> 31);
  }
  return room.subarray(0, count);
}

/**
 * Selects trades for which each searched word matches a word in at least one of the trade's texts.
 * @param texts by column, the codes of the trades' texts.
 * @param marks by column and text code, one bit per searched word: set if the word matches a word of the text.
 */
function filterByWords(
  texts: TextColumns<Uint16Array | Uint32Array>,
  marks: readonly Uint32Array[],
  words: number,
  positions: Uint32Array,
  room: Uint32Array,
): Uint32Array {
  const [person, company, symbol, comment] = texts;
  const [ofPerson, ofCompany, ofSymbol, ofComment] = marks as TextColumns<Uint32Array>;
  const all = 2 ** words - 1;
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    const has =
      (ofPerson[person[position] as number] as number) |
      (ofCompany[company[position] as number] as number) |
      (ofSymbol[symbol[position] as number] as number) |
      (ofComment[comment[position] as number] as number);
    room[count] = position;
    if (has === all) count += 1;
  }
  return room.subarray(0, count);
}

/** Politicians' names, companies, symbols as filed, and comments. */
type TextColumns<T> = readonly [T, T, T, T];

// All positions in the order of `sort`. Trades with equal keys are in ascending order of position; trades without a key come last
// in either direction. Sorts key and position as one number, which takes a third of a comparator's time for 100,000 trades.
function sortPositions(columns: TradeColumns, { by, descending }: TradeSort): Uint32Array {
  const { length } = columns;
  const getSortKey = createSortKeyFunction(columns, by);
  const sorted = new Float64Array(length);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let position = 0; position < length; position += 1) {
    const key = getSortKey(position);
    sorted[position] = key;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  const last = most < least ? 0 : most - least + 1;
  for (let position = 0; position < length; position += 1) {
    const key = sorted[position] as number;
    const place = Number.isNaN(key) ? last : descending ? most - key : key - least;
    sorted[position] = place * length + position;
  }
  sorted.sort();
  const positions = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) positions[at] = (sorted[at] as number) % length;
  return positions;
}

/** Returns a function that compares two positions in the order of `sortPositions`. */
function createPositionComparator(
  columns: TradeColumns,
  { by, descending }: TradeSort,
): (a: number, b: number) => number {
  const getSortKey = createSortKeyFunction(columns, by);
  return (a, b) => {
    const [keyOfA, keyOfB] = [getSortKey(a), getSortKey(b)];
    if (keyOfA === keyOfB || (Number.isNaN(keyOfA) && Number.isNaN(keyOfB))) return a - b;
    if (Number.isNaN(keyOfA)) return 1;
    if (Number.isNaN(keyOfB)) return -1;
    return descending ? keyOfB - keyOfA : keyOfA - keyOfB;
  };
}

/** Returns a function that computes a position's sort key: an integer of days or cents; NaN if the trade has no key. */
function createSortKeyFunction(columns: TradeColumns, by: TradeSort["by"]): (position: number) => number {
  const { disclosed, traded, flags, amount, amounts } = columns;
  if (by === "disclosure_date") return (position) => disclosed[position] as number;
  if (by === "transaction_date") return (position) => traded[position] as number;
  if (by === "amount") return (position) => Math.round((amounts[amount[position] as number]?.lowUsd ?? 0) * 100);
  return (position) =>
    (flags[position] as number) & FLAGS.gapUnknown
      ? Number.NaN
      : (disclosed[position] as number) - (traded[position] as number);
}
