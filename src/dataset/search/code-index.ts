/** An inverted index: for each code the positions that have it, as an ascending list where they are few and as a bitmap where they are many. */
import { atOnce } from "../slices.ts";
import {
  type Bitmap,
  countBoth,
  emptyBitmap,
  flipBits,
  hasBit,
  orInto,
  positionsOf,
  setBits,
  xorOf,
} from "./bitmap.ts";

/** A list of one position in 32 takes as much memory as a bitmap. */
const DENSE = 32;
/** Positions between two steps: less than a millisecond. */
const STEP = 8192;

/** Calls `visit` with each code of a position, maybe several times with the same. */
export type CodesOf = (position: number, visit: (code: number) => void) => void;

/** The parts of an index. */
export interface CodeIndexParts {
  readonly length: number;
  readonly isPartition: boolean;
  readonly lists: Uint32Array;
  readonly starts: Uint32Array;
  readonly counts: Uint32Array;
}

export class CodeIndex {
  readonly parts: CodeIndexParts;
  /** Number of positions of all codes. */
  readonly length: number;
  /** Every position has one code. */
  readonly isPartition: boolean;
  /** The part of each code, one after another: a list or the words of a bitmap. */
  readonly #lists: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(parts: CodeIndexParts) {
    this.parts = parts;
    this.length = parts.length;
    this.isPartition = parts.isPartition;
    this.#lists = parts.lists;
    this.#starts = parts.starts;
    this.#counts = parts.counts;
  }

  /** Passes twice over all positions, in steps. @param codes each code is below this number. */
  static *making(length: number, codes: number, codesOf: CodesOf): Generator<void, CodeIndex> {
    const counts = new Uint32Array(codes);
    /** One more than the position that was visited last under each code. */
    const latest = new Uint32Array(codes);
    let position = 0;
    let counted = 0;
    const count = (code: number) => {
      if (latest[code] === position + 1) return;
      latest[code] = position + 1;
      counted += 1;
      counts[code] = (counts[code] as number) + 1;
    };
    let isPartition = true;
    for (; position < length; position += 1) {
      if (position % STEP === 0) yield;
      codesOf(position, count);
      isPartition &&= counted === position + 1;
    }
    const starts = new Uint32Array(codes + 1);
    const words = emptyBitmap(length).length;
    for (let code = 0; code < codes; code += 1) {
      const each = counts[code] as number;
      starts[code + 1] = (starts[code] as number) + (isDense(each, length) ? words : each);
    }
    const lists = new Uint32Array(starts[codes] as number);
    /** Place of the next position of each list. */
    const next = starts.slice(0, codes);
    latest.fill(0);
    const put = (code: number) => {
      if (latest[code] === position + 1) return;
      latest[code] = position + 1;
      const at = next[code] as number;
      if (isDense(counts[code] as number, length)) {
        const word = at + (position >> 5);
        lists[word] = (lists[word] as number) | (1 << (position & 31));
      } else {
        lists[at] = position;
        next[code] = at + 1;
      }
    };
    for (position = 0; position < length; position += 1) {
      if (position % STEP === 0) yield;
      codesOf(position, put);
    }
    return new CodeIndex({ length, isPartition, lists, starts, counts });
  }

  static of(length: number, codes: number, codesOf: CodesOf): CodeIndex {
    return atOnce(CodeIndex.making(length, codes, codesOf));
  }

  /** Number of codes. */
  get codes(): number {
    return this.#counts.length;
  }

  /** Number of positions with the code. */
  count(code: number): number {
    return this.#counts[code] as number;
  }

  isDense(code: number): boolean {
    return isDense(this.count(code), this.length);
  }

  /** The list of a code that is not dense, or the bitmap of one that is; a view, not to be written to. */
  part(code: number): Uint32Array {
    return this.#lists.subarray(this.#starts[code], this.#starts[code + 1]);
  }

  /** Number of positions in the list of a code, or of words in its bitmap. */
  partLength(code: number): number {
    return (this.#starts[code + 1] as number) - (this.#starts[code] as number);
  }

  /** Positions with the code, ascending; maybe a view, not to be written to. */
  positions(code: number): Uint32Array {
    const part = this.part(code);
    return this.isDense(code) ? positionsOf(part, 0, this.count(code)) : part;
  }

  /** Sets the bits of the positions with the code. */
  addTo(bitmap: Bitmap, code: number): void {
    const from = this.#starts[code] as number;
    if (this.isDense(code)) orInto(bitmap, this.#lists, from);
    else setBits(bitmap, this.#lists, from, this.#starts[code + 1] as number);
  }

  /** Turns the bits of the positions with the code. */
  flip(bitmap: Bitmap, code: number): void {
    if (this.isDense(code)) xorOf(bitmap, this.part(code), bitmap);
    else flipBits(bitmap, this.#lists, this.#starts[code] as number, this.#starts[code + 1] as number);
  }

  /** Number of the positions with the code whose bit is set, but no more than `most`. */
  countIn(bitmap: Bitmap, code: number, most = Number.POSITIVE_INFINITY): number {
    const from = this.#starts[code] as number;
    if (this.isDense(code)) return Math.min(most, countBoth(bitmap, this.#lists, from));
    const to = this.#starts[code + 1] as number;
    let count = 0;
    for (let at = from; at < to && count < most; at += 1) if (hasBit(bitmap, this.#lists[at] as number)) count += 1;
    return count;
  }
}

function isDense(count: number, length: number): boolean {
  return count * DENSE >= length && count > 0;
}
