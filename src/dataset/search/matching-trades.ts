/** The trades that match a filter. */
import type { TradeSort } from "../../domain/trade-filter.ts";

export class MatchingTrades {
  /** Number of matches. */
  readonly total: number;
  /** Ascending. */
  readonly #positions: Uint32Array;
  /** Number of all trades. */
  readonly #length: number;
  readonly #orderOf: (sort: TradeSort) => Uint32Array;

  /** @param orderOf gives all positions in an order. */
  constructor(positions: Uint32Array, length: number, orderOf: (sort: TradeSort) => Uint32Array) {
    this.#positions = positions;
    this.total = positions.length;
    this.#length = length;
    this.#orderOf = orderOf;
  }

  /** Those from index `from` of the order up to, not including, index `to`; possibly a view, which must not be written to. */
  inOrder(sort: TradeSort, from = 0, to = this.total): Uint32Array {
    const end = Math.min(to, this.total);
    if (from >= end) return new Uint32Array();
    if (sort.by === "disclosure_date" && sort.descending) return this.#positions.subarray(from, end);
    const order = this.#orderOf(sort);
    if (this.total === this.#length) return order.subarray(from, end);
    const isMatch = this.#marks();
    const page = new Uint32Array(end - from);
    for (let at = 0, place = 0; place < end; at += 1) {
      const position = order[at] as number;
      if (isMatch[position] === 0) continue;
      if (place >= from) page[place - from] = position;
      place += 1;
    }
    return page;
  }

  /** 1 for each position that matches. */
  #marks(): Uint8Array {
    const marks = new Uint8Array(this.#length);
    const positions = this.#positions;
    for (let at = 0; at < positions.length; at += 1) marks[positions[at] as number] = 1;
    return marks;
  }
}
