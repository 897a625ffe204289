/** Cross-checks a page's owner codes. Codes share no letter, so one letter is enough if the code is certain in other rows. */
import type { Reading } from "./reading.ts";

const CODES = ["SP", "DC", "JT"] as const;
/** Minimum number of rows on the page that show a code with certainty and thus confirm an uncertain reading of that code. */
const CONFIRMING_ROWS = 3;
/** Maps each letter of the owner codes to the characters that OCR may read instead of the letter. */
const CONFUSED_WITH: Readonly<Record<string, string>> = {
  S: "5$§8",
  P: "FRKE",
  D: "O0PNBQ",
  C: "EGO0¢(",
  J: "]I1U)",
  T: "7I1+",
};
/** Maximum length of a text that may be a code. In a text of this length, the first two characters must be the code itself. */
const MAX_SIGNS = 3;

/** Pure. Returns one reading per row, in order. A blank cell stays blank. */
export function crossCheckOwners(owners: readonly Reading[]): Reading[] {
  const sure = owners.flatMap(({ sure, reading }) => (sure && reading !== null ? [reading] : []));
  return owners.map((owner) => {
    const code = owner.sure || owner.reading === null ? null : findSimilarOwnerCode(owner.reading);
    if (code === null || sure.filter((other) => other === code).length < CONFIRMING_ROWS) return owner;
    return { ...owner, reading: code, sure: true };
  });
}

// Finds the only owner code that resembles the text. The code and the text must have the same letter at one position, or similar
// characters at both positions. Null if no code or more than one code resembles the text.
function findSimilarOwnerCode(text: string): string | null {
  const signs = [...text.toUpperCase().replace(/[\s.,:;|_'"‘’“”-]/g, "")];
  if (signs.length === 0 || signs.length > MAX_SIGNS) return null;
  const like = CODES.filter((code) => {
    const [first, second] = [...code].map((letter, place) => scoreLikeness(signs[place] ?? "", letter)) as [
      number,
      number,
    ];
    return signs.length < MAX_SIGNS ? first === 2 || second === 2 || first + second === 2 : first === 2 && second === 2;
  });
  return like.length === 1 ? (like[0] as string) : null;
}

/** Scores a character: 2 for the letter itself, 1 for a character confused with it. */
function scoreLikeness(sign: string, letter: string): number {
  if (sign === letter) return 2;
  return sign !== "" && (CONFUSED_WITH[letter] ?? "").includes(sign) ? 1 : 0;
}
