/** A list of JSON values that is written once and then read as slices of its bytes. */
import { Uint32Column } from "./codes.ts";

const CHUNK_BYTES = 1 << 20;
const COMMA = 44;

/** Appends values to chunks; each value is followed by a comma, and no value crosses a chunk boundary. */
export class JsonListWriter {
  readonly #chunks: Buffer[] = [];
  /** Index of the first value in each chunk. */
  readonly #firsts: number[] = [];
  /** Start of each value in its chunk. */
  readonly #starts = new Uint32Column();
  #open: Buffer = Buffer.alloc(0);
  #used = 0;

  /** @param json the text of one value. */
  append(json: string): void {
    // A UTF-16 unit takes at most three bytes; compute the exact length only if that bound does not fit.
    if (this.#used + json.length * 3 + 1 > this.#open.length) this.#makeRoom(Buffer.byteLength(json) + 1);
    this.#starts.push(this.#used);
    this.#used += this.#open.write(json, this.#used, "utf8");
    this.#open[this.#used] = COMMA;
    this.#used += 1;
  }

  toJsonList(): JsonList {
    // Trim the unused end of the last chunk, since several former versions stay in memory for minutes.
    if (this.#used > 0) this.#chunks.push(copyBytes(this.#open.subarray(0, this.#used)));
    this.#open = Buffer.alloc(0);
    this.#used = 0;
    return new JsonList({ chunks: this.#chunks, firsts: this.#firsts, starts: this.#starts.values.slice() });
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#open.length) return;
    if (this.#used > 0) this.#chunks.push(this.#open.subarray(0, this.#used));
    this.#open = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes));
    this.#used = 0;
    this.#firsts.push(this.#starts.length);
  }
}

/** Chunks, the index of the first value in each, and the start of each value in its chunk. */
export interface JsonListParts {
  readonly chunks: readonly Buffer[];
  readonly firsts: readonly number[];
  readonly starts: Uint32Array;
}

export class JsonList {
  readonly parts: JsonListParts;
  readonly length: number;
  readonly byteLength: number;
  readonly #chunks: readonly Buffer[];
  readonly #firsts: readonly number[];
  readonly #starts: Uint32Array;

  constructor(parts: JsonListParts) {
    const { chunks, firsts, starts } = parts;
    this.parts = parts;
    this.#chunks = chunks;
    this.#firsts = firsts;
    this.#starts = starts;
    this.length = starts.length;
    this.byteLength = chunks.reduce((sum, { length }) => sum + length, 0);
  }

  /** Bytes of the value at this index, which must be below `length`. */
  at(index: number): Buffer {
    const at = this.#findChunk(index);
    const chunk = this.#chunks[at] as Buffer;
    const next =
      index + 1 === (this.#firsts[at + 1] ?? this.length) ? chunk.length : (this.#starts[index + 1] as number);
    return chunk.subarray(this.#starts[index], next - 1);
  }

  /** Bytes of the values at indices `from` to `to - 1`, without a trailing comma. `from` and `to` must not exceed `length`. */
  slice(from: number, to: number): Buffer[] {
    const pieces: Buffer[] = [];
    for (let at = this.#findChunk(from), index = from; index < to; at += 1) {
      const next = Math.min(to, this.#firsts[at + 1] ?? this.length);
      pieces.push(this.#sliceChunk(at, index, next));
      index = next;
    }
    return removeLastComma(pieces);
  }

  /** Bytes of the values at these indices, in that order, without a trailing comma. */
  pick(indices: Uint32Array): Buffer[] {
    const pieces: Buffer[] = [];
    for (const index of indices) pieces.push(this.#sliceChunk(this.#findChunk(index), index, index + 1));
    return removeLastComma(pieces);
  }

  #sliceChunk(at: number, from: number, to: number): Buffer {
    const chunk = this.#chunks[at] as Buffer;
    const isLastOfChunk = to === (this.#firsts[at + 1] ?? this.length);
    return chunk.subarray(this.#starts[from], isLastOfChunk ? chunk.length : this.#starts[to]);
  }

  #findChunk(index: number): number {
    let low = 0;
    let high = this.#firsts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#firsts[middle] as number) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function copyBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function removeLastComma(pieces: Buffer[]): Buffer[] {
  const last = pieces.pop();
  if (last !== undefined) pieces.push(last.subarray(0, last.length - 1));
  return pieces;
}
