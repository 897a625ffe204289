/** Searches free text by words, without regard to case and accents. */

/** The form in which texts are compared: lower case, accents removed, printed quotes and dashes as typed ones. */
export function searchText(text: string): string {
  return (/[^\x20-\x7e]/.test(text) ? plain(text) : text).toLowerCase();
}

/** The words of a query, each once, in the form of `searchText`; they are separated by white space alone, so that `AT&T` and `BRK.B` are one word each. */
export function searchWords(query: string): readonly string[] {
  return [...new Set(searchText(query).split(/\s+/u))].filter((word) => word !== "");
}

/** True if a word of the text begins with `word`; both are in the form of `searchText`. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (mayBegin(text, at)) return true;
  }
  return false;
}

/** True if a word of a query may begin at that position: not within digits and letters. */
export function mayBegin(text: string, at: number): boolean {
  return at === 0 || !isWordCharacter(text.charCodeAt(at - 1)) || !isWordCharacter(text.charCodeAt(at));
}

/** Fewest letters and digits of a query that is looked for across the words of a text. */
const LEAST_JOINED = 3;

/** The letters and digits of a text in the form of `searchText`. */
export function lettersOf(text: string): string {
  return text.replace(/[^a-z0-9\u0080-\uffff]/gu, "");
}

/** The letters and digits of a query; empty where they are too few to be looked for across the words of a text. */
export function joinedLetters(words: readonly string[]): string {
  const letters = lettersOf(words.join(""));
  return letters.length < LEAST_JOINED ? "" : letters;
}

/**
 * A test for texts that have the words one after the other, however the letters are divided into words there: `jp morgan` finds `JPMorgan`,
 * `facebook` finds `Face Book`. Texts are in the form of `searchText`.
 */
export function hasWordsJoined(words: readonly string[]): (text: string) => boolean {
  const letters = joinedLetters(words);
  if (letters === "") return () => false;
  const form = new RegExp(`(?<![a-z0-9\u0080-\uffff])${[...letters].join("[^a-z0-9\u0080-\uffff]*")}`, "u");
  return (text) => form.test(text);
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\p{Pd}/gu, "-");
}

/** Digits and letters; of those beyond ASCII all count as letters. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
}
