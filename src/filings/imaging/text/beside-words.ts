/** Confirms or questions the words of a name by their neighbors: `MORGAN` favors `KINDER` over `CINDER`, and `OF` favors `BANK` over `RANK`. */
import { isInKnownWords } from "./known-words.ts";
import { isInLexicon, listConfusedWords, listOneLetterVariants, listThinLetterVariants } from "./listed-words.ts";
import { createNeighborCheck, type Expected } from "./word-pairs.ts";
import type { WordPlace } from "./word-places.ts";
import {
  findMaxConfidence,
  type Group,
  groupByKey,
  isAcceptable,
  isListedWord,
  tallyWordVotes,
  type WordVote,
} from "./word-votes.ts";

// A word is frequent if more words than this are known to stand next to the word. A frequent word is weak evidence that the word
// next to it was read correctly. So a frequent word never confirms the word after it. A frequent word can confirm the word before
// it, but only if an OCR pass read the earlier word with a confidence of at least `MIN_CONFIDENCE_BEFORE_NEXT`.
const MAX_NEIGHBORS = 40;
/** Minimum length of a word that may have lost a letter in print; shorter words are compared only with words of equal length. */
const LONG = 4;
// A word may be confirmed only by the next word, which is a frequent word (`MAX_NEIGHBORS`). In this case, at least one OCR
// pass must have read the confirmed word with at least this confidence. Names in a list of stocks need no such confidence.
const MIN_CONFIDENCE_BEFORE_NEXT = 0.6;
// An expected word of at least `LONG` letters is doubted if all of these hold: the share of passes that read the word and their
// mean confidence are below these values, and a word that looks similar in print is also expected next to the same neighbors.
const DOUBTED_SHARE = 0.8;
const DOUBTED_CONFIDENCE = 0.7;
// If all OCR passes agree on a word with at least this mean confidence, the word is trusted although the neighboring words do not
// predict the word. A short word must also be in the word list. A longer word is trusted even if an expected word has one letter
// more or one letter less. However, the longer word is doubted if the additional or missing letter is thin. OCR may lose or add
// thin letters (`listThinLetterVariants`).
const SURE = 0.85;
/** Number of rounds: a word confirmed in one round is evidence for the words next to it in the next round. */
const ROUNDS = 2;

/** Pure. Returns one vote per place, in order. @param isList whether many names end with the same word, as in lists of stocks. */
export function voteByNeighbors(
  places: readonly WordPlace[],
  firstVotes: readonly WordVote[],
  isList: boolean,
): readonly WordVote[] {
  let votes = firstVotes;
  for (let round = 0; round < ROUNDS; round += 1) {
    const keys = votes.map((vote) => (isAcceptable(vote) && /^[a-z&]{3,}$/.test(vote.key) ? vote.key : null));
    votes = votes.map((vote, at) => {
      const [before, after] = [keys[at - 1] ?? null, keys[at + 1] ?? null];
      if (isAcceptable(vote)) {
        return isDoubtful(vote, createNeighborCheck(before, after)) || isMisreadAmpersand(vote, before, after)
          ? { ...vote, isDoubted: true as const }
          : vote;
      }
      const [informative, followed] = [
        createNeighborCheck(before, after, MAX_NEIGHBORS),
        createNeighborCheck(null, after),
      ];
      const groups = groupByKey(places[at] as WordPlace);
      return vote.isDoubted
        ? vote
        : (findExpectedWord(groups, vote, informative, 0) ??
            findExpectedWord(groups, vote, followed, isList ? 0 : MIN_CONFIDENCE_BEFORE_NEXT) ??
            vote);
    });
  }
  return votes;
}

