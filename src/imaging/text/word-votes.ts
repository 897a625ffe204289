/** Votes on one word between several passes, and decides whether it stands. */
import { isKnown, withKnownLetters, wordKey } from "./known-words.ts";
import { isListed, misreading } from "./listed-words.ts";
import type { SeenWord, WordPlace } from "./word-places.ts";

/** The result of a vote on one word. */
export interface WordVote {
  /** The word; empty where most passes read none. */
  readonly text: string;
  readonly key: string;
  /** Too few passes see a blank before it. */
  readonly followsOn: boolean;
  /** Confidences of the passes that read it. */
  readonly agreeing: readonly number[];
  readonly passes: number;
  /** Highest confidence of a pass that read something else; 0 without one. */
  readonly rival: number;
  /** One of those read a known word. */
  readonly rivalIsKnown: boolean;
  /** One of those read a listed word. */
  readonly rivalIsListed: boolean;
}

/** Weight of a pass without confidence. */
const LEAST_WEIGHT = 0.1;
/** A known word stands when at least two passes and this share of all read it. */
const SHARE_OF_KNOWN = 0.25;
/** Blanks are lost more often than invented: a reading with more of them needs only this share of the weight of the one without. */
const SHARE_OF_BLANKS = 0.35;

interface Group {
  readonly key: string;
  readonly words: readonly SeenWord[];
}

/** Pure. The word with the highest total confidence. */
export function voteOnWord(place: WordPlace): WordVote {
  const [best, ...rivals] = groupsOf(place) as [Group, ...Group[]];
  return {
    text: spellingOf(best.words),
    key: best.key,
    followsOn: place.filter(({ followsOn }) => followsOn).length > (1 - SHARE_OF_BLANKS) * place.length,
    agreeing: best.words.map(({ confidence }) => confidence),
    passes: place.length,
    rival: Math.max(0, ...rivals.map(surestOf)),
    rivalIsKnown: rivals.some(({ key }) => key.length > 2 && isKnown(key)),
    rivalIsListed: rivals.some(({ key }) => key.length > 2 && isListed(key)),
  };
}

/** Readings grouped by their key, the heaviest group first. */
function groupsOf(words: readonly SeenWord[]): Group[] {
  return [...Map.groupBy(words, ({ text }) => wordKey(text))]
    .map(([key, alike]) => ({ key, words: alike }))
    .toSorted((one, other) => weightOf(other.words) - weightOf(one.words));
}

function weightOf(words: readonly SeenWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence + LEAST_WEIGHT, 0);
}

function surestOf({ words }: Group): number {
  return Math.max(...words.map(({ confidence }) => confidence));
}

/** The spelling that most passes have, for one key. */
function spellingOf(words: readonly SeenWord[]): string {
  const spellings = [...Map.groupBy(words, ({ text }) => text)]
    .map(([text, alike]) => ({ text, weight: weightOf(alike), blanks: text.split(" ").length }))
    .toSorted((one, other) => other.weight - one.weight);
  const [heaviest] = spellings as [(typeof spellings)[number]];
  const wider = spellings.find(
    ({ text, blanks, weight }) =>
      blanks > heaviest.blanks &&
      weight >= SHARE_OF_BLANKS * heaviest.weight &&
      text.replaceAll(" ", "") === heaviest.text.replaceAll(" ", "") &&
      text.split(" ").every((piece) => wordKey(piece) !== ""),
  );
  return (wider ?? heaviest).text;
}

/** Signs that no name has; engines give them for what they cannot read. */
const NO_SIGN_OF_NAMES = /[!|§¥¢£€~\\<>_=©®°«»]/;
/** Number of passes after which more tell nothing new, and that must agree on digits which clotted print confuses. */
const ENOUGH_PASSES = 5;
/** A pass below this confidence in other digits does not count as a rival. */
const LEAST_RIVAL = 0.5;
/** A listed word stands when it has so many letters, this share of the passes read it, and one of them has this confidence. */
const LEAST_OF_LISTED = 4;
const SHARE_OF_LISTED = 0.5;
const SURE_OF_LISTED = 0.6;
/** Least mean confidence of all passes in a word that is nearly a listed one. Words that all passes misread alike were measured up to 0.9. */
const SURE_OF_ALIKE = 0.93;
const SURE_OF_NEAR = 0.85;
/** Least confidence of the best pass in a word that mixes letters and digits. */
const LEAST_OF_MIXED = 0.8;

/**
 * Pure. Tells whether a word may stand without a person.
 * @param isPoor the page's print misleads many passes alike.
 */
export function stands(vote: WordVote, isPoor: boolean): boolean {
  const { text, key } = vote;
  if (isOdd(text, key) || isDoubted(vote)) return false;
  return isConfirmed(vote) || isAgreedOn(vote, isPoor);
}

