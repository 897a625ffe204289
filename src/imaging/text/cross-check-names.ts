/**
 * Cross-checks the names of a page. Where OCR passes differ in many of its words, the print misleads all passes alike, and more confidence
 * is asked of those that agree.
 */
import type { NameReading } from "./read-name.ts";
import { votedName } from "./voted-name.ts";

/** Print is poor when the first passes read fewer than this share of a page's words alike. `TOO_FEW` names or less tell nothing. */
const POOR_SHARE = 0.75;
const TOO_FEW = 3;
const FIRST_PASSES = 3;

/** Pure: one reading for each of a page's names, in order, voted on again where the print is poor. */
export function crossCheckNames(names: readonly NameReading[]): NameReading[] {
  const read = names.filter(({ passes }) => passes.length > 0);
  const isPoor = read.length > TOO_FEW && shareReadAlike(read) < POOR_SHARE;
  return names.map((name) => {
    if (name.passes.length === 0) return name;
    const { text, confidence, sure } = votedName(name.passes, isPoor);
    return { ...name, reading: text === "" ? null : text, confidence, sure };
  });
}

function shareReadAlike(names: readonly NameReading[]): number {
  const votes = names.flatMap(({ passes }) => votedName(passes.slice(0, FIRST_PASSES), false).votes);
  return votes.filter(({ agreeing, passes }) => agreeing.length === passes).length / Math.max(1, votes.length);
}
