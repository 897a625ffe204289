/** The matches of a filter, as an interval of positions, a list or a bitmap. */
import type { TradeSort } from "../../domain/trade-filter.ts";
import { type Bitmap, eachBit, emptyBitmap, hasBit, positionsOf, setBits, setRange } from "./bitmap.ts";
import type { CodeIndex } from "./code-index.ts";
import { range } from "./positions.ts";
import type { SortedOrder } from "./sorted-order.ts";

/** Positions from `from` up to, not including, `to`; ascending ones; or the set bits. */
export type Positions =
  | { readonly from: number; readonly to: number }
  | { readonly list: Uint32Array }
  | { readonly bitmap: Bitmap };

/** Good until the next search, which may write over it. */
export class FoundTrades {
  /** Number of matches. */
  readonly total: number;
  readonly #positions: Positions;
  /** Number of all trades. */
  readonly #length: number;
  readonly #orderOf: (by: TradeSort["by"]) => SortedOrder;

  constructor(
    positions: Positions,
    total: number,
    { length, orderOf }: { readonly length: number; orderOf(by: TradeSort["by"]): SortedOrder },
  ) {
    this.#positions = positions;
    this.total = total;
    this.#length = length;
    this.#orderOf = orderOf;
  }

  /** Those from index `from` of the order up to, not including, index `to`; maybe a view, not to be written to. */
  inOrder({ by, descending }: TradeSort, from = 0, to = this.total): Uint32Array {
    const positions = this.#positions;
    if (from >= Math.min(to, this.total)) return NOTHING;
    const end = Math.min(to, this.total);
    if (by === "disclosure_date" && descending) {
      if ("list" in positions) return positions.list.subarray(from, end);
      if ("bitmap" in positions) return positionsOf(positions.bitmap, from, end);
      return range(positions.from + from, positions.from + end);
    }
    const order = this.#orderOf(by);
    if (this.total === this.#length) return order.ofAll(descending, from, end);
    if ("list" in positions) return order.ofList(positions.list, descending, from, end);
    return order.ofBitmap(this.#asBitmap(), this.total, descending, from, end);
  }

  /** Number of matches that have the code. */
  countOf(index: CodeIndex, code: number): number {
    return this.total === this.#length ? index.count(code) : index.countIn(this.#asBitmap(), code);
  }

  /** Number of codes that any of them has. @param column the code of each position. @param index the same as an index. */
  countCodes(column: Uint32Array, index: CodeIndex): number {
    let count = 0;
    if (this.total > this.#length * MANY_SHARE) {
      const bitmap = this.#asBitmap();
      for (let code = 0; code < index.codes; code += 1) count += index.countIn(bitmap, code, 1);
      return count;
    }
    const seen = new Uint8Array(index.codes);
    this.forEach((position) => {
      const code = column[position] as number;
      count += 1 - (seen[code] as number);
      seen[code] = 1;
    });
    return count;
  }

  /** They stand in the order of the recent list. */
  forEach(visit: (position: number) => void): void {
    const positions = this.#positions;
    if ("list" in positions) positions.list.forEach(visit);
    else if ("bitmap" in positions) eachBit(positions.bitmap, visit);
    else for (let position = positions.from; position < positions.to; position += 1) visit(position);
  }

  #asBitmap(): Bitmap {
    const positions = this.#positions;
    if ("bitmap" in positions) return positions.bitmap;
    const bitmap = emptyBitmap(this.#length);
    if ("list" in positions) setBits(bitmap, positions.list);
    else setRange(bitmap, positions.from, positions.to);
    return bitmap;
  }

  /** Those of an ascending list that match too. */
  amongst(list: Uint32Array): FoundTrades {
    const positions = this.#positions;
    let both: Uint32Array;
    if ("list" in positions) {
      const all = new Set(positions.list);
      both = list.filter((position) => all.has(position));
    } else if ("bitmap" in positions) {
      both = list.filter((position) => hasBit(positions.bitmap, position));
    } else {
      both = list.filter((position) => position >= positions.from && position < positions.to);
    }
    return new FoundTrades({ list: both }, both.length, { length: this.#length, orderOf: this.#orderOf });
  }
}

const NOTHING = new Uint32Array();
/** Share of all trades above which each code is tried until one of its positions is found. */
const MANY_SHARE = 1 / 4;
