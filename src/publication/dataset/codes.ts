/** Maps texts and values to small integers, for the columns of a version. */

/** Assigns each distinct value a number, from 0 in order of appearance. */
export class Codes<T> {
  readonly values: T[] = [];
  readonly #known = new Map<T, number>();

  getOrAddCode(value: T): number {
    let code = this.#known.get(value);
    if (code === undefined) {
      code = this.values.length;
      this.#known.set(value, code);
      this.values.push(value);
    }
    return code;
  }
}

/** A growing list of numbers; its array doubles when full. */
export class Uint32Column {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const doubled = new Uint32Array(this.#values.length * 2);
      doubled.set(this.#values);
      this.#values = doubled;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The numbers so far: a view, which keeps the whole array in memory. Copy it with `slice()` to store it. */
  get values(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
