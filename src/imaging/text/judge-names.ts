/** Which names of a page are believed: where looks at many of its words differ, its print misleads all looks alike, and those that agree must be surer. */
import { isKnown } from "./known-words.ts";
import type { NameReading } from "./read-name.ts";
import { type VotedName, votedName } from "./voted-name.ts";
import type { Vocabulary } from "./word-votes.ts";

/** Poor print: fewer of a page's words than this share are read alike by the first looks. So few names tell nothing. */
const POOR_SHARE = 0.75;
const TOO_FEW = 3;
const FIRST_LOOKS = 3;
/** A word that all looks at so many names read alike, and one of them so sure, is one of the page's own words. */
const NAMES_OF_A_WORD = 2;
const SURE = 0.85;

/** Pure: one for each of a page's names, in order, read once more with what the page tells. */
export function judgeNames(names: readonly NameReading[]): NameReading[] {
  const read = names.filter(({ looks }) => looks.length > 0);
  const isPoor = read.length > TOO_FEW && shareReadAlike(read) < POOR_SHARE;
  const isOfPage = vocabularyOf(read.map(({ looks }) => votedName(looks, isKnown, false)));
  return names.map((name) => {
    if (name.looks.length === 0) return name;
    const { text, confidence, sure } = votedName(name.looks, isOfPage, isPoor);
    return { ...name, reading: text === "" ? null : text, confidence, sure };
  });
}

function shareReadAlike(names: readonly NameReading[]): number {
  const votes = names.flatMap(({ looks }) => votedName(looks.slice(0, FIRST_LOOKS), isKnown, false).votes);
  return votes.filter(({ borneOut, looks }) => borneOut.length === looks).length / Math.max(1, votes.length);
}

/** Known words, and those that several of the page's names have beyond doubt. */
function vocabularyOf(names: readonly VotedName[]): Vocabulary {
  const count = new Map<string, number>();
  for (const { votes } of names) {
    const own = votes.filter(({ borneOut, looks }) => borneOut.length === looks && Math.max(...borneOut) >= SURE);
    for (const key of new Set(own.map((vote) => vote.key))) count.set(key, (count.get(key) ?? 0) + 1);
  }
  return (key) => isKnown(key) || (key.length > 2 && !/\d/.test(key) && (count.get(key) ?? 0) >= NAMES_OF_A_WORD);
}
