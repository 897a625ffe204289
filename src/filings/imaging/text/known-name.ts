/** Names for which one pass is enough, and names that print makes of a known one (`training/names/`). */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { toNameCore } from "../../../domain/name-core.ts";
import { listMergedVariants, listOneLetterVariants, listThinVariants } from "./listed-words.ts";

/** Names that one pass decides, and others to compare with. No security is identified by them: `filings/normalise/` has the lists of the day. */
const [decided = [], others = []] = gunzipSync(readFileSync(new URL("known-names.txt.gz", import.meta.url)))
  .toString()
  .split("\n\n")
  .map((names) => names.split("\n"));
const NAMES: ReadonlySet<string> = new Set(decided);
/** All of them without blanks, in lower case, with one sign for an ampersand. */
const LETTERS: ReadonlySet<string> = new Set([...decided, ...others].map((name) => joinLetters(name.split(" "))));

/** A comma is accepted only before a legal form, since print makes periods look like commas; a period before a word means that the space was lost. */
const MISREAD_SIGN = /,(?! (?:inc|corp|co|ltd|llc|plc|lp|nv|sa)\b)|\.\p{L}{2}/iu;

/** A type of share without a legal form before it: the filer's field cut off the form, and one pass may miss the comma that stood before it. */
const WITHOUT_FORM =
  /(?<!\b(?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|lp|nv|sa|ag)\.?) (?:cmn|com|shs)\b/i;

/** True if the text is such a name; a class letter, a digit or another sign needs more than one pass. */
export function isKnownName(text: string): boolean {
  const { words, shareClass } = toNameCore(text);
  const isPlain = /^[\p{L}&.,' -]+$/u.test(text) && !MISREAD_SIGN.test(text) && !WITHOUT_FORM.test(text);
  return isPlain && shareClass === "" && NAMES.has(words.join(" "));
}

/**
 * True if one misread, merged, lost or added letter makes the text of such a name: `RANK OF AMERICA`, `MAT BANK` for `M&T BANK`, `EU LILLY` for `ELI
 * LILLY`. Passes share such an error, so that their agreement proves nothing. Print loses or adds only thin letters; filers omit others.
 */
export function isMisreadKnownName(text: string): boolean {
  const letters = joinLetters(toNameCore(text).words);
  if (LETTERS.has(letters)) return false;
  const replaced = listOneLetterVariants(letters).filter(({ length }) => length === letters.length);
  const variants = [...replaced, ...listThinVariants(letters), ...listMergedVariants(letters)];
  return variants.some((name) => LETTERS.has(name));
}

function joinLetters(words: readonly string[]): string {
  const signs = words.map((word) => (word === "AND" ? "&" : word));
  return signs.join("").toLowerCase();
}
