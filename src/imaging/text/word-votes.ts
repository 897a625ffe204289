/** What several looks make of one word, and whether it stands. */
import { isKnown, withKnownLetters, wordKey } from "./known-words.ts";
import { isListed, misreading } from "./listed-words.ts";
import type { SeenWord, WordPlace } from "./word-places.ts";

/** The looks' decision on one word. */
export interface WordVote {
  /** Empty where most see nothing. */
  readonly text: string;
  readonly key: string;
  /** Whether too few looks see a blank before it. */
  readonly followsOn: boolean;
  /** Each look's confidence that bears it out. */
  readonly borneOut: readonly number[];
  readonly looks: number;
  /** The surest of the looks that read something else; 0 without one. */
  readonly rival: number;
  /** Whether one of those read a known word. */
  readonly rivalIsKnown: boolean;
  /** Whether one of those read a word of listed names. */
  readonly rivalIsListed: boolean;
}

/** Whether a key is a word that the page or names of securities in general are known to have. */
export type Vocabulary = (key: string) => boolean;

/** A look without confidence counts for so much. */
const LEAST_WEIGHT = 0.1;
/** A known word that at least two looks and this share of them read is believed against this share of a word that nobody knows; a long one, or one against digits, sooner. */
const SHARE_OF_KNOWN = 0.25;
const SURE_OF_KNOWN = 0.5;
const MOST_AGAINST = 0.6;
const MOST_AGAINST_LONG = 0.75;
const LONG_WORD = 8;
/** Blanks are lost more often than invented: a reading with more of them needs only this share of the weight of the one without. */
const SHARE_OF_BLANKS = 0.35;

interface Group {
  readonly key: string;
  readonly words: readonly SeenWord[];
}

/** Pure. The word that the looks together are surest of. */
export function voteOnWord(place: WordPlace, isOfPage: Vocabulary): WordVote {
  const groups = groupsOf(withKnownWords(place));
  const [surest] = groups as [Group, ...Group[]];
  const best = knownInstead(surest, groups, place.length, isOfPage) ?? surest;
  const rivals = groups.filter((group) => group !== best);
  return {
    text: spellingOf(best.words),
    key: best.key,
    followsOn: place.filter(({ followsOn }) => followsOn).length > (1 - SHARE_OF_BLANKS) * place.length,
    borneOut: best.words.map(({ confidence }) => confidence),
    looks: place.length,
    rival: Math.max(0, ...rivals.map(surestOf)),
    rivalIsKnown: rivals.some(({ key }) => key.length > 2 && isOfPage(key)),
    rivalIsListed: rivals.some(({ key }) => key.length > 2 && isListed(key)),
  };
}

/** A look that has the shape of a known word which another one has read bears that out; what no look has read is never put in. */
function withKnownWords(place: WordPlace): WordPlace {
  const read = new Set(place.map(({ text }) => wordKey(text)));
  return place.map((word) => {
    const text = withKnownLetters(word.text);
    return read.has(wordKey(text)) ? { ...word, text } : word;
  });
}

function knownInstead(surest: Group, groups: readonly Group[], looks: number, isOfPage: Vocabulary): Group | undefined {
  if (isOfPage(surest.key) || surest.words.length === looks) return undefined;
  return groups.find((group) => {
    if (group.key.length < 3 || !isOfPage(group.key)) return false;
    const isRead = group.words.length >= Math.max(2, SHARE_OF_KNOWN * looks) && surestOf(group) >= SURE_OF_KNOWN;
    const most = group.key.length >= LONG_WORD ? MOST_AGAINST_LONG : MOST_AGAINST;
    return isRead && (/\d/.test(surest.key) || surest.words.length <= most * looks);
  });
}

/** From the heaviest. */
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

/** Of the same letters and digits, as most looks have them. */
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

/** Signs that no name has, or that a look makes of what it cannot read. */
const NO_SIGN_OF_NAMES = /[!|§¥¢£€~\\<>_=©®°«»]/;
/** So many looks have said what there is to say; so many must agree on digits that clotting mistakes. */
const MANY = 5;
/** A look less sure than this of other digits has not seen them. */
const FAINT = 0.5;
/** A listed word has so many letters, so many of the looks have read it, and one of them is so sure of it. */
const LEAST_OF_LISTED = 4;
const SHARE_OF_LISTED = 0.5;
const SURE_OF_LISTED = 0.6;
/** How sure all looks must be together of a word that is nearly a listed one: words that were misread alike by all of them reach 0.9. */
const SURE_OF_ALIKE = 0.93;
const SURE_OF_NEAR = 0.85;
/** How sure the surest look must be of letters and digits in one word. */
const LEAST_OF_MIXED = 0.8;

/**
 * Pure. Whether a word may stand without a person's look.
 * @param isPoor whether the page's print misleads many looks alike.
 */
