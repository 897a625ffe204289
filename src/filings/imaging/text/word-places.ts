/** Aligns the words of several readings of a text. The alignment compares letters, since passes may split words differently. */

/** A word as read by one pass. */
export interface SeenWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface PlacedWord extends SeenWord {
  /** True if no space separates the word from the pass's previous word. */
  readonly followsOn: boolean;
}

/**
 * What each OCR pass read at the place of one word of the first pass, in the order of the passes. The text is empty if a pass
 * read nothing there.
 */
export type WordPlace = readonly PlacedWord[];

/** Edit cost between a letter and a space, high enough that words align with words. */
const LETTER_FOR_BLANK = 3;
/** Punctuation that belongs to the preceding word. */
const CLOSES_A_WORD = /[.,;:)\]}]/;
/** Confidence assigned to a pass that has no word in a place. */
const NOTHING_THERE = 0.5;

/** Pure. Returns one place per word of the first pass. Words that other passes read in between are added to an adjacent place. */
export function alignPasses(passes: readonly (readonly SeenWord[])[]): WordPlace[] {
  const [first = [], ...others] = passes;
  const parts = others.map((other) => alignWords(first, other));
  return first.map((word, at) => [{ ...word, followsOn: false }, ...parts.map((part) => part[at] as PlacedWord)]);
}

/** Returns, for each word of one reading, the aligned text of the other reading. */
function alignWords(one: readonly SeenWord[], other: readonly SeenWord[]): PlacedWord[] {
  const text = joinWords(other);
  const beside = alignLetters(joinWords(one), text);
  let from = 0;
  let end = 0;
  return one.map((word, at) => {
    end += word.text.length + 1;
    let to = at === one.length - 1 ? text.length : (beside[end - 1] as number);
    while (CLOSES_A_WORD.test(text[to] ?? "")) to += 1;
    const followsOn = from > 0 && from < to && !/\s/.test(text.slice(from - 1, from + 1));
    const part = { text: text.slice(from, to).trim(), confidence: findMinConfidence(other, from, to), followsOn };
    from = to;
    return part;
  });
}

export function joinWords(words: readonly SeenWord[]): string {
  return words.map(({ text }) => text).join(" ");
}

/** Returns the lowest confidence of the words that have a letter in this range of their joined text. */
function findMinConfidence(words: readonly SeenWord[], from: number, to: number): number {
  let start = 0;
  const within = words.filter(({ text }) => {
    const isWithin = start < to && start + text.length > from;
    start += text.length + 1;
    return isWithin;
  });
  return within.length === 0 ? NOTHING_THERE : Math.min(...within.map(({ confidence }) => confidence));
}

/** Aligns two texts with the minimum edit distance: for each letter of `one`, and for its end, returns the position in `other`. */
function alignLetters(one: string, other: string): number[] {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const wide = b.length + 1;
  const changes = new Float64Array((a.length + 1) * wide);
  const getEditCost = (i: number, j: number) => changes[i * wide + j] as number;
  for (let j = 1; j <= b.length; j += 1) changes[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    changes[i * wide] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const changed = getEditCost(i - 1, j - 1) + computeEditCost(a[i - 1], b[j - 1]);
      changes[i * wide + j] = Math.min(changed, getEditCost(i - 1, j) + 1, getEditCost(i, j - 1) + 1);
    }
  }
  const places = new Array<number>(a.length + 1).fill(b.length);
  for (let i = a.length, j = b.length; i > 0; ) {
    if (j > 0 && getEditCost(i, j) === getEditCost(i - 1, j - 1) + computeEditCost(a[i - 1], b[j - 1])) {
      i -= 1;
      j -= 1;
    } else if (getEditCost(i, j) === getEditCost(i - 1, j) + 1) i -= 1;
    else j -= 1;
    places[i] = j;
  }
  return places;
}

function computeEditCost(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  return one === " " || other === " " ? LETTER_FOR_BLANK : 1;
}
