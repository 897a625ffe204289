/** Compares company names that two sources write differently. */

/** Words for the type of security or the legal form, which do not identify the issuer. */
const INSIGNIFICANT = new Set(
  (
    "inc incorporated corp corporation co company companies ltd limited plc llc lp llp sa nv ag se ab asa spa oyj kgaa the and of de " +
    "common ordinary capital stock stocks share shares class series cl new ord adr ads adrs american depositary depository receipt receipts " +
    "each representing sponsored unsponsored group holding holdings hldgs hldg trust tr etf fund bhd sab cv nyse nasdaq etn reit " +
    "preferred warrant warrants unit units right rights par value usd beneficial interest a b c"
  ).split(" "),
);

/** Splits a name into lower-case words without accents and punctuation: `D.R. Horton, S.A.` becomes `d r horton sa`. */
export function splitNameWords(name: string): readonly string[] {
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

/** Legal forms, which sources write or omit inconsistently. */
const LEGAL_FORMS = new Set("inc incorporated corp corporation co company ltd limited plc the".split(" "));

/** Joins all words of an issuer's full name except legal forms: `Wells Fargo & Company` becomes `wellsfargoand`. */
export function buildIssuerKey(name: string): string {
  return splitNameWords(name)
    .filter((word) => !LEGAL_FORMS.has(word))
    .join("");
}

/**
 * True if two printed names plausibly mean the same issuer. Either the significant words are the same in any order or spacing
 * (`JP Morgan Chase`, `JPMorgan Chase`). Or both begin with the same word and share at least two words. The shared words must be
 * at least two thirds of the shorter name. Strict because symbols are reused (`Amber Road`, `Amber International`): a wrong
 * issuer is worse than the name as filed.
 */
export function isSameIssuer(one: string, other: string): boolean {
  const a = pickSignificantWords(one);
  const b = pickSignificantWords(other);
  if (a.length === 0 || b.length === 0) return false;
  if (a.join("") === b.join("") || [...a].sort().join(" ") === [...b].sort().join(" ")) return true;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter[0] !== longer[0]) return false;
  const shared = shorter.filter((each) => longer.includes(each)).length;
  return shared >= 2 && shared * 3 >= shorter.length * 2;
}

function pickSignificantWords(name: string): readonly string[] {
  const words = splitNameWords(name);
  const significant = words.filter((each) => !INSIGNIFICANT.has(each));
  return significant.length > 0 ? significant : words.filter((each) => each !== "the");
}

/** Shorter words do not count as abbreviations. */
const SHORTEST_ABBREVIATION = 2;

/**
 * True if two names filed with one symbol may mean the same issuer; otherwise the symbol was reused. The longer name needs all
 * significant words of the shorter, or at least two and at least half. A one-word name must match the other's first word. Filers
 * abbreviate: `INTL` or `GWTH` matches a longer word with the same first letter and all the letters in order.
 */
export function mayBeOneIssuer(one: string, other: string): boolean {
  if (isSameIssuer(one, other)) return true;
  const [a, b] = [pickDistinctiveWords(one), pickDistinctiveWords(other)];
  if (a.length === 0 || b.length === 0) return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const isSameOrAbbreviated = (word: string, each: string) =>
    isAbbreviationOf(word, each) || isAbbreviationOf(each, word);
  if (shorter.length === 1) return isSameOrAbbreviated(shorter[0] ?? "", longer[0] ?? "");
  const shared = shorter.filter((word) => longer.some((each) => isSameOrAbbreviated(word, each))).length;
  return shared === shorter.length || (shared >= 2 && shared * 2 >= shorter.length);
}

/** Words for the type of security after the issuer's name. */
const PAPER =
  /[\s,-]+(?:american deposit[ao]ry|sponsored|unsponsored|new york registry|ads?\b|adrs?\b|(?:registered |subordinate )?(?:voting |ordinary |common )(?:stock|shares?)|registered ordinary).*$/i;

/** Returns the significant words of a name; ignores the type of security and text in brackets. */
function pickDistinctiveWords(name: string): readonly string[] {
  return pickSignificantWords(
    name
      .replace(/^\s*d\/?b\/?a\b/i, "")
      .replace(/\([^)]*\)?/g, " ")
      .replace(PAPER, ""),
  );
}

function isAbbreviationOf(short: string, long: string): boolean {
  if (short === long) return true;
  if (short.length < SHORTEST_ABBREVIATION || short.length >= long.length || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Words of leveraged or inverse funds, which are named after another security (`2X Long NVDA Daily ETF`). */
const LEVERAGED =
  /(?<![\w.])-?\d(?:\.\d+)?x\b|\b(?:ultrapro|ultrashort|leveraged|inverse)\b|\b(?:daily|direxion|proshares)\b.*\b(?:bull|bear|long|short|ultra)\b|\b(?:bull|bear|long|short)\b.*\bdaily\b/i;

/** True if `filed` names a leveraged fund and `listed` does not. Such a fund is named after the listed security or its issuer. */
export function isOnlyFiledNameLeveraged(filed: string, listed: string): boolean {
  return LEVERAGED.test(filed) && !LEVERAGED.test(listed);
}

const RISING = /\b(?:bull|long)\b/i;
const FALLING = /\b(?:bear|short|ultrashort|inverse)\b/i;

export function areOppositeFunds(one: string, other: string): boolean {
  if (!LEVERAGED.test(one) || !LEVERAGED.test(other)) return false;
  return (RISING.test(one) && FALLING.test(other)) || (FALLING.test(one) && RISING.test(other));
}

const CLASS = /\b(?:class|cl|series) (?<letter>[a-z])\b/i;

/** Returns the letter of the share class that a name states, such as `A`. Null if the name states no share class. */
export function parseShareClass(name: string): string | null {
  return CLASS.exec(name)?.groups?.["letter"]?.toUpperCase() ?? null;
}

/** Matches the share class after an issuer's name: ` - Class A Common Stock`, ` American Depositary Shares, each ...`. */
const SHARE_CLASS =
  /[\s,-]+(?:(?:new )?(?:class|series|cl) [a-z]\b(?: shares?\b)?,?$|(?:(?:new )?(?:class|series|cl) [a-z] )?(?:new )?(?:(?:non-?voting |(?:subordinate |multiple |limited )?voting )?(?:common|ordinary|capital) (?:stock|shares?|units?)\b|(?:subordinate|multiple) voting shares?\b|(?:(?:un)?sponsored )?american deposit[ao]ry\b|(?:sponsored |unsponsored |unsp ?\/|s\/|sp\/)?adrs?\b|ads\b|new york registry shares?\b).*$)/i;
/** Words for securities other than common shares; a name with such a word keeps its share class, to tell the securities apart. */
const OTHER_PAPER = /\b(?:preferred|pfd|preference|warrants?|rights?|units?|notes?|bonds?|debentures?)\b/i;

/** Removes the words for a common share's class, which filings write differently, unless the name has no other words. */
export function removeShareClass(name: string): string {
  const bare = OTHER_PAPER.test(name) ? name : name.replace(SHARE_CLASS, "");
  return bare === "" ? name : bare;
}
