/** Lists of positions, always ascending: joined, cut, and thinned by what the columns say. What thins writes to `into`, which may be the list itself. */

export type CodeColumn = Uint8Array | Uint16Array | Uint32Array;

/** The positions that any of the lists has, each once. @param marks zeros, one for each position there is; left as zeros. */
export function union(lists: readonly Uint32Array[], marks: Uint8Array): Uint32Array {
  const [first = new Uint32Array(), ...others] = lists;
  if (others.length === 0) return first;
  let count = 0;
  for (const list of lists) {
    for (const position of list) {
      count += 1 - (marks[position] as number);
      marks[position] = 1;
    }
  }
  const all = new Uint32Array(count);
  for (let position = 0, at = 0; at < count; position += 1) {
    if (marks[position] === 0) continue;
    marks[position] = 0;
    all[at] = position;
    at += 1;
  }
  return all;
}

/** 1 for each value that is one of those sought: a test of a column whose codes stand for these values. */
export function allowedOf<T>(values: readonly T[], is: (value: T) => boolean): Uint8Array {
  const allowed = new Uint8Array(values.length);
  values.forEach((value, code) => {
    if (is(value)) allowed[code] = 1;
  });
  return allowed;
}

export function keepAllowed(
  positions: Uint32Array,
  codes: CodeColumn,
  allowed: Uint8Array,
  into: Uint32Array,
): Uint32Array {
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    into[count] = position;
    count += allowed[codes[position] as number] as number;
  }
  return into.subarray(0, count);
}

export function keepBetween(
  positions: Uint32Array,
  days: Int32Array,
  from: number,
  to: number,
  into: Uint32Array,
): Uint32Array {
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    const day = days[position] as number;
    into[count] = position;
    count += day >= from && day <= to ? 1 : 0;
  }
  return into.subarray(0, count);
}

/** Those of which any of the columns has an allowed code. @param marks zeros, as many as `positions` at least; left as zeros. */
export function keepAny(
  positions: Uint32Array,
  tests: readonly { readonly codes: CodeColumn; readonly allowed: Uint8Array }[],
  marks: Uint8Array,
  into: Uint32Array,
): Uint32Array {
  const { length } = positions;
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return keepAllowed(positions, only.codes, only.allowed, into);
  for (const { codes, allowed } of tests) {
    for (let at = 0; at < length; at += 1) {
      marks[at] = (marks[at] as number) | (allowed[codes[positions[at] as number] as number] as number);
    }
  }
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    into[count] = positions[at] as number;
    count += marks[at] as number;
    marks[at] = 0;
  }
  return into.subarray(0, count);
}

/** All positions from `from` up to, not including, `to`. */
export function range(from: number, to: number, into: Uint32Array = new Uint32Array(to - from)): Uint32Array {
  for (let at = 0; at < to - from; at += 1) into[at] = from + at;
  return into.subarray(0, to - from);
}

/** The part of ascending positions from `from` up to, not including, `to`. */
export function within(positions: Uint32Array, from: number, to: number): Uint32Array {
  return positions.subarray(firstNotBelow(positions, from), firstNotBelow(positions, to));
}

export function intersection(some: Uint32Array, others: Uint32Array): Uint32Array {
  const both = new Uint32Array(some.length);
  let count = 0;
  let at = 0;
  for (const position of some) {
    while (at < others.length && (others[at] as number) < position) at += 1;
    if (others[at] !== position) continue;
    both[count] = position;
    count += 1;
  }
  return both.subarray(0, count);
}

/** Index of the first of ascending values that is not below `value`. */
function firstNotBelow(values: Uint32Array, value: number): number {
  return bisect(values.length, (at) => (values[at] as number) < value);
}

/** Index of the first of descending values that is below `value`. */
export function firstBelow(values: Int32Array, value: number): number {
  return bisect(values.length, (at) => (values[at] as number) >= value);
}

/** The first index for which `before` no longer holds. */
function bisect(length: number, before: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
