/** Searches text by words, ignoring case and accents. */

/** Normalizes text for comparison: lower case, no accents, typographic quotes and dashes as plain ones. */
export function foldSearchText(text: string): string {
  return (/[^\x20-\x7e]/.test(text) ? foldCharacters(text) : text).toLowerCase();
}

/** Splits a query into distinct words, normalized by `foldSearchText`. Only white space separates words: `AT&T` is one word. */
export function splitSearchWords(query: string): readonly string[] {
  return [...new Set(foldSearchText(query).split(/\s+/u))].filter((word) => word !== "");
}

/** True if a word of the text begins with `word`; both normalized by `foldSearchText`. */
export function hasWordWithPrefix(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (mayWordBeginAt(text, at)) return true;
  }
  return false;
}

/** True if a query word may begin at this position of a text: anywhere except between two letters or digits. */
export function mayWordBeginAt(text: string, at: number): boolean {
  return at === 0 || !isWordCharacter(text.charCodeAt(at - 1)) || !isWordCharacter(text.charCodeAt(at));
}

/** Minimum number of letters and digits in a query that may match text across word boundaries. */
const MIN_JOINED = 3;

/** Letters and digits of a text normalized by `foldSearchText`. */
export function keepLettersAndDigits(text: string): string {
  return text.replace(/[^a-z0-9\u0080-\uffff]/gu, "");
}

/** Letters and digits of a query; empty if too few to match across word boundaries. */
export function joinQueryLetters(words: readonly string[]): string {
  const letters = keepLettersAndDigits(words.join(""));
  return letters.length < MIN_JOINED ? "" : letters;
}

/**
 * Returns a function that tests whether a text contains the words one after the other. The spacing of letters does not matter:
 * `jp morgan` finds `JPMorgan`, `facebook` finds `Face Book`. Texts must be normalized by `foldSearchText`.
 */
export function createJoinedWordsTest(words: readonly string[]): (text: string) => boolean {
  const letters = joinQueryLetters(words);
  if (letters === "") return () => false;
  const form = new RegExp(`(?<![a-z0-9\u0080-\uffff])${[...letters].join("[^a-z0-9\u0080-\uffff]*")}`, "u");
  return (text) => form.test(text);
}

function foldCharacters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\p{Pd}/gu, "-");
}

/** Digits and letters; every character beyond ASCII counts as a letter. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
}