/** Returns the one expected word that the passes read; null if they read none or several. */
function findExpectedWord(
  groups: readonly Group[],
  { passes, followsOn }: WordVote,
  isExpected: Expected,
  least: number,
): WordVote | null {
  const first = groups[0] as Group;
  const [found, ...others] = filterExpectedGroups(groups, isExpected);
  if (found === undefined || others.length > 0 || findMaxConfidence(found) < least) return null;
  const isNear = !isListedWord(first) && Math.abs(found.key.length - first.key.length) <= 1;
  if ((found !== first && !isNear) || groups.some((group) => isPartOf(found, group))) return null;
  return { ...tallyWordVotes(found.words.map((word) => ({ ...word, followsOn }))), passes, followsOn, isUsual: true };
}

function filterExpectedGroups(groups: readonly Group[], isExpected: Expected): readonly Group[] {
  return groups.filter((group) => isExpected(group.key) && (group.key === "&" || isListedWord(group)));
}

/** Returns whether a lone letter or digit is a misread ampersand, such as `B` in `PRODUCTS B CHEMICALS`. */
function isMisreadAmpersand({ key }: WordVote, before: string | null, after: string | null): boolean {
  return /^[a-z0-9]$/.test(key) && createNeighborCheck(before, null)("&") && createNeighborCheck(null, after)("&");
}

/** Returns whether another reading is this word with more characters before or after. This word may then be a fragment. */
function isPartOf({ key }: Group, whole: Group): boolean {
  if (whole.key.length <= key.length || !(whole.key.startsWith(key) || whole.key.endsWith(key))) return false;
  return whole.key.length > key.length + 1 || whole.words.some(({ text }) => /\s/.test(text));
}

/** Writes a word in the case and punctuation of a text; null if the text has punctuation inside it. */
export function copyCaseAndPunctuation(text: string, word: string): string | null {
  const [, lead = "", core = "", trail = ""] = /^([^\p{L}\p{N}&]*)([A-Za-z&]+)([^\p{L}\p{N}&]*)$/u.exec(text) ?? [];
  if (core === "") return null;
  const isTitle = /^[A-Z]/.test(core);
  const spelled =
    core === core.toUpperCase()
      ? word.toUpperCase()
      : `${isTitle ? word.slice(0, 1).toUpperCase() : word.slice(0, 1)}${word.slice(1)}`;
  return lead + spelled + trail;
}

// Returns whether known names lack this word next to these neighbors, but have a similar-looking word there. Example: `Vall`
// is read before `Resorts`, but only `Vail Resorts` is known. Also true if both words are known there and few passes agree.
function isDoubtful({ text, key, agreeing, passes, isUsual }: WordVote, isExpected: Expected): boolean {
  if (isUsual || !/^\P{L}*[a-z&]{2,}\P{L}*$/iu.test(text.replaceAll(".", ""))) return false;
  const isExpectedHere = isExpected(key);
  if (!isExpectedHere && isInKnownWords(key)) return false;
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  const isOcrError = () => isConfusedWithExpected(key, isExpected);
  if (isExpectedHere)
    return key.length >= LONG && agreeing.length < DOUBTED_SHARE * passes && mean < DOUBTED_CONFIDENCE && isOcrError();
  const isAgreed = agreeing.length === passes && mean >= SURE;
  if (key.length < LONG) return !(isAgreed && isInLexicon(key)) && isOcrError();
  // If all passes agree with a high mean confidence, the word may be the filer's abbreviation (`SHRT` for `SHORT`). In this case,
  // only an expected word of the same length counts as a twin.
  const isSimilarExpectedWord = (word: string) =>
    word.length >= LONG && isExpected(word) && (word.length === key.length || !isAgreed);
  return isOcrError() || (!isInLexicon(key) && listOneLetterVariants(key).some(isSimilarExpectedWord));
}

function isConfusedWithExpected(key: string, isExpected: Expected): boolean {
  const { sameLength, others } = listConfusedWords(key);
  const words = key.length < LONG ? sameLength : [...sameLength, ...others, ...listThinLetterVariants(key)];
  return words.some((word) => word !== key && (key.length < LONG || word.length >= LONG) && isExpected(word));
}
