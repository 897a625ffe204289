/** Splits people's names into lower-case words without accents, and scores how well a printed name fits a member's name. */
import { scoreGivenNames } from "../../domain/given-names.ts";
import type { PersonName } from "../../domain/politician.ts";

const TITLES = new Set("hon honorable the mr mrs ms miss dr rep sen senator representative delegate".split(" "));
const GENERATIONS = new Set(["jr", "sr", "ii", "iii", "iv"]);
const DEGREES = new Set(
  "md facs phd dds dmd dvm do od rn np jd esq mba mph dsc cpa pe ret usa usn usaf usmc facc faap msn bsn mpp edd".split(
    " ",
  ),
);

/** A printed name in lower-case words without accents: `{ given: ["neal", "patrick"], last: ["dunn"], generation: null }`. */
export interface FoldedName {
  readonly given: readonly string[];
  readonly last: readonly string[];
  readonly generation: string | null;
}

/** Lower-case words without accents. Drops apostrophes (`O'Rourke`) and periods between initials; splits at other punctuation. */
export function foldWords(text: string): string[] {
  const folded = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`´]/g, "")
    .replace(/\b([a-z])\.(?=[a-z]\.)/g, "$1");
  return folded.match(/[a-z]+/g) ?? [];
}

/** Removes titles, suffixes (`Jr.`, `III`) and degrees from the fields of a printed name. A field of only such words is kept. */
export function foldName(first: string, last: string, suffix: string | null): FoldedName {
  const given = foldWords(first);
  const family = foldWords(last);
  const generation = [...foldWords(suffix ?? ""), ...family, ...given].find((word) => GENERATIONS.has(word)) ?? null;
  return { given: removeTitles(given), last: removeTitles(family), generation };
}

/** A degree follows a name, so `JD` as the first word is a name, not a degree. */
function removeTitles(words: readonly string[]): readonly string[] {
  const nameWords: string[] = [];
  for (const word of words) {
    if (TITLES.has(word) || GENERATIONS.has(word) || (nameWords.length > 0 && DEGREES.has(word))) continue;
    nameWords.push(word);
  }
  return nameWords.length > 0 ? nameWords : words;
}

/** One form of a member's name, in lower-case words without accents. */
export type KnownName = FoldedName;

/** Converts a name from the list of members. Given names come from all fields; in the full name, they precede the last name. */
export function toKnownName(name: PersonName): KnownName {
  const last = foldName("", name.last, null).last;
  const { given: full } = foldName(name.officialFull ?? "", "", null);
  const ends = full.lastIndexOf(last[0] ?? "");
  const given = [name.first, name.middle ?? "", name.nickname ?? ""].flatMap((part) => removeTitles(foldWords(part)));
  const generation = foldWords(name.suffix ?? "").find((word) => GENERATIONS.has(word)) ?? null;
  return { given: [...new Set([...given, ...full.slice(0, Math.max(0, ends))])], last, generation };
}

/**
 * Compares a printed last name with a known last name. 3: the names are equal, apart from spaces (`Van Drew`, `VanDrew`). 2: the
 * names are equal if the last words of the printed first name are put in front (`Cathy McMorris` `Rodgers`). 1: one of the names
 * has an extra name before or after it (`Hinson Arenholz` for Hinson, `Paulina Luna` for Luna). 0: the names differ.
 */
export function scoreLastName(printed: FoldedName, known: readonly string[]): 0 | 1 | 2 | 3 {
  const knownLast = known.join("");
  const printedLast = printed.last.join("");
  if (knownLast === "" || printedLast === "") return 0;
  if (printedLast === knownLast) return 3;
  for (let from = printed.given.length - 1; from > 0; from -= 1) {
    if (printed.given.slice(from).join("") + printedLast === knownLast) return 2;
  }
  return beginsOrEndsWith(printed.last, known) || beginsOrEndsWith(known, printed.last) ? 1 : 0;
}

function beginsOrEndsWith(longer: readonly string[], shorter: readonly string[]): boolean {
  if (shorter.length >= longer.length) return false;
  return (
    shorter.every((word, at) => word === longer[at]) ||
    shorter.every((word, at) => word === longer[longer.length - shorter.length + at])
  );
}

/** The best agreement of any printed given name with any known one; 1 if none is printed: nothing speaks against a match. */
export function scoreGivenNameLists(printed: readonly string[], known: readonly string[]): 0 | 1 | 2 | 3 {
  if (printed.length === 0) return 1;
  let best: 0 | 1 | 2 | 3 = 0;
  for (const [at, one] of printed.entries()) {
    for (const other of known) {
      const agreement = scoreGivenNames(one, other);
      // An initial is used only as the first name: middle initials agree by chance.
      if (agreement > best && (agreement > 1 || at === 0)) best = agreement;
    }
  }
  return best;
}

/** True if a printed middle name or initial has the initial of the name that the member uses: `John P` for Pete. */
export function sharesMiddleInitial(printed: readonly string[], known: readonly string[]): boolean {
  const initial = known[0]?.[0];
  return initial !== undefined && printed.slice(1).some((word) => word.startsWith(initial));
}
