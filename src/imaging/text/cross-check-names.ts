/**
 * Cross-checks the names of a page. Where OCR passes differ in many of its words, the print misleads all passes alike, and more confidence
 * is asked of those that agree.
 */
import { isKnown } from "./known-words.ts";
import type { NameReading } from "./read-name.ts";
import { type VotedName, votedName } from "./voted-name.ts";
import type { Vocabulary } from "./word-votes.ts";

/** Print is poor when the first passes read fewer than this share of a page's words alike. `TOO_FEW` names or less tell nothing. */
const POOR_SHARE = 0.75;
const TOO_FEW = 3;
const FIRST_PASSES = 3;
/** A word belongs to the page's own vocabulary when all passes read it alike in so many names, one of them with this confidence. */
const NAMES_OF_A_WORD = 2;
const SURE = 0.85;

/** Pure: one reading for each of a page's names, in order, voted on again with the page's vocabulary. */
export function crossCheckNames(names: readonly NameReading[]): NameReading[] {
  const read = names.filter(({ passes }) => passes.length > 0);
  const isPoor = read.length > TOO_FEW && shareReadAlike(read) < POOR_SHARE;
  const isOfPage = vocabularyOf(read.map(({ passes }) => votedName(passes, isKnown, false)));
  return names.map((name) => {
    if (name.passes.length === 0) return name;
    const { text, confidence, sure } = votedName(name.passes, isOfPage, isPoor);
    return { ...name, reading: text === "" ? null : text, confidence, sure };
  });
}

function shareReadAlike(names: readonly NameReading[]): number {
  const votes = names.flatMap(({ passes }) => votedName(passes.slice(0, FIRST_PASSES), isKnown, false).votes);
  return votes.filter(({ agreeing, passes }) => agreeing.length === passes).length / Math.max(1, votes.length);
}

/** Known words, and those that several names of the page show without doubt. */
function vocabularyOf(names: readonly VotedName[]): Vocabulary {
  const count = new Map<string, number>();
  for (const { votes } of names) {
    const own = votes.filter(({ agreeing, passes }) => agreeing.length === passes && Math.max(...agreeing) >= SURE);
    for (const key of new Set(own.map((vote) => vote.key))) count.set(key, (count.get(key) ?? 0) + 1);
  }
  return (key) => isKnown(key) || (key.length > 2 && !/\d/.test(key) && (count.get(key) ?? 0) >= NAMES_OF_A_WORD);
}
