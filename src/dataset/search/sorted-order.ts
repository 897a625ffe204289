/** The orders of the trade lists. */
import type { TradeSort } from "../../domain/trade-filter.ts";
import { FLAGS, type TradeColumns } from "../trade-columns.ts";
import { type Bitmap, hasBit, positionsOf } from "./bitmap.ts";

/** The parts of an order. */
export interface SortedOrderParts {
  readonly keys: readonly number[];
  readonly groupOf: Uint16Array | Uint32Array;
  readonly starts: Uint32Array;
  readonly positions: Uint32Array;
}

/** Positions sorted by a key, in ascending groups of equal keys; within a group in the order of the recent list. */
export class SortedOrder {
  readonly parts: SortedOrderParts;
  /** Keys of the groups, ascending. */
  readonly keys: readonly number[];
  /** Group of each position. */
  readonly #groupOf: Uint16Array | Uint32Array;
  /** Index into `positions` of the first of each group, and of the end. */
  readonly #starts: Uint32Array;
  /** All positions, those without a key last. */
  readonly positions: Uint32Array;

  constructor(parts: SortedOrderParts) {
    this.parts = parts;
    this.keys = parts.keys;
    this.#groupOf = parts.groupOf;
    this.#starts = parts.starts;
    this.positions = parts.positions;
  }

  /** @param keyOf null where a position has no place in the order. */
  static *making(length: number, keyOf: (position: number) => number | null): Generator<void, SortedOrder> {
    const groups = new Map<number | null, number>();
    const seen = new Uint32Array(length);
    for (let position = 0; position < length; position += 1) {
      if (position % STEP === 0) yield;
      const key = keyOf(position);
      let group = groups.get(key);
      if (group === undefined) {
        group = groups.size;
        groups.set(key, group);
      }
      seen[position] = group;
    }
    const keys = [...groups.keys()].filter((key) => key !== null).sort((a, b) => a - b);
    /** The group of each of those seen, in their order. */
    const sorted = new Uint32Array(groups.size);
    keys.forEach((key, group) => {
      sorted[groups.get(key) ?? 0] = group;
    });
    const without = groups.get(null);
    if (without !== undefined) sorted[without] = keys.length;
    yield;
    const groupOf = groups.size < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
    const starts = new Uint32Array(keys.length + 2);
    for (let position = 0; position < length; position += 1) {
      if (position % STEP === 0) yield;
      const group = sorted[seen[position] as number] as number;
      groupOf[position] = group;
      starts[group + 1] = (starts[group + 1] as number) + 1;
    }
    for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
    const next = starts.slice();
    const positions = new Uint32Array(length);
    for (let position = 0; position < length; position += 1) {
      if (position % STEP === 0) yield;
      const group = groupOf[position] as number;
      positions[next[group] as number] = position;
      next[group] = (next[group] as number) + 1;
    }
    return new SortedOrder({ keys, groupOf, starts, positions });
  }

  /** Index into `positions` of the first with the key of that index. */
  startOf(key: number): number {
    return this.#starts[key] as number;
  }

  /** All in this order, from index `from` up to, not including, `to`. */
  ofAll(descending: boolean, from: number, to: number): Uint32Array {
    if (!descending) return this.positions.subarray(from, to);
    const page = new Uint32Array(to - from);
    let place = 0;
    for (let index = 0; place < to; index += 1) {
      const group = this.#groupAt(index, descending);
      const [start, end] = [this.startOf(group), this.startOf(group + 1)];
      const [first, last] = [Math.max(from, place), Math.min(to, place + end - start)];
      if (first < last) page.set(this.positions.subarray(start + first - place, start + last - place), first - from);
      place += end - start;
    }
    return page;
  }

  /** Those of an ascending list in this order, from index `from` up to, not including, `to`. */
  ofList(list: Uint32Array, descending: boolean, from: number, to: number): Uint32Array {
    const groupOf = this.#groupOf;
    const next = new Uint32Array(this.#starts.length);
    for (let at = 0; at < list.length; at += 1) {
      const group = groupOf[list[at] as number] as number;
      next[group] = (next[group] as number) + 1;
    }
    let before = 0;
    for (let index = 0; index < this.#groupCount; index += 1) {
      const group = this.#groupAt(index, descending);
      const count = next[group] as number;
      next[group] = before;
      before += count;
    }
    const page = new Uint32Array(to - from);
    for (let at = 0; at < list.length; at += 1) {
      const group = groupOf[list[at] as number] as number;
      const place = next[group] as number;
      next[group] = place + 1;
      if (place >= from && place < to) page[place - from] = list[at] as number;
    }
    return page;
  }

  /** The same of a bitmap of `total` positions: passes over the order from its nearer end, or sorts what is set where that is less. */
  ofBitmap(bitmap: Bitmap, total: number, descending: boolean, from: number, to: number): Uint32Array {
    const fromEnd = total - from < to;
    const passed = (Math.min(to, total - from) * this.positions.length) / total;
    if (passed > SORTING * total) return this.ofList(positionsOf(bitmap, 0, total), descending, from, to);
    return fromEnd
      ? this.#backwards(bitmap, total, descending, from, to)
      : this.#forwards(bitmap, descending, from, to);
  }

  #forwards(bitmap: Bitmap, descending: boolean, from: number, to: number): Uint32Array {
    const page = new Uint32Array(to - from);
    let place = 0;
    for (let index = 0; place < to; index += 1) {
      const group = this.#groupAt(index, descending);
      const end = this.startOf(group + 1);
      for (let at = this.startOf(group); at < end && place < to; at += 1) {
        const position = this.positions[at] as number;
        if (!hasBit(bitmap, position)) continue;
        if (place >= from) page[place - from] = position;
        place += 1;
      }
    }
    return page;
  }

  #backwards(bitmap: Bitmap, total: number, descending: boolean, from: number, to: number): Uint32Array {
    const page = new Uint32Array(to - from);
    let place = total;
    for (let index = this.#groupCount - 1; place > from; index -= 1) {
      const group = this.#groupAt(index, descending);
      const start = this.startOf(group);
      for (let at = this.startOf(group + 1) - 1; at >= start && place > from; at -= 1) {
        const position = this.positions[at] as number;
        if (!hasBit(bitmap, position)) continue;
        place -= 1;
        if (place < to) page[place - from] = position;
      }
    }
    return page;
  }

  get #groupCount(): number {
    return this.keys.length + 1;
  }

  /** The group at that index of the order; that of positions without a key is the last in both. */
  #groupAt(index: number, descending: boolean): number {
    const { length } = this.keys;
    return descending && index < length ? length - 1 - index : index;
  }
}

/** Positions between two steps. */
const STEP = 16_384;
/** Sorting a position takes about as long as passing over so many of the order (`bench/search.ts`). */
const SORTING = 3;

/** The keys that trades are sorted by: null for those without a place in the order. */
export function keyOf(columns: TradeColumns, by: TradeSort["by"]): (position: number) => number | null {
  const { disclosed, traded, flags, amount, amounts } = columns;
  if (by === "disclosure_date") return (position) => disclosed[position] as number;
  if (by === "transaction_date") return (position) => traded[position] as number;
  if (by === "amount") return (position) => amounts[amount[position] as number]?.lowUsd ?? 0;
  return (position) =>
    (flags[position] as number) & FLAGS.gapUnknown
      ? null
      : (disclosed[position] as number) - (traded[position] as number);
}
