/** Owners that a page's other rows bear out: with three codes that differ in both letters, half a code is enough where the page has it beyond doubt. */
import type { Reading } from "./reading.ts";

const CODES = ["SP", "DC", "JT"] as const;
/** So many rows of the page have the code for sure. */
const BEARING_OUT = 3;
/** What looks make of a code's letters, besides themselves. */
const LIKE: Readonly<Record<string, string>> = {
  S: "5$§8",
  P: "FRKE",
  D: "O0PNBQ",
  C: "EGO0¢(",
  J: "]I1U)",
  T: "7I1+",
};
/** A longer text is no code. */
const LONGEST = 3;

/** Pure: one for each of a page's rows, in order. What was not read stays unread: a code is believed only where the cell shows half of it. */
export function judgeOwners(owners: readonly Reading[]): Reading[] {
  const sure = owners.flatMap(({ sure, reading }) => (sure && reading !== null ? [reading] : []));
  return owners.map((owner) => {
    const code = owner.sure || owner.reading === null ? null : codeLike(owner.reading);
    if (code === null || sure.filter((other) => other === code).length < BEARING_OUT) return owner;
    return { ...owner, reading: code, sure: true };
  });
}

/** The one code that shares a letter with the text in its place, or is like it in both; null where there is none, or more. */
function codeLike(text: string): string | null {
  const signs = [...text.toUpperCase().replace(/[\s.,:;|_'"‘’“”-]/g, "")];
  if (signs.length === 0 || signs.length > LONGEST) return null;
  const like = CODES.filter((code) => {
    const [first, second] = [...code].map((letter, place) => likenessOf(signs[place] ?? "", letter)) as [
      number,
      number,
    ];
    return signs.length < LONGEST ? first === 2 || second === 2 || first + second === 2 : first === 2 && second === 2;
  });
  return like.length === 1 ? (like[0] as string) : null;
}

/** 2 for the letter itself, 1 for what looks make of it. */
function likenessOf(sign: string, letter: string): number {
  if (sign === letter) return 2;
  return sign !== "" && (LIKE[letter] ?? "").includes(sign) ? 1 : 0;
}
