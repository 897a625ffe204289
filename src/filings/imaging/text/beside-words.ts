/** Settles and doubts the words of a name by their neighbours: `MORGAN` tells `KINDER` from `CINDER`, and `OF` tells `RANK` from `BANK`. */
import { isKnown } from "./known-words.ts";
import { confusedWith, isListed, oneLetterAway, thinApart } from "./listed-words.ts";
import { type Expected, wordsBeside } from "./word-pairs.ts";
import type { WordPlace } from "./word-places.ts";
import { type Group, groupsOf, isListedWord, stands, surestOf, voteOnWord, type WordVote } from "./word-votes.ts";

/** A neighbour that was seen beside more words than this settles no other; only the word behind may. */
const FEW = 40;
/** Least letters of a word from which print may have lost one; a shorter one is compared with those of its own length. */
const LONG = 4;
/** Least confidence of the surest pass that read an expected word whose neighbours tell little, where the page is no list of shares. */
const SURE_OF_READ = 0.6;
/** Share and mean confidence of the passes below which a word is doubted that was seen there, where one that print confuses with it was too. */
const SHARE = 0.8;
const WEAK = 0.7;
/** Mean confidence of all passes from which a short listed word, or one that is nearly an expected one, stands although it was never seen there. */
const SURE = 0.85;
/** What is settled tells of its own neighbours. */
const ROUNDS = 2;

/** How the words of a page are read. */
interface Page {
  /** Its print misleads many passes alike. */
  readonly isPoor: boolean;
  /** Many of its names end alike, as those of listed shares in a broker's list do. */
  readonly isList: boolean;
}

/** Pure: one vote for each place, in order. */
export function besideWords(
  places: readonly WordPlace[],
  given: readonly WordVote[],
  { isPoor, isList }: Page,
): readonly WordVote[] {
  let votes = given;
  for (let round = 0; round < ROUNDS; round += 1) {
    const keys = votes.map((vote) => (stands(vote, isPoor) && /^[a-z&]{3,}$/.test(vote.key) ? vote.key : null));
    votes = votes.map((vote, at) => {
      const [before, after] = [keys[at - 1] ?? null, keys[at + 1] ?? null];
      if (stands(vote, isPoor)) {
        return isDoubted(vote, wordsBeside(before, after)) || isAmpersand(vote, before, after)
          ? { ...vote, isDoubted: true as const }
          : vote;
      }
      const [few, any] = [wordsBeside(before, after, FEW), wordsBeside(null, after)];
      const groups = groupsOf(places[at] as WordPlace);
      return vote.isDoubted
        ? vote
        : (wordRead(groups, vote, few, 0) ?? wordRead(groups, vote, any, isList ? 0 : SURE_OF_READ) ?? vote);
    });
  }
  return votes;
}

/** The one expected word that a pass read. */
function wordRead(
  groups: readonly Group[],
  { passes, followsOn }: WordVote,
  isExpected: Expected,
  least: number,
): WordVote | null {
  const first = groups[0] as Group;
  const [found, ...others] = expectedAmong(groups, isExpected);
  if (found === undefined || others.length > 0 || surestOf(found) < least) return null;
  const isNear = !isListedWord(first) && Math.abs(found.key.length - first.key.length) <= 1;
  if ((found !== first && !isNear) || groups.some((group) => isPartOf(found, group))) return null;
  return { ...voteOnWord(found.words.map((word) => ({ ...word, followsOn }))), passes, followsOn, isUsual: true };
}

function expectedAmong(groups: readonly Group[], isExpected: Expected): readonly Group[] {
  return groups.filter((group) => isExpected(group.key) && (group.key === "&" || isListedWord(group)));
}

/** A lone letter or digit stands where an ampersand was seen, as `B` in `PRODUCTS B CHEMICALS`. */
function isAmpersand({ key }: WordVote, before: string | null, after: string | null): boolean {
  return /^[a-z0-9]$/.test(key) && wordsBeside(before, null)("&") && wordsBeside(null, after)("&");
}

/** A pass read the word with more before or behind it: the part is no reading of the whole. */
function isPartOf({ key }: Group, whole: Group): boolean {
  if (whole.key.length <= key.length || !(whole.key.startsWith(key) || whole.key.endsWith(key))) return false;
  return whole.key.length > key.length + 1 || whole.words.some(({ text }) => /\s/.test(text));
}

/** A word in the case and between the signs of a text; null where there are signs within it. */
export function spelledIn(text: string, word: string): string | null {
  const [, lead = "", core = "", trail = ""] = /^([^\p{L}\p{N}&]*)([A-Za-z&]+)([^\p{L}\p{N}&]*)$/u.exec(text) ?? [];
  if (core === "") return null;
  const isTitle = /^[A-Z]/.test(core);
  const spelled =
    core === core.toUpperCase()
      ? word.toUpperCase()
      : `${isTitle ? word.slice(0, 1).toUpperCase() : word.slice(0, 1)}${word.slice(1)}`;
  return lead + spelled + trail;
}

/**
 * The word was never seen beside its neighbours, and one that print confuses with it was, as `Vail` before `Resorts` where `Vall` was read. Or both
 * were, and few passes agree.
 */
function isDoubted({ text, key, agreeing, passes, isUsual }: WordVote, isExpected: Expected): boolean {
  if (isUsual || !/^\P{L}*[a-z&]{2,}\P{L}*$/iu.test(text.replaceAll(".", ""))) return false;
  const isExpectedHere = isExpected(key);
  if (!isExpectedHere && isKnown(key)) return false;
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  const isConfused = () => confusedHere(key, isExpected);
  if (isExpectedHere) return key.length >= LONG && agreeing.length < SHARE * passes && mean < WEAK && isConfused();
  const isAgreed = agreeing.length === passes && mean >= SURE;
  if (key.length < LONG) return !(isAgreed && isListed(key)) && isConfused();
  // Filers shorten words: `SHRT` is one letter from `SHORT`.
  const isNear = (word: string) => word.length >= LONG && isExpected(word) && (word.length === key.length || !isAgreed);
  return isConfused() || (!isListed(key) && oneLetterAway(key).some(isNear));
}

function confusedHere(key: string, isExpected: Expected): boolean {
  const { sameLength, others } = confusedWith(key);
  const words = key.length < LONG ? sameLength : [...sameLength, ...others, ...thinApart(key)];
  return words.some((word) => word !== key && (key.length < LONG || word.length >= LONG) && isExpected(word));
}
