/** Combines the words read by several passes into a name. */
import { voteByNeighbors } from "./beside-words.ts";
import { isKnownName, isMisreadKnownName } from "./known-name.ts";
import { isInKnownWords, toWordKey } from "./known-words.ts";
import { isInLexicon, listConfusedWords } from "./listed-words.ts";
import { voteForUsualLastWord } from "./usual-end.ts";
import { alignPasses, joinWords, type SeenWord, type WordPlace } from "./word-places.ts";
import { isAcceptable, tallyWordVotes, type WordVote } from "./word-votes.ts";

export type NamePass = readonly SeenWord[];

/** Words that the other names of the page suggest for a name, as the last word (`last`) or at any position (`anywhere`). */
export interface UsualWords {
  readonly last: ReadonlySet<string>;
  readonly anywhere: ReadonlySet<string>;
  /** Words that end many names on the page. Names that were not read with certainty count too. */
  readonly ends: ReadonlySet<string>;
}

const NO_WORDS: UsualWords = { last: new Set(), anywhere: new Set(), ends: new Set() };

export interface VotedName {
  readonly text: string;
  /** One vote per word, including words that only some passes read. */
  readonly votes: readonly WordVote[];
  /** 0 to 1: the lowest of the words' confidences. A word's confidence is the highest of the passes that read it. */
  readonly confidence: number;
  readonly sure: boolean;
}

/** Legal form, share type or class joined without a space: `INCSHS` for `INC SHS`, `INTLINCCLA` for `INTL INC CL A`. */
const GLUED = /(inc|corp|ltd|plc|llc)(shs|com|cmn|cl|reg|adr|new)(cl)?[a-z]?$|^(shs)?cl[a-z]$|^shscl$/;

/** A class or series whose letter is lost in blotted print. Some funds' classes have a name before the word `class` instead. */
const LACKS_ITS_LETTER =
  /(?<!\b(institutional|investor|advisor|retail|select|premium|admiral|service) )\b(class|cl|series)\W*$/i;

/** A pass with a lower mean confidence has no vote. */
const LEGIBLE = 0.5;
/** Minimum share of legible passes for a name to be certain if a word is in neither `listed-words.ts` nor `known-words.ts`. */
const LEGIBLE_SHARE = 0.5;
/** Minimum mean confidence, and minimum confidence in each word, of a single pass that reads a known name. */
const SURE_OF_KNOWN = 0.8;
const SURE_OF_KNOWN_WORD = 0.6;

/**
 * Pure. Votes on each word of a name. To be certain, a name must be legible in at least two passes, and each word must be
 * acceptable without review (`isAcceptable`). If there is only one pass, only a known name can be certain.
 * @param usual words found in other names of the page.
 */
export function voteOnName(passes: readonly NamePass[], usual: UsualWords = NO_WORDS): VotedName {
  const read = passes.map(fixCommonMisreadings);
  const [first = []] = read;
  if (passes.length === 1 && isOnePassEnough(first)) {
    const votes = restoreInitialI(first.map((word) => tallyWordVotes([{ ...word, followsOn: false }])));
    return { text: votes.map(({ text }) => text).join(" "), votes, confidence: findMinConfidence(votes), sure: true };
  }
  const surestFirst = read.toSorted((one, other) => computeMeanConfidence(other) - computeMeanConfidence(one));
  const legible = surestFirst.filter(
    (ocrPass) => computeMeanConfidence(ocrPass) >= LEGIBLE && toWordKey(joinWords(ocrPass)).length > 1,
  );
  if (legible.length < 2) {
    const [best = []] = surestFirst;
    const confidence = best.length === 0 ? 0 : Math.min(...best.map((word) => word.confidence));
    return { text: joinWords(best), votes: [], confidence, sure: false };
  }
  const places = alignPasses(legible);
  const voted = places.map((place, at) => {
    const isEnd = at === places.length - 1;
    const end = isEnd || isReadAsClass(places[at + 1]) ? voteForUsualLastWord(place, usual.ends) : null;
    return end ?? tallyWordVotes(place, isEnd ? usual.last : usual.anywhere);
  });
  const votes = restoreInitialI(voteByNeighbors(places, voted, usual.ends.size > 0));
  const seen = votes.filter((vote) => vote.text !== "");
  const joined = seen.reduce((before, vote) => before + (vote.followsOn ? "" : " ") + vote.text, "").trim();
  // Names contain no braces: a brace is a parenthesis misread in blotted print.
  const text = joined.replaceAll("{", "(").replaceAll("}", ")");
  return {
    text,
    votes,
    confidence: findMinConfidence(votes),
    sure:
      toWordKey(text).length > 1 &&
      hasNoCommonMisreading(text) &&
      !hasLostLastWord(places.at(-1) ?? [], votes.at(-1)?.text ?? "") &&
      !places.some((place, at) => hasLostNumeral(place, votes[at] as WordVote)) &&
      votes.every(isAcceptable) &&
      (legible.length >= LEGIBLE_SHARE * passes.length ||
        votes.every(({ key }) => isInLexicon(key) || isInKnownWords(key))) &&
      !isMisreadKnownName(text),
  };
}

