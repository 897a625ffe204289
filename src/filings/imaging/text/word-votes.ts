/** Lets several passes vote on one word, and decides whether the result is acceptable without review. */
import { correctToKnownWord, isInKnownWords, toWordKey } from "./known-words.ts";
import { classifyMisreading, isInLexicon } from "./listed-words.ts";
import type { SeenWord, WordPlace } from "./word-places.ts";

export interface WordVote {
  /** The word; empty if most passes read none. */
  readonly text: string;
  readonly key: string;
  /** True if the word is joined to the previous word, because too few OCR passes saw a space between the two words. */
  readonly followsOn: boolean;
  /** Confidences of the passes that read this word. */
  readonly agreeing: readonly number[];
  readonly passes: number;
  /** Highest confidence of a pass that disagrees with this word; 0 if none does. */
  readonly rival: number;
  /** True if a pass read a known word of three letters or more instead of this word. */
  readonly rivalIsKnown: boolean;
  /** True if a pass read a listed word of three letters or more instead of this word. */
  readonly rivalIsListed: boolean;
  /** True if most passes read another, unlisted word instead; see `findListedReplacement`. */
  readonly replacesUnlistedWord: boolean;
  /** True if the passes that read this word disagree on its periods and commas, or on spaces in it. */
  readonly isUnclear: boolean;
  /** True if other names of the page contain the word, or if the word and one of its neighbors are adjacent in a listed name. */
  readonly isUsual: boolean;
  /** True if the word's neighbors suggest that it is a misreading (`voteByNeighbors`). */
  readonly isDoubted?: true;
}

/** Minimum weight of a pass, even with confidence 0. */
const MIN_WEIGHT = 0.1;
// Minimum share of passes that must read a known word of four or more letters for the word to be accepted. At least two passes
// must read the word, and at least one of these passes must have high confidence.
const SHARE_OF_KNOWN = 0.25;
// A known word is accepted despite low confidence if at least this many passes read the word, these passes are at least the share
// `SHARE_OF_MOST` of all passes, and no rival reading is strong.
const MIN_AGREEING = 4;
/** Minimum share of passes that must read such a known word, in addition to the minimum number `MIN_AGREEING`. */
const SHARE_OF_MOST = 0.66;
// Minimum share of passes that must read a known word if a pass read another known word instead. The minimum applies only if the
// confidence of a pass that disagrees with the word reaches `MIN_RIVAL`.
const SHARE_AGAINST_KNOWN = 0.7;
/** OCR loses more spaces than it adds: a reading with more spaces needs only this share of the heaviest one's weight to win. */
const MIN_SHARE_FOR_MORE_SPACES = 0.35;

export interface Group {
  readonly key: string;
  readonly words: readonly SeenWord[];
}

/**
 * Pure. Returns the word with the highest total confidence. If that word is probably a misreading of a listed word, returns the
 * listed word.
 * @param usual the words found in other names of the page. Such a word may be accepted even if only a single pass read the word.
 */
export function tallyWordVotes(place: WordPlace, usual: ReadonlySet<string> = NONE): WordVote {
  const groups = groupByKey(place) as [Group, ...Group[]];
  const listed = findListedReplacement(groups, place.length);
  const best = listed ?? groups[0];
  const rivals = groups.filter((group) => group !== best);
  const text = pickSpelling(best.words);
  return {
    text,
    key: best.key,
    followsOn: place.filter(({ followsOn }) => followsOn).length > (1 - MIN_SHARE_FOR_MORE_SPACES) * place.length,
    agreeing: best.words.map(({ confidence }) => confidence),
    passes: place.length,
    rival: Math.max(0, ...rivals.map(findMaxConfidence)),
    rivalIsKnown: rivals.some(({ key }) => key.length > 2 && isInKnownWords(key)),
    rivalIsListed: rivals.some(({ key }) => key.length > 2 && isInLexicon(key)),
    replacesUnlistedWord: listed !== null,
    isUnclear: isPunctuationUnclear(best.words, text) || isSeveralWords(best, text.split(" ")),
    isUsual: usual.has(best.key),
  };
}

const NONE: ReadonlySet<string> = new Set();

// A word's punctuation is unclear if enough readings have other periods or commas than the spelling that won the vote. Such
// readings must reach both this minimum number and this minimum share of all readings of the word.
const MIN_PASSES_WITH_OTHER_PUNCTUATION = 2;
const MIN_SHARE_WITH_OTHER_PUNCTUATION = 1 / 4;

