/** Recognizes known names (`training/names/`) for which a single OCR pass is enough, and misreadings of known names. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { toNameCore } from "../../../domain/name-core.ts";
import { listMergedLetterVariants, listOneLetterVariants, listThinLetterVariants } from "./listed-words.ts";

/** Known names, used only to judge readings. They identify no securities: `filings/normalise/` uses current lists. */
const [onePassNames = [], otherNames = []] = gunzipSync(readFileSync(new URL("known-names.txt.gz", import.meta.url)))
  .toString()
  .split("\n\n")
  .map((names) => names.split("\n"));
/** Names in the first list are certain if a single OCR pass reads them well. */
const NAMES: ReadonlySet<string> = new Set(onePassNames);
/** All known names in lower case, without spaces, with `&` for `AND`. */
const LETTERS: ReadonlySet<string> = new Set(
  [...onePassNames, ...otherNames].map((name) => joinWordsForComparison(name.split(" "))),
);

// Matches misread punctuation. If no legal form follows a comma, the comma is really a period. If two letters follow a period
// directly, the space after the period was lost.
const MISREAD_SIGN = /,(?! (?:inc|corp|co|ltd|llc|plc|lp|nv|sa)\b)|\.\p{L}{2}/iu;

// Matches a share type directly after a name. The name lacks `Inc` or another legal form, which did not fit the field. One OCR
// pass is not enough for such a name, because the pass may have missed a comma before the share type.
const WITHOUT_FORM =
  /(?<!\b(?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|lp|nv|sa|ag)\.?) (?:cmn|com|shs)\b/i;

/** Returns whether one OCR pass is enough for this name. A name with a share class, a digit or a special character needs more. */
export function isKnownName(text: string): boolean {
  const { words, shareClass } = toNameCore(text);
  const hasNoDoubtfulSigns = /^[\p{L}&.,' -]+$/u.test(text) && !MISREAD_SIGN.test(text) && !WITHOUT_FORM.test(text);
  return hasNoDoubtfulSigns && shareClass === "" && NAMES.has(words.join(" "));
}

/**
 * Returns whether a known name with one misread, merged, lost or added letter gives this text: `RANK OF AMERICA`, `MAT BANK` for
 * `M&T BANK`, `EU LILLY` for `ELI LILLY`. All passes may make the same error, so their agreement proves nothing. OCR loses or
 * adds only thin letters in print; if any other letter is missing, the filer omitted it.
 */
export function isMisreadKnownName(text: string): boolean {
  const letters = joinWordsForComparison(toNameCore(text).words);
  if (LETTERS.has(letters)) return false;
  const replaced = listOneLetterVariants(letters).filter(({ length }) => length === letters.length);
  const variants = [...replaced, ...listThinLetterVariants(letters), ...listMergedLetterVariants(letters)];
  return variants.some((name) => LETTERS.has(name));
}

function joinWordsForComparison(words: readonly string[]): string {
  const signs = words.map((word) => (word === "AND" ? "&" : word));
  return signs.join("").toLowerCase();
}