export function stands(vote: WordVote, isOfPage: Vocabulary, isPoor: boolean): boolean {
  const { text, key } = vote;
  if (isOdd(text, key) || isDoubted(vote)) return false;
  return isConfirmed(vote) || isAgreedOn(vote, isOfPage, isPoor);
}

/** A word that is on no list and would be with another letter, where not all looks together are sure of it: surer where print makes the one letter of the other. */
function isDoubted({ text, key, borneOut, looks }: WordVote): boolean {
  const misread = isDigitForLetter(key) ? "alike" : misreading(text);
  if (misread === null) return false;
  const mean = borneOut.reduce((sum, confidence) => sum + confidence, 0) / borneOut.length;
  return borneOut.length < looks || mean < (misread === "alike" ? SURE_OF_ALIKE : SURE_OF_NEAR);
}

/** One digit among letters that print makes of a letter, as of `EI` an `E1`. */
function isDigitForLetter(key: string): boolean {
  return /^[a-z]*[0158][a-z]*$/.test(key) && key.length > 1;
}

/** A word of listed names that most looks read, where none reads another of them. */
function isConfirmed({ key, borneOut, looks, rivalIsListed }: WordVote): boolean {
  if (key.length < LEAST_OF_LISTED || rivalIsListed || !isListed(key)) return false;
  return borneOut.length >= 2 && borneOut.length >= SHARE_OF_LISTED * looks && Math.max(...borneOut) >= SURE_OF_LISTED;
}

function isAgreedOn(vote: WordVote, isOfPage: Vocabulary, isPoor: boolean): boolean {
  const { text, key, borneOut, looks } = vote;
  const surest = Math.max(...borneOut);
  const isUnanimous = borneOut.length === looks;
  if (key.length > 1 && isOfPage(key)) return knownStands(vote, surest, isPoor);
  if (/[35689]/.test(key) && looks < MANY) return false;
  if (isUnanimous) return surest >= (/[a-z]\d|\d[a-z]/.test(key) ? LEAST_OF_MIXED : leastOfAll(looks, isPoor));
  if (/[0-9%]/.test(key)) return vote.rival < FAINT && borneOut.length >= MANY && surest >= 0.85;
  if (vote.rivalIsKnown || looks < MANY) return false;
  if (isTicker(text)) return borneOut.length >= looks - 1 && surest >= 0.85 && vote.rival < 0.7;
  const mean = borneOut.reduce((sum, confidence) => sum + confidence, 0) / borneOut.length;
  if (isPoor) return looks > MANY && borneOut.length >= looks - 1 && surest >= 0.85 && mean >= 0.7 && vote.rival < 0.5;
  const isOfMost = borneOut.length >= Math.max(looks - 2, 0.7 * looks);
  return isOfMost && surest >= 0.85 && mean >= 0.75 && vote.rival < 0.93;
}

function knownStands({ key, borneOut, looks }: WordVote, surest: number, isPoor: boolean): boolean {
  const share = borneOut.length / looks;
  if (share === 1 && looks > 2) return surest >= 0.4;
  const isRead = borneOut.length >= 2 && share >= SHARE_OF_KNOWN;
  if (key.length >= LONG_WORD && isRead && surest >= SURE_OF_KNOWN) return true;
  if (isPoor) return share >= 0.66 && surest >= 0.7;
  return (share >= 0.5 && surest >= 0.6) || (key.length >= 4 && isRead && surest >= 0.8);
}

/** Whether all looks have erred alike: signs, tickers, shares that are none, and what has the shape of a known word and is another. */
function isOdd(text: string, key: string): boolean {
  const isNoShare = key.includes("%") && !/\d%/.test(key);
  // A dollar stands before a sum, and nowhere else.
  if (/\$(?!\s*[\d.])/.test(text)) return true;
  return NO_SIGN_OF_NAMES.test(text) || isNoShare || isOddTicker(text) || withKnownLetters(text) !== text;
}

/** What the surest look must be of a word that all looks read alike. */
function leastOfAll(looks: number, isPoor: boolean): number {
  if (looks >= MANY) return isPoor ? 0.7 : 0.5;
  return isPoor ? 0.84 : 0.7;
}

/** A ticker in parentheses. */
function isTicker(text: string): boolean {
  return /^\([A-Z.]+\)/.test(text);
}

/** One with digits or small letters among its capitals: a look has erred. */
function isOddTicker(text: string): boolean {
  const inside = /^\(([A-Za-z0-9.]+)\)/.exec(text)?.[1] ?? "";
  return /[A-Z]/.test(inside) && (/\d/.test(inside) || (/[a-z]/.test(inside) && /[A-Z]/.test(inside.slice(1))));
}

/** Whether no further look can make it stand. */
export function isHopeless({ key, borneOut, looks, rival, rivalIsKnown }: WordVote): boolean {
  if (/\d/.test(key)) return rival >= FAINT;
  return borneOut.length <= looks / 2 && Math.max(...borneOut) < 0.75 && !rivalIsKnown && !isKnown(key);
}
