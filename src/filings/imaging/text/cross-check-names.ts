/** Cross-checks the names of a page: words that recur in the names read with certainty are expected in the others. */
import { countValues } from "../../../base/count-values.ts";
import { toWordKey } from "./known-words.ts";
import type { NameReading } from "./read-name.ts";
import { type UsualWords, voteOnName } from "./voted-name.ts";

/** Number of passes of the general model that vote alongside those of the model for copies and faxes. */
const BESIDE_COPIED = 2;

/** If at least this number and share of names end with the same word, the page's other names are expected to end with it too. */
const ENDED_NAMES = 8;
const ENDED_SHARE = 0.3;
/** Minimum length of a word that is expected at any position in names because the word recurs in names read with certainty. */
const LONG_WORD = 5;
/** Minimum number of names read with certainty that contain the expected word. */
const MIN_NAMES_WITH_WORD = 2;

/**
 * Pure. Returns one reading for each of a page's names, in order. Names that are not certain get a second vote. The second vote
 * expects words that recur in names read with certainty, and frequent last words of all names. If a name stays uncertain, a third
 * vote uses the passes of the model for copies and faxes.
 */
export function crossCheckNames(names: readonly NameReading[]): NameReading[] {
  const voted = names.map((name) => recomputeName(name));
  const sure = voted.flatMap((name) => (name.sure && name.reading !== null ? [name.reading] : []));
  const ends = findCommonLastWords(voted.flatMap(({ reading }) => reading ?? []));
  const usual = { ...findUsualWords(sure), ends };
  return voted.map((name) => {
    if (name.sure) return name;
    const again = recomputeName(name, usual);
    if (again.sure || name.copyModelPasses.length === 0) return again;
    const passes = [...name.passes.slice(0, BESIDE_COPIED), ...name.copyModelPasses];
    const copied = recomputeName({ ...name, passes }, usual);
    return copied.sure ? copied : again;
  });
}

function recomputeName(name: NameReading, usual?: UsualWords): NameReading {
  if (name.passes.length === 0) return name;
  const { text, confidence, sure } = voteOnName(name.passes, usual);
  return { ...name, reading: text === "" ? null : text, confidence, sure: sure && name.end !== "cut off" };
}

/** Finds words that recur in the names read with certainty: frequent last words (`CMN` in lists of stocks) and long words. */
function findUsualWords(sure: readonly string[]): Pick<UsualWords, "anywhere" | "last"> {
  const keys = sure.map((name) => name.split(" ").map(toWordKey));
  const words = countValues(keys.flatMap((each) => [...new Set(each)]));
  const anywhere = [...words].flatMap(([key, count]) =>
    key.length >= LONG_WORD && count >= MIN_NAMES_WITH_WORD ? [key] : [],
  );
  return { anywhere: new Set(anywhere), last: new Set([...anywhere, ...findCommonLastWords(sure)]) };
}

function findCommonLastWords(names: readonly string[]): ReadonlySet<string> {
  const ends = countValues(names.map((name) => toWordKey(name.split(" ").at(-1) ?? "")));
  const isCommon = (count: number) => count >= ENDED_NAMES && count >= ENDED_SHARE * names.length;
  return new Set([...ends].flatMap(([key, count]) => (isCommon(count) ? [key] : [])));
}
