/** Recognizes the last word that many names of a list share, such as `CMN`. Works even if passes misread it in blotted print. */
import { copyCaseAndPunctuation } from "./beside-words.ts";
import { isInKnownWords } from "./known-words.ts";
import { looksAlike } from "./listed-words.ts";
import type { WordPlace } from "./word-places.ts";
import { groupByKey, isListedWord, tallyWordVotes, type WordVote } from "./word-votes.ts";

/** Minimum number of passes that must have read something. */
const MIN_PASSES = 2;
/** A listed word that is never the last word of a security's name, but looks like `CMN`. */
const NEVER_LAST = "own";

/**
 * Pure. Takes the word with the highest total confidence in the passes and finds the usual last word that looks like this word.
 * Example: `CMN` for `OMN`, `CMM` or `DMN`. Null if this word is listed, or if no usual last word or more than one looks like it.
 * Also null if a pass reads a listed word that is neither a usual last word nor `NEVER_LAST`.
 * @param ends the usual last words, which end many names of the page.
 */
export function voteForUsualLastWord(place: WordPlace, ends: ReadonlySet<string>): WordVote | null {
  const groups = groupByKey(place);
  const [first] = groups;
  if (ends.size === 0 || place.length < MIN_PASSES || first === undefined || isListedWord(first)) return null;
  const isNotUsualEnd = (key: string) => key !== NEVER_LAST && !ends.has(key);
  if (groups.some((group) => isListedWord(group) && isNotUsualEnd(group.key))) return null;
  const [end, ...others] = [...ends].filter((word) => isInKnownWords(word) && looksAlike(first.key, word));
  if (end === undefined || others.length > 0) return null;
  const vote = tallyWordVotes(place);
  const text = copyCaseAndPunctuation(vote.text, end);
  return text === null ? null : { ...vote, text, key: end, isUsual: true };
}
