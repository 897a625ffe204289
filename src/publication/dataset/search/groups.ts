/** The arrays of `Groups`, as stored with a version. */
export interface GroupsParts {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** Values grouped by code, such as the positions of each person's trades, in order within each group. */
export class Groups {
  readonly parts: GroupsParts;

  constructor(parts: GroupsParts) {
    this.parts = parts;
  }

  /** @param codes code of each value. @param count highest code plus one. @param values by default, the index of each code. */
  static groupByCode(codes: Uint16Array | Uint32Array, count: number, values?: Uint32Array): Groups {
    const starts = new Uint32Array(count + 1);
    for (let index = 0; index < codes.length; index += 1) {
      const code = codes[index] as number;
      starts[code + 1] = (starts[code + 1] as number) + 1;
    }
    for (let code = 0; code < count; code += 1) {
      starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number);
    }
    const next = starts.slice();
    const grouped = new Uint32Array(codes.length);
    for (let index = 0; index < codes.length; index += 1) {
      const code = codes[index] as number;
      const at = next[code] as number;
      grouped[at] = values === undefined ? index : (values[index] as number);
      next[code] = at + 1;
    }
    return new Groups({ starts, values: grouped });
  }

  /** View of a code's values, which callers must not change. */
  get(code: number): Uint32Array {
    const { starts, values } = this.parts;
    return values.subarray(starts[code], starts[code + 1]);
  }
}