function isPunctuationUnclear(words: readonly SeenWord[], text: string): boolean {
  const others = words.filter((word) => extractPunctuation(word.text) !== extractPunctuation(text)).length;
  return others >= MIN_PASSES_WITH_OTHER_PUNCTUATION && others >= MIN_SHARE_WITH_OTHER_PUNCTUATION * words.length;
}

/** True if no list has the word and a pass read it with more spaces than the voted text: `NEWCLA` is likely several words. */
function isSeveralWords({ key, words }: Group, { length }: readonly string[]): boolean {
  return !isInLexicon(key) && !isInKnownWords(key) && words.some((word) => word.text.split(" ").length > length);
}

function extractPunctuation(text: string): string {
  return text.replace(/[^.,]/g, "");
}

/** Minimum number of passes that must read a listed word before the word replaces an unlisted word. */
const MIN_PASSES_TO_REPLACE = 2;
// At least the share `SHARE_INSTEAD` of all passes must read the listed word. At least one of these passes must have a confidence
// of at least `SURE_INSTEAD`.
const SHARE_INSTEAD = 0.25;
const SURE_INSTEAD = 0.6;
/** Minimum length of an uncommon listed word that may replace an unlisted word whose mean confidence is higher. */
const MIN_OF_RARE = 5;

/** A listed word with at least this many letters may replace an unlisted word even if only one pass read the listed word. */
const MIN_OF_LONG = 6;
/** One pass with this confidence is enough for a long listed word, unless at least half of the passes agree on another word. */
const SURE_OF_LONG = 0.8;

// Returns the only listed word that some passes read where most passes read an unlisted word. Null if none or several fit.
// Blotted `CMN`, for example, looks like `CMIN`. Misreadings seldom agree on a listed word. In our measurements, every word found
// this way was the printed word.
function findListedReplacement([first, ...others]: readonly [Group, ...Group[]], passes: number): Group | null {
  if (first.key === "" || isListedWord(first)) return null;
  const [listed, ...further] = others.filter((group) => isListedWord(group) && findMaxConfidence(group) >= MIN_RIVAL);
  if (listed === undefined || further.length > 0 || first.key.includes(listed.key)) return null;
  if (listed.key.length >= MIN_OF_LONG && findMaxConfidence(listed) >= SURE_OF_LONG && first.words.length < passes / 2)
    return listed;
  // Short words are easily misread as one another.
  if (listed.key.length < MIN_OF_RARE && !isInKnownWords(listed.key) && computeMean(listed) < computeMean(first))
    return null;
  const { length } = listed.words;
  const isRead =
    length >= MIN_PASSES_TO_REPLACE && length >= SHARE_INSTEAD * passes && findMaxConfidence(listed) >= SURE_INSTEAD;
  return isRead ? listed : null;
}

function computeMean({ words }: Group): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
}

/** Returns whether a word is listed and has only letters. Two letters are too few, except for words in `known-words.ts`. */
export function isListedWord({ key }: Group): boolean {
  return /^[a-z&]+$/.test(key) && (isInKnownWords(key) || (key.length > 2 && isInLexicon(key)));
}

/** Groups readings by key, the group with the greatest weight first. A lone `|` is grouped with `I`. */
export function groupByKey(words: readonly SeenWord[]): Group[] {
  return [...Map.groupBy(words, ({ text }) => (text === "|" ? "i" : toWordKey(text)))]
    .map(([key, alike]) => ({ key, words: alike }))
    .toSorted((one, other) => sumWeights(other.words) - sumWeights(one.words));
}

function sumWeights(words: readonly SeenWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence + MIN_WEIGHT, 0);
}

export function findMaxConfidence({ words }: Group): number {
  return Math.max(...words.map(({ confidence }) => confidence));
}

/** Picks the spelling with the most weight among readings with the same key. */
function pickSpelling(words: readonly SeenWord[]): string {
  const spellings = [...Map.groupBy(words, ({ text }) => text)]
    .map(([text, alike]) => ({ text, weight: sumWeights(alike), blanks: text.split(" ").length }))
    .toSorted((one, other) => other.weight - one.weight);
  const [heaviest] = spellings as [(typeof spellings)[number]];
  if (isInLexicon(toWordKey(heaviest.text))) return heaviest.text;
  const wider = spellings.find(
    ({ text, blanks, weight }) =>
      blanks > heaviest.blanks &&
      weight >= MIN_SHARE_FOR_MORE_SPACES * heaviest.weight &&
      text.replaceAll(" ", "") === heaviest.text.replaceAll(" ", "") &&
      text.split(" ").every((piece) => toWordKey(piece) !== ""),
  );
  return (wider ?? heaviest).text;
}

