/** Spans of an order as bitmaps: those of its beginnings up to some places are ready, and the difference of two is completed trade by trade. */
import { type Bitmap, emptyBitmap, flipBits, setBits, xorOf } from "./bitmap.ts";

/** Number of bitmaps, which take twice the memory of the order. */
const BEGINNINGS = 64;

/** The parts of an index. */
export interface SpanIndexParts {
  readonly positions: Uint32Array;
  readonly step: number;
  readonly beginnings: readonly Bitmap[];
}

export class SpanIndex {
  readonly parts: SpanIndexParts;
  readonly #positions: Uint32Array;
  /** Number of positions between two beginnings. */
  readonly #step: number;
  /** The first `n * step` positions at index `n`. */
  readonly #beginnings: readonly Bitmap[];

  constructor(parts: SpanIndexParts) {
    this.parts = parts;
    this.#positions = parts.positions;
    this.#step = parts.step;
    this.#beginnings = parts.beginnings;
  }

  /** @param positions all of them, in their order. */
  static *making(positions: Uint32Array): Generator<void, SpanIndex> {
    const step = Math.max(1, Math.ceil(positions.length / BEGINNINGS));
    const beginnings = [emptyBitmap(positions.length)];
    for (let from = 0; from + step <= positions.length; from += step) {
      const next = (beginnings.at(-1) as Bitmap).slice();
      setBits(next, positions, from, from + step);
      beginnings.push(next);
      yield;
    }
    return new SpanIndex({ positions, step, beginnings });
  }

  /** Writes the positions from index `from` of the order up to, not including, index `to` over all that a bitmap has. */
  writeTo(bitmap: Bitmap, from: number, to: number): void {
    const [first, last] = [this.#nearest(from), this.#nearest(to)];
    if (first === last) bitmap.fill(0);
    else xorOf(this.#beginnings[first] as Bitmap, this.#beginnings[last] as Bitmap, bitmap);
    this.#flip(bitmap, first * this.#step, from);
    this.#flip(bitmap, last * this.#step, to);
  }

  #nearest(index: number): number {
    return Math.min(Math.round(index / this.#step), this.#beginnings.length - 1);
  }

  #flip(bitmap: Bitmap, some: number, other: number): void {
    flipBits(bitmap, this.#positions, Math.min(some, other), Math.max(some, other));
  }
}
