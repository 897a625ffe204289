/**
 * Words in names of listed securities: SEC filers, current and former listings, names in electronic reports (`training/names/`).
 * A listed word may still be misread. An unlisted word that differs from a listed word in one letter was probably misread.
 */
import { isInKnownWords, toWordKey } from "./known-words.ts";
import listed from "./listed-words.json" with { type: "json" };

const LISTED: ReadonlySet<string> = new Set(listed.words.flatMap((line) => line.split(" ")));
const BY_LENGTH: ReadonlyMap<number, readonly string[]> = Map.groupBy(LISTED, ({ length }) => length);

/** Pairs of letter groups that OCR confuses where letters touch or are broken. */
const MERGED_LETTERS: readonly (readonly [string, string])[] = [
  ["li", "u"],
  ["il", "u"],
  ["ll", "u"],
  ["ii", "u"],
  ["lli", "lu"],
  ["rn", "m"],
  ["in", "m"],
  ["cl", "d"],
  ["ci", "o"],
  ["vv", "w"],
  ["tt", "n"],
  ["tl", "d"],
  ["ld", "ki"],
  ["il", "r"],
  ["ri", "n"],
  ["fi", "h"],
  ["fi", "r"],
  ["pi", "m"],
];
/** Letters, upper or lower case, that OCR confuses with one another. */
const CONFUSED_LETTERS = [
  "oqdcg",
  "ceo",
  "efb",
  "fpr",
  "ftij",
  "brh",
  "hnbmk",
  "mnwru",
  "vyuw",
  "ijlt",
  "sz",
  "sbe",
  "xky",
  "krx",
  "aeo",
  "&resa",
];
const THIN = "iljtf";
const LETTERS = "abcdefghijklmnopqrstuvwxyz&0123456789";
/** Minimum length of a word that is checked for misreadings. */
const SHORTEST = 3;

/** @param key a word as normalized by `toWordKey`. */
export function isInLexicon(key: string): boolean {
  return LISTED.has(key);
}

/**
 * Classifies how an unlisted part of a word differs from a listed word. `alike`: in one easily confused letter or letter group
 * (`TIX` for `TJX`, `rn` for `m`). `near`: in one other letter. Null if all parts are listed, or if no part is this close.
 */
export function classifyMisreading(text: string): "alike" | "near" | null {
  // A ticker symbol in parentheses is not compared with the listed words.
  if (isKnownWord(toWordKey(text)) || /^\([A-Z.]+\)/.test(text)) return null;
  const found = text.split(/[^\p{L}\p{N}&'’.]+/u).map(classifyPiece);
  return found.find((each) => each === "alike") ?? found.find((each) => each === "near") ?? null;
}

function classifyPiece(piece: string): "alike" | "near" | null {
  const key = toWordKey(piece);
  if (!/^[a-z&]+$/.test(key) || key.length < SHORTEST || isKnownWord(key)) return null;
  if (listMergedLetterVariants(key).some(isKnownWord)) return "alike";
  const near = [key.length - 1, key.length, key.length + 1]
    .flatMap((length) => BY_LENGTH.get(length) ?? [])
    .map((word) => findDifferingLetter(key, word))
    .filter((letters) => letters !== null);
  // A lower-case letter before a capital, as in `iShares`, is not a misread stroke.
  const isCamel = /^[a-z][A-Z]/.test(piece);
  if (near.some(({ at, letters }) => letters.length === 1 && !(isCamel && at === 0) && isThin(letters))) return "alike";
  if (near.some(({ letters }) => letters.length === 2 && areConfusableLetters(letters))) return "alike";
  return near.length > 0 ? "near" : null;
}

function isKnownWord(key: string): boolean {
  return LISTED.has(key) || isInKnownWords(key);
}

function isThin(letter: string): boolean {
  return THIN.includes(letter);
}

function areConfusableLetters(letters: string): boolean {
  const [one = "", other = ""] = letters;
  return CONFUSED_LETTERS.some((group) => group.includes(one) && group.includes(other));
}

export function listMergedLetterVariants(key: string): string[] {
  return MERGED_LETTERS.flatMap(([one, other]) => [
    ...listSingleReplacements(key, one, other),
    ...listSingleReplacements(key, other, one),
  ]);
}

/** Lists variants of a word that differ in one similar letter (`sameLength`) or one merged or split letter group (`others`). */
export function listConfusedWords(key: string): {
  readonly sameLength: readonly string[];
  readonly others: readonly string[];
} {
  const sameLength = [...key].flatMap((letter, at) => {
    const letters = CONFUSED_LETTERS.filter((group) => group.includes(letter)).join("");
    return [...new Set(letters)].filter((other) => other !== letter).map((other) => replaceAt(key, at, other));
  });
  return { sameLength, others: listMergedLetterVariants(key) };
}

/** Lists variants of the word with one thin letter removed or added. OCR may lose or add a thin letter in print. */
export function listThinLetterVariants(key: string): readonly string[] {
  const fewer = [...key].flatMap((letter, at) => (isThin(letter) ? [replaceAt(key, at, "")] : []));
  const places = Array.from({ length: key.length + 1 }, (_, at) => at);
  return [...fewer, ...places.flatMap((at) => [...THIN].map((letter) => key.slice(0, at) + letter + key.slice(at)))];
}

export function listOneLetterVariants(key: string): readonly string[] {
  const places = Array.from({ length: key.length + 1 }, (_, at) => at);
  return places.flatMap((at) => [
    replaceAt(key, at, ""),
    ...[...LETTERS].flatMap((letter) => [replaceAt(key, at, letter), key.slice(0, at) + letter + key.slice(at)]),
  ]);
}

/** Returns whether two words have equal length, and differ at most in letters that OCR may confuse. */
export function looksAlike(one: string, other: string): boolean {
  return (
    one.length === other.length &&
    [...one].every((letter, at) => letter === other[at] || areConfusableLetters(letter + other[at]))
  );
}

function replaceAt(text: string, at: number, letters: string): string {
  return text.slice(0, at) + letters + text.slice(at + 1);
}

/** Returns one text for each occurrence of `from`, with only that occurrence replaced by `to`. */
function listSingleReplacements(text: string, from: string, to: string): string[] {
  const places = [...text].flatMap((_, at) => (text.startsWith(from, at) ? [at] : []));
  return places.map((at) => text.slice(0, at) + to + text.slice(at + from.length));
}

/** Finds where two words differ; null if in several places. `letters` has both letters, or the longer word's extra letter. */
function findDifferingLetter(one: string, other: string): { readonly at: number; readonly letters: string } | null {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const isSameLength = short.length === long.length;
  if (short.slice(isSameLength ? at + 1 : at) !== long.slice(at + 1)) return null;
  return { at, letters: isSameLength ? `${short[at] ?? ""}${long[at] ?? ""}` : (long[at] ?? "") };
}
