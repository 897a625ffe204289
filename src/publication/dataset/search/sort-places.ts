/** Ranges of at most this many places are sorted by insertion. */
const SHORT = 12;
/** Number of characters compared in one step of the generator. */
const STEP = 100_000;

/** The character that ends each word of the text. */
export const WORD_END = "\n";
const END = WORD_END.charCodeAt(0);

/** Sorts offsets by the rest of the word at each offset. Compares code units. Uses 3-way radix quicksort (Bentley, Sedgewick). */
export function* sortTextPositions(text: string, places: Uint32Array): Generator<void> {
  /** Ranges still to be sorted: from, to, length of their common prefix. */
  const open: number[] = [0, places.length, 0];
  let compared = 0;
  while (open.length > 0) {
    const [from = 0, to = 0, depth = 0] = open.splice(-3);
    compared += to - from;
    if (compared > STEP) {
      compared = 0;
      yield;
    }
    if (to - from <= SHORT) {
      sortByInsertion(text, places.subarray(from, to), depth);
      continue;
    }
    const getCharCode = (index: number) => text.charCodeAt((places[index] as number) + depth);
    const pivot = pickMiddle(getCharCode(from), getCharCode((from + to) >> 1), getCharCode(to - 1));
    let [less, next, more] = [from, from, to];
    while (next < more) {
      const place = places[next] as number;
      const code = text.charCodeAt(place + depth);
      if (code === pivot) {
        next += 1;
        continue;
      }
      const other = code < pivot ? less : more - 1;
      places[next] = places[other] as number;
      places[other] = place;
      if (code < pivot) {
        less += 1;
        next += 1;
      } else {
        more -= 1;
      }
    }
    open.push(from, less, depth, more, to, depth);
    if (pivot !== END) open.push(less, more, depth + 1);
  }
}

function sortByInsertion(text: string, places: Uint32Array, depth: number): void {
  for (let end = 1; end < places.length; end += 1) {
    const place = places[end] as number;
    let at = end;
    for (; at > 0 && isBefore(text, place, places[at - 1] as number, depth); at -= 1) {
      places[at] = places[at - 1] as number;
    }
    places[at] = place;
  }
}

function isBefore(text: string, some: number, other: number, depth: number): boolean {
  for (let at = depth; ; at += 1) {
    const code = text.charCodeAt(some + at);
    const than = text.charCodeAt(other + at);
    if (code !== than) return code < than;
    if (code === END) return false;
  }
}

function pickMiddle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
