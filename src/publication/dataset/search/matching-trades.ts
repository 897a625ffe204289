import type { TradeSort } from "../../../domain/trade-filter.ts";
import { bisect } from "./positions.ts";

/** Scratch arrays for finding and sorting matches, each as long as the list of all trades. */
export interface OrderingRoom {
  readonly positions: Uint32Array;
  /** All 0, except while matches are being found or sorted. */
  readonly marks: Uint8Array;
}

export class MatchingTrades {
  readonly total: number;
  /** Ascending. */
  readonly #positions: Uint32Array;
  readonly #room: OrderingRoom;
  readonly #getOrder: (sort: TradeSort) => Uint32Array;

  constructor(positions: Uint32Array, room: OrderingRoom, getOrder: (sort: TradeSort) => Uint32Array) {
    this.#positions = positions;
    this.total = positions.length;
    this.#room = room;
    this.#getOrder = getOrder;
  }

  has(position: number): boolean {
    const positions = this.#positions;
    return positions[bisect(positions.length, (at) => (positions[at] as number) < position)] === position;
  }

  /** Lists the matches from index `from` to `to` (exclusive), sorted: a view, valid until the next search or `listInOrder`. */
  listInOrder(sort: TradeSort, from = 0, to = this.total): Uint32Array {
    const end = Math.min(to, this.total);
    if (from >= end) return new Uint32Array();
    if (isRecentFirst(sort)) return this.#positions.subarray(from, end);
    const order = this.#getOrder(sort);
    if (this.total === order.length) return order.subarray(from, end);
    const { positions: room, marks } = this.#room;
    this.#markPositions();
    // Branch-free, since the processor would often mispredict a branch.
    for (let at = 0, place = 0; place < end; at += 1) {
      const position = order[at] as number;
      room[place] = position;
      place += marks[position] as number;
    }
    marks.fill(0);
    return room.subarray(from, end);
  }

  /** Lists the first `most` distinct codes in a column of the matches sorted by `sort`. @param count highest code plus one. */
  listFirstCodes(column: Uint16Array | Uint32Array, count: number, sort: TradeSort, most: number): readonly number[] {
    const { marks } = this.#room;
    const areInOrder = isRecentFirst(sort);
    const order = areInOrder ? this.#positions : this.#getOrder(sort);
    if (!areInOrder) this.#markPositions();
    const isMatched = new Uint8Array(count);
    const codes: number[] = [];
    for (let at = 0; at < order.length && codes.length < most; at += 1) {
      const position = order[at] as number;
      const code = column[position] as number;
      if (isMatched[code] === 1 || !(areInOrder || marks[position] === 1)) continue;
      isMatched[code] = 1;
      codes.push(code);
    }
    if (!areInOrder) marks.fill(0);
    return codes;
  }

  #markPositions(): void {
    const { marks } = this.#room;
    const positions = this.#positions;
    for (let at = 0; at < positions.length; at += 1) marks[positions[at] as number] = 1;
  }
}

/** Returns whether the newest disclosures come first. All trades are stored in this order, so matches need no sorting. */
function isRecentFirst({ by, descending }: TradeSort): boolean {
  return by === "disclosure_date" && descending;
}