/** The word is not listed, would be with another letter, and not all passes together are sure of it. More is asked where print confuses the two letters. */
function isDoubted({ text, key, agreeing, passes }: WordVote): boolean {
  const misread = isDigitForLetter(key) ? "alike" : misreading(text);
  if (misread === null) return false;
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  return agreeing.length < passes || mean < (misread === "alike" ? SURE_OF_ALIKE : SURE_OF_NEAR);
}

/** The word has one digit among its letters that print confuses with a letter, as `E1` for `EI`. */
function isDigitForLetter(key: string): boolean {
  return /^[a-z]*[0158][a-z]*$/.test(key) && key.length > 1;
}

/** The word is listed, most passes read it, and none reads another listed word. */
function isConfirmed({ key, agreeing, passes, rivalIsListed }: WordVote): boolean {
  if (key.length < LEAST_OF_LISTED || rivalIsListed || !isListed(key)) return false;
  return agreeing.length >= 2 && agreeing.length >= SHARE_OF_LISTED * passes && Math.max(...agreeing) >= SURE_OF_LISTED;
}

function isAgreedOn(vote: WordVote, isPoor: boolean): boolean {
  const { text, key, agreeing, passes } = vote;
  const surest = Math.max(...agreeing);
  const isUnanimous = agreeing.length === passes;
  if (key.length > 1 && isKnown(key)) return knownStands(vote, surest, isPoor);
  if (/[35689]/.test(key) && passes < ENOUGH_PASSES) return false;
  if (isUnanimous) return surest >= (/[a-z]\d|\d[a-z]/.test(key) ? LEAST_OF_MIXED : leastOfAll(passes, isPoor));
  if (/[0-9%]/.test(key)) return vote.rival < LEAST_RIVAL && agreeing.length >= ENOUGH_PASSES && surest >= 0.85;
  if (vote.rivalIsKnown || passes < ENOUGH_PASSES) return false;
  if (isTicker(text)) return agreeing.length >= passes - 1 && surest >= 0.85 && vote.rival < 0.7;
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  if (isPoor)
    return passes > ENOUGH_PASSES && agreeing.length >= passes - 1 && surest >= 0.85 && mean >= 0.7 && vote.rival < 0.5;
  const isOfMost = agreeing.length >= Math.max(passes - 2, 0.7 * passes);
  return isOfMost && surest >= 0.85 && mean >= 0.75 && vote.rival < 0.93;
}

function knownStands({ key, agreeing, passes }: WordVote, surest: number, isPoor: boolean): boolean {
  const share = agreeing.length / passes;
  if (share === 1 && passes > 2) return surest >= 0.4;
  const isRead = agreeing.length >= 2 && share >= SHARE_OF_KNOWN;
  if (isPoor) return share >= 0.66 && surest >= 0.7;
  return (share >= 0.5 && surest >= 0.6) || (key.length >= 4 && isRead && surest >= 0.8);
}

/** All passes have erred alike: stray signs, odd tickers, percentages without a number, a small `i` for `I` (`Snap inc`), and misspelled known words. */
function isOdd(text: string, key: string): boolean {
  const isNoShare = key.includes("%") && !/\d%/.test(key);
  // A dollar stands before a sum, and nowhere else.
  if (/\$(?!\s*[\d.])/.test(text)) return true;
  if (/^i[a-z]/.test(text) && isKnown(key)) return true;
  return NO_SIGN_OF_NAMES.test(text) || isNoShare || isOddTicker(text) || withKnownLetters(text) !== text;
}

/** Least confidence of the best pass in a word that all passes read alike. */
function leastOfAll(passes: number, isPoor: boolean): number {
  if (passes >= ENOUGH_PASSES) return isPoor ? 0.7 : 0.5;
  return isPoor ? 0.84 : 0.7;
}

/** The text is a ticker in parentheses. */
function isTicker(text: string): boolean {
  return /^\([A-Z.]+\)/.test(text);
}

/** The ticker has digits or lower-case letters among its capitals, so a pass has erred. */
function isOddTicker(text: string): boolean {
  const inside = /^\(([A-Za-z0-9.]+)\)/.exec(text)?.[1] ?? "";
  return /[A-Z]/.test(inside) && (/\d/.test(inside) || (/[a-z]/.test(inside) && /[A-Z]/.test(inside.slice(1))));
}

/** No further pass can make the word stand. */
export function cannotStand({ key, agreeing, passes, rival, rivalIsKnown }: WordVote): boolean {
  if (/\d/.test(key)) return rival >= LEAST_RIVAL;
  return agreeing.length <= passes / 2 && Math.max(...agreeing) < 0.75 && !rivalIsKnown && !isKnown(key);
}

/** Not even so many further passes that read the word without doubt would make it stand. */
export function isLost(vote: WordVote, further: number): boolean {
  const agreeing = [...vote.agreeing, ...Array<number>(further).fill(1)];
  return !stands({ ...vote, agreeing, passes: vote.passes + further }, false);
}
