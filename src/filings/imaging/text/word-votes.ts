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
  /** Some pass reads the same letters with more blanks. */
  readonly isWider: boolean;
  /** Confidences of the passes that read it. */
  readonly agreeing: readonly number[];
  readonly passes: number;
  /** Highest confidence of a pass that read something else; 0 without one. */
  readonly rival: number;
  /** One of those read a known word. */
  readonly rivalIsKnown: boolean;
  /** One of those read a listed word. */
  readonly rivalIsListed: boolean;
  /** Most passes read another word, which nobody lists; see `listedInstead`. */
  readonly isInstead: boolean;
  /** The passes that read it differ in its points and commas; see `SHARE_OF_SIGNS`. */
  readonly isUnclear: boolean;
  /** The page shows it in other names, or its neighbours stand beside it in listed ones. */
  readonly isUsual: boolean;
  /** Its neighbours were never seen beside it, but beside one that print confuses with it. */
  readonly isDoubted?: true;
}

/** Weight of a pass without confidence. */
const LEAST_WEIGHT = 0.1;
/** A known word stands when at least two passes and this share of all read it. */
const SHARE_OF_KNOWN = 0.25;
/** It also stands where so many passes and this share of all read it, however little confidence they have. */
const MOST_AGREE = 4;
const SHARE_OF_MOST = 0.66;
/** The share of passes that must read a word against another known word. */
const SHARE_AGAINST_KNOWN = 0.7;
/** Blanks are lost more often than invented: a reading with more of them needs only this share of the weight of the one without. */
const SHARE_OF_BLANKS = 0.35;

export interface Group {
  readonly key: string;
  readonly words: readonly SeenWord[];
}

/**
 * Pure. The word with the highest total confidence, or a listed one for which that was misread. @param usual words that the page shows in other
 * names: a single pass that reads one of them here is enough.
 */
export function voteOnWord(place: WordPlace, usual: ReadonlySet<string> = NONE): WordVote {
  const groups = groupsOf(place) as [Group, ...Group[]];
  const listed = usualInstead(groups, usual) ?? listedInstead(groups, place.length);
  const best = listed ?? groups[0];
  const rivals = groups.filter((group) => group !== best);
  const text = spellingOf(best.words);
  return {
    text,
    isWider: best.words.some((word) => blanksIn(word.text) > blanksIn(text)),
    key: best.key,
    followsOn: place.filter(({ followsOn }) => followsOn).length > (1 - SHARE_OF_BLANKS) * place.length,
    agreeing: best.words.map(({ confidence }) => confidence),
    passes: place.length,
    rival: Math.max(0, ...rivals.map(surestOf)),
    rivalIsKnown: rivals.some(({ key }) => key.length > 2 && isKnown(key)),
    rivalIsListed: rivals.some(({ key }) => key.length > 2 && isListed(key)),
    isInstead: listed !== null,
    isUnclear: areSignsUnclear(best.words, text),
    isUsual: usual.has(best.key),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Passes, and their share of those that read a word, with other points and commas, from which nobody can tell which it has. */
const PASSES_OF_SIGNS = 2;
const SHARE_OF_SIGNS = 1 / 4;

function areSignsUnclear(words: readonly SeenWord[], text: string): boolean {
  const others = words.filter((word) => signsIn(word.text) !== signsIn(text)).length;
  return others >= PASSES_OF_SIGNS && others >= SHARE_OF_SIGNS * words.length;
}

function signsIn(text: string): string {
  return text.replace(/[^.,]/g, "");
}

/** The usual word that a pass read, where no pass read another listed one, and most read one of as many letters, or one more or less. */
function usualInstead(groups: readonly [Group, ...Group[]], usual: ReadonlySet<string>): Group | null {
  const [listed, ...further] = groups.filter(isListedWord);
  if (listed === undefined || further.length > 0 || !usual.has(listed.key)) return null;
  return Math.abs(listed.key.length - groups[0].key.length) <= 1 ? listed : null;
}

/** A listed word is taken for one that is not when so many passes and this share of all read it, and one of them has this confidence. */
const PASSES_INSTEAD = 2;
const SHARE_INSTEAD = 0.25;
const SURE_INSTEAD = 0.6;
const SURE_INSTEAD_IF_POOR = 0.8;
/** Letters of a listed word from which it counts however sure the passes are of the other one. */
const LEAST_OF_RARE = 5;

/** A single pass is enough for a longer listed word, if it is so sure of it and the others do not agree on another. */
const LEAST_OF_LONG = 6;
const SURE_OF_LONG = 0.8;

/**
 * The one listed word that some passes read where most read a word that nobody lists, as `CMN` where clotted print gives `CMIN`. Passes that err seldom
 * agree on a listed word: of the words that they read so none was another than the printed one.
 */
function listedInstead([first, ...others]: readonly [Group, ...Group[]], passes: number): Group | null {
  if (first.key === "" || isListedWord(first)) return null;
  const [listed, ...further] = others.filter((group) => isListedWord(group) && surestOf(group) >= LEAST_RIVAL);
  if (listed === undefined || further.length > 0 || first.key.includes(listed.key)) return null;
  if (listed.key.length >= LEAST_OF_LONG && surestOf(listed) >= SURE_OF_LONG && first.words.length < passes / 2)
    return listed;
  // A short word is soon misread for another short one.
  if (listed.key.length < LEAST_OF_RARE && !isKnown(listed.key) && meanOf(listed) < meanOf(first)) return null;
  const { length } = listed.words;
  const isRead = length >= PASSES_INSTEAD && length >= SHARE_INSTEAD * passes && surestOf(listed) >= SURE_INSTEAD;
  return isRead ? listed : null;
}

/** Mean confidence of the passes that read the word. */
function meanOf({ words }: Group): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
}

/** The word is listed, and of letters alone: two letters are too few, but for the commonest words. */
export function isListedWord({ key }: Group): boolean {
  return /^[a-z&]+$/.test(key) && (isKnown(key) || (key.length > 2 && isListed(key)));
}

/** Readings grouped by their key, the heaviest group first. */
export function groupsOf(words: readonly SeenWord[]): Group[] {
  return [...Map.groupBy(words, ({ text }) => wordKey(text))]
    .map(([key, alike]) => ({ key, words: alike }))
    .toSorted((one, other) => weightOf(other.words) - weightOf(one.words));
}

function weightOf(words: readonly SeenWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence + LEAST_WEIGHT, 0);
}

