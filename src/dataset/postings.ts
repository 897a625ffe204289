/** An inverted index: for each code of a column the ascending positions that have it, in one array with the start of each code's part. */
export class Postings {
  readonly #positions: Uint32Array;
  readonly #starts: Uint32Array;

  private constructor(positions: Uint32Array, starts: Uint32Array) {
    this.#positions = positions;
    this.#starts = starts;
  }

  /**
   * @param codeAt the code of a position, below `codes`.
   * @param also further pairs of position and code, by ascending position: a position may have several codes.
   */
  static of(
    length: number,
    codes: number,
    codeAt: (position: number) => number,
    also: { readonly positions: Uint32Array; readonly codes: Uint32Array } = NONE,
  ): Postings {
    const starts = new Uint32Array(codes + 1);
    const count = (code: number) => {
      starts[code + 1] = (starts[code + 1] as number) + 1;
    };
    for (let position = 0; position < length; position += 1) count(codeAt(position));
    for (const code of also.codes) count(code);
    for (let code = 0; code < codes; code += 1) {
      starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number);
    }
    const next = starts.slice(0, codes);
    const positions = new Uint32Array(length + also.codes.length);
    const put = (code: number, position: number) => {
      const at = next[code] as number;
      positions[at] = position;
      next[code] = at + 1;
    };
    for (let position = 0, extra = 0; position < length; position += 1) {
      put(codeAt(position), position);
      for (; also.positions[extra] === position; extra += 1) put(also.codes[extra] as number, position);
    }
    return new Postings(positions, starts);
  }

  /** Positions with the code; a view, not to be written to. */
  of(code: number): Uint32Array {
    return this.#positions.subarray(this.#starts[code], this.#starts[code + 1]);
  }
}

const NONE = { positions: new Uint32Array(), codes: new Uint32Array() };
