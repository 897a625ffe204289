/** Answers filters and sorts of trades from indices: the same trades that `matchesTrade` names, without looking at each. */
import type { TradeFilter, TradeSort } from "../../domain/trade-filter.ts";
import { atOnce } from "../slices.ts";
import { dayNumber, type TradeColumns } from "../trade-columns.ts";
import { andInto, type Bitmap, countBits, emptyBitmap, positionsOf, setRange } from "./bitmap.ts";
import { CodeIndex, type CodeIndexParts } from "./code-index.ts";
import { FoundTrades, type Positions } from "./found-trades.ts";
import { type Indexed, indexedMembers, type Member } from "./members.ts";
import { bisect, firstBelow, keepSet } from "./positions.ts";
import { keyOf, SortedOrder, type SortedOrderParts } from "./sorted-order.ts";
import { SpanIndex, type SpanIndexParts } from "./span-index.ts";

/** One of the sets that a filter is the intersection of. */
interface Condition {
  /** It is sure to have all positions. */
  readonly isAll: boolean;
  /** Number of positions that it has, where `isExact` says so, or an upper bound of it. */
  readonly most: number;
  readonly isExact: boolean;
  /** Its positions where they are ready: ascending, not to be written to. */
  readonly list?: Uint32Array;
  /** The same as a bitmap. */
  readonly bitmap?: Bitmap;
  /** Writes its bits over all that a bitmap has. */
  writeTo(bitmap: Bitmap): void;
}

/** A set of less than this share is handled as a list, position by position. */
const SPARSE_SHARE = 1 / 64;

const NOTHING = new Uint32Array();

/** The indices of a search, by the names of their members and orders. */
export interface TradeSearchParts {
  readonly indices: ReadonlyMap<Member, CodeIndexParts>;
  readonly orders: ReadonlyMap<TradeSort["by"], SortedOrderParts>;
  readonly traded: SpanIndexParts;
}

export class TradeSearch {
  readonly #columns: TradeColumns;
  readonly #members: ReadonlyMap<Member, Indexed>;
  readonly #indices = new Map<Member, CodeIndex>();
  readonly #orders = new Map<TradeSort["by"], SortedOrder>();
  #traded: SpanIndex | undefined;
  /** Written over by every search, so that none leaves garbage of the size of the dataset. */
  readonly #found: Bitmap;
  readonly #other: Bitmap;

  /** @param parts of a search in the same columns; without them each index is made when it is first asked for. */
  constructor(columns: TradeColumns, parts?: TradeSearchParts) {
    this.#columns = columns;
    this.#members = indexedMembers(columns);
    this.#found = emptyBitmap(columns.length);
    this.#other = emptyBitmap(columns.length);
    if (parts === undefined) return;
    for (const [name, each] of parts.indices) this.#indices.set(name, new CodeIndex(each));
    for (const [by, each] of parts.orders) this.#orders.set(by, new SortedOrder(each));
    this.#traded = new SpanIndex(parts.traded);
  }