/** Splits a word at dashes and similar characters. Returns whether a part is longer than `SHORT` and is in no word list. */
function hasLongUnlistedPart(text: string): boolean {
  const keys = text.split(/[^\p{L}\p{N}&'’.]+/u).map(toWordKey);
  return keys.some((key) => /^[a-z&]+$/.test(key) && key.length > SHORT && !isInLexicon(key) && !isInKnownWords(key));
}

/** Returns true if a word has three letters, or if a word has two letters and is not in the lexicon. */
function isShortWord(key: string): boolean {
  return key.length === SHORT || (key.length === SHORT - 1 && !isInLexicon(key));
}

/** Characters that no name contains; OCR returns them for illegible ink. */
const NOT_IN_NAMES = /[!|§¥¢£€~\\<>_=©®°«»]/;
// Minimum number of OCR passes for a word whose digits are easily confused in blotted print, or for a word on which the passes
// disagree. With fewer passes, `hasEnoughAgreement` returns false for such a word, unless the word is a known word.
const ENOUGH_PASSES = 5;
/** A word other than the voted word counts as a rival only if a pass read that word with at least this confidence. */
const MIN_RIVAL = 0.5;
/** A listed word with at least this many letters is acceptable if enough passes read the word (`isConfirmed`). */
const MIN_OF_LISTED = 4;
/** Minimum share of the passes that must read such a listed word. */
const SHARE_OF_LISTED = 0.5;
/** Minimum confidence of the best of these passes. */
const SURE_OF_LISTED = 0.6;
// Minimum mean confidence in a word that differs from a listed word in one letter easily confused in print. The mean confidence
// can reach 0.9 even if all passes misread the word.
const MIN_MEAN_IF_EASILY_CONFUSED = 0.93;
/** Minimum mean confidence in a word that differs from a listed word in one letter that is not easily confused in print. */
const SURE_OF_NEAR = 0.85;
/** Minimum mean confidence in a word with digits that are easily confused in blotted print. */
const SURE_OF_DIGITS = 0.85;
/** Maximum number of letters in a short word. `isShortWord` decides which words with fewer letters also count as short. */
const SHORT = 3;
/** Minimum mean confidence in a short word, and in a word with an unlisted part longer than `SHORT`. Known words are exempt. */
const SURE_OF_SHORT = 0.8;
const SURE_OF_UNLISTED = 0.8;
/** Minimum confidence of the best pass if all passes agree: for few passes, for many, and for a word of letters and digits. */
const SURE_OF_FEW = 0.7;
const SURE_OF_MANY = 0.5;
const MIN_OF_MIXED = 0.8;

/** Pure. Returns whether a word may be published without review by a person. */
export function isAcceptable(vote: WordVote): boolean {
  const { text, key } = vote;
  if (vote.isDoubted || vote.isUnclear || looksMisread(text, key) || isDoubtful(vote)) return false;
  return vote.isUsual || vote.replacesUnlistedWord || isConfirmed(vote) || hasEnoughAgreement(vote);
}

// True if a digit of the word may be a letter. Also true if the word is unlisted and differs from a listed word in one letter. In
// both cases, the word is not doubtful if all passes read it with a high mean confidence.
function isDoubtful({ text, key, agreeing, passes }: WordVote): boolean {
  const misread = hasDigitForLetter(key) ? "alike" : classifyMisreading(text);
  if (misread === null) return false;
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  return agreeing.length < passes || mean < (misread === "alike" ? MIN_MEAN_IF_EASILY_CONFUSED : SURE_OF_NEAR);
}

/** True if the word consists of letters and one digit that looks like a letter in print, such as `E1` for `EI`. */
function hasDigitForLetter(key: string): boolean {
  return /^[a-z]*[0158][a-z]*$/.test(key) && key.length > 1;
}

/** Returns whether the word is listed, enough passes read it, and none reads another listed word. */
function isConfirmed({ key, agreeing, passes, rivalIsListed }: WordVote): boolean {
  if (key.length < MIN_OF_LISTED || rivalIsListed || !isInLexicon(key)) return false;
  return agreeing.length >= 2 && agreeing.length >= SHARE_OF_LISTED * passes && Math.max(...agreeing) >= SURE_OF_LISTED;
}

function hasEnoughAgreement(vote: WordVote): boolean {
  const { text, key, agreeing, passes } = vote;
  const surest = Math.max(...agreeing);
  const isUnanimous = agreeing.length === passes;
  if (key.length > 1 && isInKnownWords(key)) return isKnownWordAcceptable(vote, surest);
  const mean = agreeing.reduce((sum, confidence) => sum + confidence, 0) / agreeing.length;
  if (/[35689]/.test(key) && (passes < ENOUGH_PASSES || mean < SURE_OF_DIGITS)) return false;
  if (isShortWord(key) && mean < SURE_OF_SHORT) return false;
  if (hasLongUnlistedPart(text) && !isTicker(text) && mean < SURE_OF_UNLISTED) return false;
  if (isUnanimous)
    return surest >= (/[a-z]\d|\d[a-z]/.test(key) ? MIN_OF_MIXED : passes < ENOUGH_PASSES ? SURE_OF_FEW : SURE_OF_MANY);
  if (/[0-9%]/.test(key)) return vote.rival < MIN_RIVAL && agreeing.length >= ENOUGH_PASSES && surest >= 0.85;
  if (vote.rivalIsKnown || passes < ENOUGH_PASSES) return false;
  if (isTicker(text)) return agreeing.length >= passes - 1 && surest >= 0.85 && vote.rival < 0.7;
  const isReadByMost = agreeing.length >= Math.max(passes - 2, 0.7 * passes);
  return isReadByMost && surest >= 0.85 && mean >= 0.75 && vote.rival < 0.93;
}

function isKnownWordAcceptable({ key, agreeing, passes, rival, rivalIsKnown }: WordVote, surest: number): boolean {
  const share = agreeing.length / passes;
  // In blotted print, `Corp.` looks like `Com.`. Both are known words, so being a known word does not decide between them.
  if (rivalIsKnown && rival >= MIN_RIVAL && share < SHARE_AGAINST_KNOWN) return false;
  if (share === 1 && passes > 2) return surest >= 0.4;
  if (share >= SHARE_OF_MOST && agreeing.length >= MIN_AGREEING && rival < SURE_OF_LISTED) return surest >= 0.4;
  const isRead = agreeing.length >= 2 && share >= SHARE_OF_KNOWN;
  return (share >= 0.5 && surest >= 0.6) || (key.length >= 4 && isRead && surest >= 0.8);
}

// Detects errors that all OCR passes may make alike: characters that no name contains, misread tickers, `$` without an amount,
// `%` without a digit, `i` for `I` (`inc`), and misread known words.
function looksMisread(text: string, key: string): boolean {
  const isNoShare = key.includes("%") && !/\d%/.test(key);
  // A dollar sign appears only before an amount.
  if (/\$(?!\s*[\d.])/.test(text)) return true;
  if (/^i[a-z]/.test(text) && isInKnownWords(key)) return true;
  return NOT_IN_NAMES.test(text) || isNoShare || isMisreadTicker(text) || correctToKnownWord(text) !== text;
}

function isTicker(text: string): boolean {
  return /^\([A-Z.]+\)/.test(text);
}

/** Returns whether a ticker has digits or lower-case letters among its capitals, which is an OCR error. */
function isMisreadTicker(text: string): boolean {
  const inside = /^\(([A-Za-z0-9.]+)\)/.exec(text)?.[1] ?? "";
  return /[A-Z]/.test(inside) && (/\d/.test(inside) || (/[a-z]/.test(inside) && /[A-Z]/.test(inside.slice(1))));
}

/** Returns true if further passes are unlikely to make the word acceptable. */
export function isTooUncertain({ key, agreeing, passes, rival, rivalIsKnown, rivalIsListed }: WordVote): boolean {
  if (rivalIsKnown || rivalIsListed || isInKnownWords(key)) return false;
  if (/\d/.test(key)) return rival >= MIN_RIVAL;
  return agreeing.length <= passes / 2 && Math.max(...agreeing) < 0.75;
}

/** Returns true if this many further passes with full confidence would not make the word acceptable. */
export function cannotBecomeAcceptable(vote: WordVote, further: number): boolean {
  if (vote.rivalIsKnown || vote.rivalIsListed) return false;
  const agreeing = [...vote.agreeing, ...Array<number>(further).fill(1)];
  return !isAcceptable({ ...vote, agreeing, passes: vote.passes + further });
}
