/** Which names of a page are believed: where looks at many of them differ, its print misleads all looks alike, and those that agree must be surer. */
import type { NameReading } from "./read-name.ts";

/** Poor print: fewer of a page's names than this share are borne out by a second look. So few names tell nothing. */
const POOR_SHARE = 0.6;
const TOO_FEW = 3;
/** The least sure word of a name that is believed, and of one in poor print. */
const LEAST_WORD = 0.7;
const LEAST_WORD_OF_POOR = 0.84;

/** Pure: one for each of a page's names, in order. */
export function judgeNames(names: readonly NameReading[]): NameReading[] {
  const read = names.filter(({ reading }) => reading !== null);
  const borneOut = read.filter(({ sure }) => sure).length;
  const isPoor = read.length > TOO_FEW && borneOut < POOR_SHARE * read.length;
  const least = isPoor ? LEAST_WORD_OF_POOR : LEAST_WORD;
  return names.map((name) => (name.reading === null || name.confidence >= least ? name : { ...name, sure: false }));
}
