/** Names for which one pass is enough: those whose letters, exactly as read, can belong to only one security (`training/names/`). */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { toNameCore } from "../../../domain/name-core.ts";

/** Only tells when to stop reading. `filings/normalise/` identifies the security, by the lists of the day. */
const NAMES: ReadonlySet<string> = new Set(
  gunzipSync(readFileSync(new URL("known-names.txt.gz", import.meta.url)))
    .toString()
    .split("\n"),
);

/** A comma is only before a legal form, since print draws periods like it; a period before a word means that the space was lost. */
const MISREAD_SIGN = /,(?! (?:inc|corp|co|ltd|llc|plc|lp|nv|sa)\b)|\.\p{L}{2}/iu;

/** True if the text is such a name; a class letter, a digit, another sign or a small stroke among capitals needs more than one pass. */
export function isKnownName(text: string): boolean {
  if (/[il]/.test(text) && !/[a-hjkm-z]/.test(text)) return false;
  const { words, shareClass } = toNameCore(text);
  return /^[\p{L}&.,' -]+$/u.test(text) && !MISREAD_SIGN.test(text) && shareClass === "" && NAMES.has(words.join(" "));
}