export function surestOf({ words }: Group): number {
  return Math.max(...words.map(({ confidence }) => confidence));
}

function blanksIn(text: string): number {
  return text.split(" ").length;
}

/** The spelling that most passes have, for one key. */
function spellingOf(words: readonly SeenWord[]): string {
  const spellings = [...Map.groupBy(words, ({ text }) => text)]
    .map(([text, alike]) => ({ text, weight: weightOf(alike), blanks: text.split(" ").length }))
    .toSorted((one, other) => other.weight - one.weight);
  const [heaviest] = spellings as [(typeof spellings)[number]];
  if (isListed(wordKey(heaviest.text))) return heaviest.text;
  const wider = spellings.find(
    ({ text, blanks, weight }) =>
      blanks > heaviest.blanks &&
      weight >= SHARE_OF_BLANKS * heaviest.weight &&
      text.replaceAll(" ", "") === heaviest.text.replaceAll(" ", "") &&
      text.split(" ").every((piece) => wordKey(piece) !== ""),
  );
  return (wider ?? heaviest).text;
}

/** A piece of the word, between dashes and the like, is a longer one that nobody lists. */
function hasUnlisted(text: string): boolean {
  const keys = text.split(/[^\p{L}\p{N}&'’.]+/u).map(wordKey);
  return keys.some((key) => /^[a-z&]+$/.test(key) && key.length > SHORT && !isListed(key) && !isKnown(key));
}

/** A word of three letters, or of two that is not listed. */
function isShort(key: string): boolean {
  return key.length === SHORT || (key.length === SHORT - 1 && !isListed(key));
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
/** Least mean confidence of the passes in digits that clotted print confuses, in a word of so few letters that is none of the commonest, and in a longer one that nobody lists. */
const SURE_OF_DIGITS = 0.85;
const SHORT = 3;
const SURE_OF_SHORT = 0.8;
const SURE_OF_UNLISTED = 0.8;
/** Letters of a word before which the letter of a class may have lost its blank. */
const LEAST_BEHIND_CLASS = 5;
/** Least confidence of the best pass in a word that mixes letters and digits. */
const LEAST_OF_MIXED = 0.8;

/**
 * Pure. Returns whether a word may stand without a person.
 * @param isPoor the page's print misleads many passes alike.
 */
export function stands(vote: WordVote, isPoor: boolean): boolean {
  const { text, key } = vote;
  if (vote.isDoubted || vote.isUnclear || isOdd(text, key) || isDoubted(vote) || isGlued(vote)) return false;
  if (vote.isUsual) return true;
  if (vote.isInstead) return !isPoor || Math.max(...vote.agreeing) >= SURE_INSTEAD_IF_POOR;
  return isConfirmed(vote) || isAgreedOn(vote, isPoor);
}

/** The word is not listed, would be with another letter, and not all passes together are sure of it. More is asked where print confuses the two letters. */
function isDoubted({ text, key, agreeing, passes }: WordVote): boolean {
  const misread = isDigitForLetter(key) ? "alike" : misreading(text);
  if (misread === null) return false;
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  return agreeing.length < passes || mean < (misread === "alike" ? SURE_OF_ALIKE : SURE_OF_NEAR);
}

/** The word is not listed, and a pass reads several words in its place, or it is a listed one behind the letter of a class, as `AVOTING` for `A VOTING`. */
function isGlued({ key, isWider }: WordVote): boolean {
  if (isListed(key) || isKnown(key)) return false;
  return isWider || (/^[abc]/.test(key) && key.length > LEAST_BEHIND_CLASS && isListed(key.slice(1)));
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
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  if (/[35689]/.test(key) && (passes < ENOUGH_PASSES || mean < SURE_OF_DIGITS)) return false;
  if (isShort(key) && mean < SURE_OF_SHORT) return false;
  if (hasUnlisted(text) && !isTicker(text) && mean < SURE_OF_UNLISTED) return false;
  if (isUnanimous) return surest >= (/[a-z]\d|\d[a-z]/.test(key) ? LEAST_OF_MIXED : leastOfAll(passes, isPoor));
  if (/[0-9%]/.test(key)) return vote.rival < LEAST_RIVAL && agreeing.length >= ENOUGH_PASSES && surest >= 0.85;
  if (vote.rivalIsKnown || passes < ENOUGH_PASSES) return false;
  if (isTicker(text)) return agreeing.length >= passes - 1 && surest >= 0.85 && vote.rival < 0.7;
  if (isPoor)
    return passes > ENOUGH_PASSES && agreeing.length >= passes - 1 && surest >= 0.85 && mean >= 0.7 && vote.rival < 0.5;
  const isOfMost = agreeing.length >= Math.max(passes - 2, 0.7 * passes);
  return isOfMost && surest >= 0.85 && mean >= 0.75 && vote.rival < 0.93;
}

function knownStands(
  { key, agreeing, passes, rival, rivalIsListed, rivalIsKnown }: WordVote,
  surest: number,
  isPoor: boolean,
): boolean {
  const share = agreeing.length / passes;
  // Clotted print turns `Corp.` into `Com.`, and both are common.
  if (rivalIsKnown && rival >= LEAST_RIVAL && share < SHARE_AGAINST_KNOWN) return false;
  if (share === 1 && passes > 2) return surest >= 0.4;
  if (share >= SHARE_OF_MOST && agreeing.length >= MOST_AGREE && rival < SURE_OF_LISTED) return surest >= 0.4;
  const isRead = agreeing.length >= 2 && share >= SHARE_OF_KNOWN;
  if (isPoor) return (share >= 0.66 && surest >= 0.7) || (share >= 0.5 && surest >= 0.6 && !rivalIsListed);
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
export function cannotStand({ key, agreeing, passes, rival, rivalIsKnown, rivalIsListed }: WordVote): boolean {
  if (rivalIsKnown || rivalIsListed || isKnown(key)) return false;
  if (/\d/.test(key)) return rival >= LEAST_RIVAL;
  return agreeing.length <= passes / 2 && Math.max(...agreeing) < 0.75;
}

/** Not even so many further passes that read the word without doubt would make it stand. */
export function isLost(vote: WordVote, further: number): boolean {
  if (vote.rivalIsKnown || vote.rivalIsListed) return false;
  const agreeing = [...vote.agreeing, ...Array<number>(further).fill(1)];
  return !stands({ ...vote, agreeing, passes: vote.passes + further }, false);
}