function isOnePassEnough(ocrPass: NamePass): boolean {
  const text = joinWords(ocrPass);
  const isSure =
    computeMeanConfidence(ocrPass) >= SURE_OF_KNOWN &&
    ocrPass.every(({ confidence }) => confidence >= SURE_OF_KNOWN_WORD);
  return isSure && isKnownName(text) && hasNoCommonMisreading(text);
}

function findMinConfidence(votes: readonly WordVote[]): number {
  return Math.min(...votes.map(({ agreeing }) => Math.max(...agreeing)));
}

/** Returns whether the text has none of the errors that several passes often share. */
function hasNoCommonMisreading(text: string): boolean {
  return (
    areBracketsClosed(text) &&
    !hasMisreadPunctuationOrCase(text) &&
    !hasMisreadEnd(text) &&
    !hasLostDecimalPoint(text) &&
    !hasUnclearNumeral(text) &&
    !text.split(" ").some(hasMissingSpace) &&
    !hasMisreadFirstWord(text) &&
    !LACKS_ITS_LETTER.test(text) &&
    !hasBrokenWord(text) &&
    !hasMisplacedSpace(text)
  );
}

/** Fixes `INC` if its `I` was read as a bracket or lower case. Drops a leading quotation mark: it is part of a ruled line. */
function fixCommonMisreadings(ocrPass: NamePass): NamePass {
  return ocrPass.map((word, at) => {
    const text = word.text.replace(/^[({i]NC(?=[.,]*$)/, "INC");
    return { ...word, text: at === 0 ? text.replace(/^[‘’'](?=\p{Lu})/u, "") : text };
  });
}

// Returns whether at least half of the passes read `CLASS`. If so, the name may go on after a word that usually ends names, such
// as `CMN`.
function isReadAsClass(place: WordPlace = []): boolean {
  const read = place.filter(({ text }) => toWordKey(text) === "class").length;
  return read > 0 && read >= place.length / 2;
}

/** If at least this number or share of passes read one more word at the end of the name, the voted name has lost that word. */
const MIN_PASSES_WITH_MORE = 2;
const SHARE_OF_MORE = 1 / 3;

function hasLostLastWord(place: WordPlace, text: string): boolean {
  if (text === "") return false;
  const more = place.filter((seen) => seen.text.startsWith(`${text} `) && /\p{L}{2,}\W*$/u.test(seen.text)).length;
  return more >= MIN_PASSES_WITH_MORE || more >= SHARE_OF_MORE * place.length;
}

const OPENING_BRACKET: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Returns whether brackets match. An unmatched bracket is a misread letter or bracket, or the rest of the text is missing. */
function areBracketsClosed(text: string): boolean {
  const open: string[] = [];
  for (const [sign] of text.matchAll(/[([{)\]}]/g)) {
    if (!(sign in OPENING_BRACKET)) open.push(sign);
    else if (open.pop() !== OPENING_BRACKET[sign]) return false;
  }
  return open.length === 0;
}

// Returns whether one of three misreadings is probable. The first is a period instead of a comma before a legal form, such as in
// `PEPSICO. INC.`. A short word before the period may be an abbreviation and does not count. The second is a comma without a
// space after it. The third is `i` or `l` among capitals (`MURPHY OiL`, `CABOT Oil`).
function hasMisreadPunctuationOrCase(text: string): boolean {
  if (/[il]/.test(text) && !/[a-hjkm-z]/.test(text)) return true;
  return /\p{L}{5,}\. (inc|corp|co|ltd|llc|plc|cmn)\b/iu.test(text) || /\p{L},\p{L}/u.test(text);
}

/** Returns whether the name ends in `ING` (a misread `INC`) or contains `CMN` twice (a ruled line between rows was missed). */
function hasMisreadEnd(text: string): boolean {
  return /\S ing$/i.test(text) || /\bcmn\b.*\bcmn\b/i.test(text);
}

/** Returns whether the text has a percentage of three or more digits, which lost its decimal point; `100%` is fine. */
function hasLostDecimalPoint(text: string): boolean {
  return /(^|\s)(?!100%)\d{3,}%/.test(text);
}

// Returns whether a numeral may be misread. `I`, `l` and `1` look nearly the same: `Fund Il` and `Fund 11` may be `Fund II`. No
// name contains the single-letter word `l`, or a number with a misread first digit such as `S00`.
function hasUnclearNumeral(text: string): boolean {
  if (/(^|\s)([Il]{0,2}l[Il]{0,2}(?=[\s,.)]|$)|[SO]\d{2,}(?!\S))/.test(text)) return true;
  return /\b(fund|fd|partners)\.? 1{1,3}(?!\S)/i.test(text);
}

/** Minimum length of the words that must be capitalized in title case. */
const MIN_OF_TITLE = 4;

// Restores the initial `I` of known words (blotted `Inc.` looks like `inc.`). For `Inc`, a capitalized first word of the name is
// enough. For other known words, all other words must be capitalized: nobody types a known word in lower case in such a name.
function restoreInitialI(votes: readonly WordVote[]): readonly WordVote[] {
  const lacksCapitalI = ({ text, key }: WordVote) => /^i[a-z]/.test(text) && isInKnownWords(key);
  const others = votes.filter((vote) => vote.text.length >= MIN_OF_TITLE && !lacksCapitalI(vote));
  const isTitle = others.length > 0 && !others.some(({ text }) => /^\p{Ll}/u.test(text));
  const isNamed = /^\p{Lu}/u.test(votes[0]?.text ?? "");
  return votes.map((vote) => {
    const isForm = vote.key === "inc" || vote.key === "incorporated";
    return lacksCapitalI(vote) && (isTitle || (isForm && isNamed)) ? { ...vote, text: `I${vote.text.slice(1)}` } : vote;
  });
}

function hasMissingSpace(word: string): boolean {
  return word.split(/[^\p{L}]+/u).some((piece) => {
    const key = toWordKey(piece);
    return GLUED.test(key) && !isInLexicon(key) && !isInKnownWords(key);
  });
}

// Returns whether the first word is short, unlisted, and likely a misread listed word: `HS Markit` for `IHS Markit`, `MCP, INC.`
// for `HCP, INC.` All passes often share this error. False if a ticker in parentheses identifies the security.
function hasMisreadFirstWord(text: string): boolean {
  const key = toWordKey(text.split(" ")[0] ?? "");
  if (!/^[a-z]{2,3}$/.test(key) || isInLexicon(key) || isInKnownWords(key) || /\([A-Z.]+\)/.test(text)) return false;
  const { sameLength, others } = listConfusedWords(key);
  return [...sameLength, ...others, `i${key}`, `l${key}`].some((word) => word.length > 2 && isInLexicon(word));
}

/** Minimum length of a word that a space may have broken. */
const MIN_OF_BROKEN = 6;
/** Endings that are not words of their own, even if they are in the word lists. */
const ENDINGS = /^(ing|ings|al|ial|ion|ions|ation|er|or|ics|ies|ment|s|es|ic|ed|ty|ity)$/;

/** Words of at most this length are not checked for a last letter that belongs to the next word. */
const MAX_SHORT_WORD = 3;

// Returns whether a space is misplaced. There are two cases. In `NESTLES A` for `NESTLE S A`, a single letter follows an unlisted
// word, which would be a listed word without the last letter. In `COLGATE -PALMOLIVE`, a space precedes a dash, but no space
// follows the dash.
function hasMisplacedSpace(text: string): boolean {
  if (/\s-\p{L}{3}/u.test(text)) return true;
  const keys = text.split(" ").map(toWordKey);
  return keys.some((key, at) => {
    const isWord = isInLexicon(key) || isInKnownWords(key);
    return (
      /^[a-z]$/.test(keys[at + 1] ?? "") && key.length > MAX_SHORT_WORD && !isWord && isInLexicon(key.slice(0, -1))
    );
  });
}

/** Returns whether two words are one listed word broken by a space, such as `HOLD ING`. */
function hasBrokenWord(text: string): boolean {
  const keys = text.split(" ").map(toWordKey);
  return keys.slice(1).some((other, at) => {
    const one = keys[at] as string;
    const joinedWord = one + other;
    const areLetters = [one, other].every((piece) => /^[a-z]{2,}$/.test(piece));
    const isBroken = ENDINGS.test(other) || ![one, other].every((piece) => isInLexicon(piece) || isInKnownWords(piece));
    return (
      areLetters &&
      joinedWord.length >= MIN_OF_BROKEN &&
      isBroken &&
      (isInLexicon(joinedWord) || isInKnownWords(joinedWord))
    );
  });
}

/** Returns whether the vote lost a lone capital or numeral that a pass read after the voted word. Example: `I` of `FUND I`. */
function hasLostNumeral(place: WordPlace, { text }: WordVote): boolean {
  return place.some((seen) => {
    if (seen.confidence < LEGIBLE || !seen.text.startsWith(text)) return false;
    const [blank = "", ...behind] = (text === "" ? ` ${seen.text}` : seen.text.slice(text.length)).trimEnd();
    return blank === " " && /^([Il1|]{1,3}|[A-Z])$/.test(behind.join(""));
  });
}

/** Returns the mean confidence of a pass, weighted by word length. */
export function computeMeanConfidence(ocrPass: NamePass): number {
  const letters = ocrPass.reduce((sum, { text }) => sum + text.length, 0);
  return ocrPass.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}
