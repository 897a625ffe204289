/** Tells the word that the names of a list end with, as `CMN`, from what clotted print makes of it. */
import { spelledIn } from "./beside-words.ts";
import { isKnown } from "./known-words.ts";
import { isDrawnAlike } from "./listed-words.ts";
import type { WordPlace } from "./word-places.ts";
import { groupsOf, isListedWord, voteOnWord, type WordVote } from "./word-votes.ts";

/** Passes that must have read something. */
const LEAST_PASSES = 2;
/** A listed word that ends no name of a security and looks like `CMN`. */
const NO_END = "own";

/**
 * Pure. The usual end for which print draws what most passes read: `CMN` for `OMN`, `CMM`, `DMN`. It is null where they read none such, or one of
 * them reads another listed word. @param ends common words that many names of the page end with.
 */
export function usualEnd(place: WordPlace, ends: ReadonlySet<string>): WordVote | null {
  const groups = groupsOf(place);
  const [first] = groups;
  if (ends.size === 0 || place.length < LEAST_PASSES || first === undefined || isListedWord(first)) return null;
  const isOther = (key: string) => key !== NO_END && !ends.has(key);
  if (groups.some((group) => isListedWord(group) && isOther(group.key))) return null;
  const [end, ...others] = [...ends].filter((word) => isKnown(word) && isDrawnAlike(first.key, word));
  if (end === undefined || others.length > 0) return null;
  const vote = voteOnWord(place);
  const text = spelledIn(vote.text, end);
  return text === null ? null : { ...vote, text, key: end, isUsual: true };
}