  /** Makes all indices that are not made yet. */
  *makingParts(): Generator<void, TradeSearchParts> {
    for (const name of this.#members.keys()) yield* this.#makingIndex(name);
    for (const by of ["transaction_date", "amount", "reporting_gap", "disclosure_date"] as const) {
      yield* this.#makingOrder(by);
    }
    return {
      indices: new Map([...this.#indices].map(([name, { parts }]) => [name, parts])),
      orders: new Map([...this.#orders].map(([by, { parts }]) => [by, parts])),
      traded: (yield* this.#makingSpans()).parts,
    };
  }

  find(filter: TradeFilter): FoundTrades {
    const positions = this.#positions(filter);
    const { length } = this.#columns;
    return new FoundTrades(positions, positions.total, { length, orderOf: (by) => this.order(by) });
  }

  /** Positions of the trades that a symbol finds, ascending; maybe a view. */
  ofSymbol(symbol: string): Uint32Array {
    const code = this.#columns.symbolCodes.get(symbol);
    return code === undefined ? NOTHING : this.index("ticker").positions(code);
  }

  /** Positions of the trades of a politician who is served under the id, ascending; maybe a view. */
  ofPolitician(id: string): Uint32Array {
    const code = this.#columns.personCodes.get(id);
    return code === undefined ? NOTHING : this.index("politicianId").positions(code);
  }

  /** Positions of the listed trades of these filings, ascending. */
  ofFilings(codes: Uint32Array): Uint32Array {
    return this.#listOf(anyOf(this.index("filing"), codes));
  }

  index(name: Member): CodeIndex {
    return atOnce(this.#makingIndex(name));
  }

  order(by: TradeSort["by"]): SortedOrder {
    return atOnce(this.#makingOrder(by));
  }

  #positions(filter: TradeFilter): Positions & { readonly total: number } {
    const { length } = this.#columns;
    const { from, to } = this.#disclosedWithin(filter);
    const conditions = this.#conditions(filter);
    if (conditions.length === 0) return { from, to, total: to - from };
    if (to - from < length) {
      const writeTo = (bitmap: Bitmap) => setRange(bitmap.fill(0), from, to);
      conditions.push({ isAll: false, most: to - from, isExact: true, writeTo });
    }
    const [first, ...others] = conditions.sort((a, b) => a.most - b.most) as [Condition, ...Condition[]];
    if (first.most < length * SPARSE_SHARE) {
      let list = this.#listOf(first);
      for (const other of others) list = keepSet(list, this.#bitmapOf(other));
      return { list, total: list.length };
    }
    if (others.length === 0 && first.bitmap !== undefined) return { bitmap: first.bitmap, total: first.most };
    const found = this.#found;
    if (first.bitmap === undefined) first.writeTo(found);
    if (others.length === 0 && first.isExact) return { bitmap: found, total: first.most };
    const [next, ...rest] = others;
    if (next !== undefined) andInto(first.bitmap ?? found, this.#bitmapOf(next), found);
    for (const other of rest) andInto(found, this.#bitmapOf(other), found);
    return { bitmap: found, total: countBits(found) };
  }

  #listOf(condition: Condition): Uint32Array {
    if (condition.list !== undefined) return condition.list;
    const bitmap = this.#bitmapOf(condition);
    return positionsOf(bitmap, 0, condition.isExact ? condition.most : countBits(bitmap));
  }

  #bitmapOf(condition: Condition): Bitmap {
    if (condition.bitmap !== undefined) return condition.bitmap;
    condition.writeTo(this.#other);
    return this.#other;
  }

  /** The conditions without those that every trade fulfils. */
  #conditions(filter: TradeFilter): Condition[] {
    const { words } = this.#columns;
    const conditions: Condition[] = [];
    for (const [name, { wanted }] of this.#members) {
      const codes = wanted(filter);
      if (codes !== undefined) conditions.push(anyOf(this.index(name), codes));
    }
    for (const word of filter.words ?? []) conditions.push(anyOf(words.trades, words.withPrefix(word)));
    const { tradedFrom, tradedTo } = filter;
    if (tradedFrom !== undefined || tradedTo !== undefined) conditions.push(this.#tradedWithin(filter));
    return conditions.filter(({ isAll }) => !isAll);
  }

  #tradedWithin({ tradedFrom, tradedTo }: TradeFilter): Condition {
    const order = this.order("transaction_date");
    const firstFrom = (day: number) =>
      order.startOf(bisect(order.keys.length, (at) => (order.keys[at] as number) < day));
    const from = tradedFrom === undefined ? 0 : firstFrom(dayNumber(tradedFrom));
    const to = tradedTo === undefined ? this.#columns.length : firstFrom(dayNumber(tradedTo) + 1);
    return {
      isAll: to - from === this.#columns.length,
      most: Math.max(0, to - from),
      isExact: true,
      writeTo: (bitmap) => atOnce(this.#makingSpans()).writeTo(bitmap, from, Math.max(from, to)),
    };
  }

  /** The positions that were disclosed in the span: they lie together. */
  #disclosedWithin({ disclosedFrom, disclosedTo }: TradeFilter): { readonly from: number; readonly to: number } {
    const { disclosed, length } = this.#columns;
    const from = disclosedTo === undefined ? 0 : firstBelow(disclosed, dayNumber(disclosedTo) + 1);
    const to = disclosedFrom === undefined ? length : firstBelow(disclosed, dayNumber(disclosedFrom));
    return { from, to: Math.max(from, to) };
  }

  *#makingIndex(name: Member): Generator<void, CodeIndex> {
    let index = this.#indices.get(name);
    if (index === undefined) {
      const { codes, codesOf } = this.#members.get(name) as Indexed;
      index = yield* CodeIndex.making(this.#columns.length, codes, codesOf);
      this.#indices.set(name, index);
    }
    return index;
  }

  *#makingOrder(by: TradeSort["by"]): Generator<void, SortedOrder> {
    let order = this.#orders.get(by);
    if (order === undefined) {
      order = yield* SortedOrder.making(this.#columns.length, keyOf(this.#columns, by));
      this.#orders.set(by, order);
    }
    return order;
  }

  *#makingSpans(): Generator<void, SpanIndex> {
    this.#traded ??= yield* SpanIndex.making((yield* this.#makingOrder("transaction_date")).positions);
    return this.#traded;
  }
}

/** The trades that have any of the codes. @param codes none of them twice. */
function anyOf(index: CodeIndex, codes: ArrayLike<number>): Condition {
  let most = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    const count = index.count(code);
    if (codes.length === 1 || count === index.length) return ofCode(index, code);
    most += count;
  }
  return {
    isAll: index.isPartition && most === index.length,
    most,
    isExact: index.isPartition,
    ...(most === 0 && { list: NOTHING }),
    writeTo: (bitmap) => writeAnyOf(bitmap, index, codes),
  };
}

function writeAnyOf(bitmap: Bitmap, index: CodeIndex, codes: ArrayLike<number>): void {
  bitmap.fill(0);
  let work = 0;
  for (let at = 0; at < codes.length; at += 1) work += index.partLength(codes[at] as number);
  if (!index.isPartition || work * 2 <= index.parts.lists.length) {
    for (let at = 0; at < codes.length; at += 1) index.addTo(bitmap, codes[at] as number);
    return;
  }
  // It is less work to take the others away from all positions.
  setRange(bitmap, 0, index.length);
  const isWanted = new Uint8Array(index.codes);
  for (let at = 0; at < codes.length; at += 1) isWanted[codes[at] as number] = 1;
  for (let code = 0; code < index.codes; code += 1) if (isWanted[code] === 0) index.flip(bitmap, code);
}

function ofCode(index: CodeIndex, code: number): Condition {
  const part = index.part(code);
  return {
    isAll: index.count(code) === index.length,
    most: index.count(code),
    isExact: true,
    ...(index.isDense(code) ? { bitmap: part } : { list: part }),
    writeTo: (bitmap) => index.addTo(bitmap.fill(0), code),
  };
}
