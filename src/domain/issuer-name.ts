/** When two bodies write one company's name in different ways. */

/** Words that say what kind of paper or what legal form it is, not whose it is. */
const INSIGNIFICANT = new Set(
  (
    "inc incorporated corp corporation co company companies ltd limited plc llc lp llp sa nv ag se ab asa spa oyj kgaa the and of de " +
    "common ordinary capital stock stocks share shares class series cl new ord adr ads adrs american depositary depository receipt receipts " +
    "each representing sponsored unsponsored group holding holdings hldgs hldg trust tr etf fund bhd sab cv nyse nasdaq etn reit " +
    "preferred warrant warrants unit units right rights par value usd beneficial interest a b c"
  ).split(" "),
);

/** Lower-case words without accents and marks: `Moody's Corp.` is `moodys corp`, `D.R. Horton, S.A.` is `d r horton sa`. */
export function nameWords(name: string): readonly string[] {
  const folded = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’`]/g, "")
    .replace(/\b(?:[a-z]\.\s?){2,}/g, (initials) => {
      const letters = initials.match(/[a-z]/g) ?? [];
      return ` ${letters.join(INSIGNIFICANT.has(letters.join("")) ? "" : " ")} `;
    })
    .replace(/\./g, "")
    .replace(/&/g, " and ");
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Legal forms that bodies write or leave out at will. */
const LEGAL_FORMS = new Set("inc incorporated corp corporation co company ltd limited plc the".split(" "));

/** What the spellings of one issuer's whole name have in common; every word counts but the legal form: `Wells Fargo & Company` is `wellsfargoand`. */
export function issuerKey(name: string): string {
  return nameWords(name)
    .filter((word) => !LEGAL_FORMS.has(word))
    .join("");
}

/**
 * Whether two printed names plausibly are one issuer: the same significant words in any order and however parted
 * (`JP Morgan Chase`, `JPMorgan Chase`), or the same first one and at least two, and two thirds of the shorter name's, shared.
 * Strict on purpose: symbols are used again (`Amber Road`, `Amber International`), and a wrong issuer is worse than the name as filed.
 */
export function sameIssuer(one: string, other: string): boolean {
  const a = significant(one);
  const b = significant(other);
  if (a.length === 0 || b.length === 0) return false;
  if (a.join("") === b.join("") || [...a].sort().join(" ") === [...b].sort().join(" ")) return true;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter[0] !== longer[0]) return false;
  const shared = shorter.filter((each) => longer.includes(each)).length;
  return shared >= 2 && shared * 3 >= shorter.length * 2;
}

function significant(name: string): readonly string[] {
  const words = nameWords(name);
  const telling = words.filter((each) => !INSIGNIFICANT.has(each));
  return telling.length > 0 ? telling : words.filter((each) => each !== "the");
}
