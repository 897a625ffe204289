/** Pairs of adjacent words in names of securities (`training/names/`). Misread words rarely form such a pair with a neighbor. */
import pairs from "./word-pairs.json" with { type: "json" };

type Beside = ReadonlyMap<string, ReadonlySet<string>>;

/** Maps a word to the words that directly follow the word in security names. Each line of the JSON file begins with that word. */
const BEHIND: Beside = new Map(
  pairs.behind.map((line) => {
    const [word = "", ...behind] = line.split(" ");
    return [word, new Set(behind)];
  }),
);
const BEFORE: Beside = invertPairs(BEHIND);

function invertPairs(behind: Beside): Beside {
  const before = new Map<string, Set<string>>();
  for (const [word, others] of behind) {
    for (const other of others) {
      before.set(other, (before.get(other) ?? new Set()).add(word));
    }
  }
  return before;
}

/** Returns whether a word is expected at a position. */
export type Expected = (key: string) => boolean;

/**
 * Returns a function that tests whether a word is known to follow `before` or to precede `after`. The tested word, `before` and
 * `after` are keys from `toWordKey`. An unknown neighbor is null.
 * @param most a neighbor seen next to more words than this is ignored, since such a neighbor says too little about the word.
 */
export function createNeighborCheck(
  before: string | null,
  after: string | null,
  most = Number.POSITIVE_INFINITY,
): Expected {
  const seen = [before === null ? undefined : BEHIND.get(before), after === null ? undefined : BEFORE.get(after)];
  const informative = seen.filter((words) => words !== undefined && words.size <= most);
  return (key) => informative.some((words) => words?.has(key));
}
