/** Measures the similarity of two texts, ignoring white space, punctuation and case. */
import { distance } from "fastest-levenshtein";

export function toLowerAlphanumeric(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Returns the similarity from 0 to 1: one minus the edit distance as a share of the longer text. */
export function computeLikeness(one: string, other: string): number {
  const a = toLowerAlphanumeric(one);
  const b = toLowerAlphanumeric(other);
  return a === b ? 1 : 1 - distance(a, b) / Math.max(a.length, b.length);
}

/** Returns whether a text contains the phrase within an edit distance of `most`. */
export function containsSimilar(text: string, phrase: string, most: number): boolean {
  const [a, b] = [toLowerAlphanumeric(phrase), toLowerAlphanumeric(text)];
  let row = Array.from({ length: a.length + 1 }, (_, at) => at);
  for (const letter of ["", ...b]) {
    if (letter !== "") {
      const next = [0];
      for (let i = 1; i <= a.length; i += 1) {
        const changed = (row[i - 1] as number) + (a[i - 1] === letter ? 0 : 1);
        next.push(Math.min(changed, (row[i] as number) + 1, (next[i - 1] as number) + 1));
      }
      row = next;
    }
    if ((row[a.length] as number) <= most) return true;
  }
  return false;
}
