/** Compares the names of companies that two bodies write in different ways. */

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

/** Normalises the spellings of one issuer's whole name; every word counts except the legal form: `Wells Fargo & Company` is `wellsfargoand`. */
export function issuerKey(name: string): string {
  return nameWords(name)
    .filter((word) => !LEGAL_FORMS.has(word))
    .join("");
}

/**
 * True if two printed names are plausibly one issuer: the same significant words in any order and with any spacing (`JP Morgan
 * Chase`, `JPMorgan Chase`), or the same first one and at least two shared, which are two thirds of the shorter name's. It is strict on
 * purpose: symbols are used again (`Amber Road`, `Amber International`), and a wrong issuer is worse than the name as filed.
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

/** A word with fewer letters is no abbreviation of another. */
const SHORTEST_ABBREVIATION = 2;

/**
 * True if two printed names may be of one issuer although filers cut and abbreviate: every significant word of the shorter name
 * stands in the longer one, or at least two and half of them; a name of one word is the other's first. A word matches a longer one that has
 * its first letter and its letters in order (`INTL`, `GWTH`). It is meant for names beside one symbol alone, where the only other
 * explanation is that the symbol was used again.
 */
export function mayBeIssuer(one: string, other: string): boolean {
  if (sameIssuer(one, other)) return true;
  const [a, b] = [whole(one), whole(other)];
  if (a.length === 0 || b.length === 0) return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const agree = (word: string, each: string) => standsFor(word, each) || standsFor(each, word);
  if (shorter.length === 1) return agree(shorter[0] ?? "", longer[0] ?? "");
  const shared = shorter.filter((word) => longer.some((each) => agree(word, each))).length;
  return shared === shorter.length || (shared >= 2 && shared * 2 >= shorter.length);
}

/** Words for the kind of paper behind the issuer's name. */
const PAPER =
  /[\s,-]+(?:american deposit[ao]ry|sponsored|unsponsored|new york registry|ads?\b|adrs?\b|(?:registered |subordinate )?(?:voting |ordinary |common )(?:stock|shares?)|registered ordinary).*$/i;

/** The distinctive words of the issuer's part of a name. */
function whole(name: string): readonly string[] {
  return significant(
    name
      .replace(/^\s*d\/?b\/?a\b/i, "")
      .replace(/\([^)]*\)?/g, " ")
      .replace(PAPER, ""),
  );
}

function standsFor(short: string, long: string): boolean {
  if (short === long) return true;
  if (short.length < SHORTEST_ABBREVIATION || short.length >= long.length || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Words of funds that move by a multiple of another security, or against it, and are named after it (`2X Long NVDA Daily ETF`). */
const LEVERAGED =
  /(?<![\w.])-?\d(?:\.\d+)?x\b|\b(?:ultrapro|ultrashort|leveraged|inverse)\b|\b(?:daily|direxion|proshares)\b.*\b(?:bull|bear|long|short|ultra)\b|\b(?:bull|bear|long|short)\b.*\bdaily\b/i;

/** True for a fund that is named after the listed security or its issuer and is another one. */
export function isLeveragedFundOn(filed: string, listed: string): boolean {
  return LEVERAGED.test(filed) && !LEVERAGED.test(listed);
}

const RISING = /\b(?:bull|long)\b/i;
const FALLING = /\b(?:bear|short|ultrashort|inverse)\b/i;

/** True for two leveraged funds, one of which gains when the other loses. */
export function isOppositeFund(one: string, other: string): boolean {
  if (!LEVERAGED.test(one) || !LEVERAGED.test(other)) return false;
  return (RISING.test(one) && FALLING.test(other)) || (FALLING.test(one) && RISING.test(other));
}

const CLASS = /\b(?:class|cl|series) (?<letter>[a-z])\b/i;

/** The letter of the class of share that a name states, `A`; null where it states none. */
export function shareClassOf(name: string): string | null {
  return CLASS.exec(name)?.groups?.["letter"]?.toUpperCase() ?? null;
}

/** The class of a common share, or a receipt of it, behind the issuer's name: ` - Class A Common Stock`, ` American Depositary Shares, each ...`. */
const SHARE_CLASS =
  /[\s,-]+(?:(?:new )?(?:class|series|cl) [a-z]\b(?: shares?\b)?,?$|(?:(?:new )?(?:class|series|cl) [a-z] )?(?:new )?(?:(?:non-?voting |(?:subordinate |multiple |limited )?voting )?(?:common|ordinary|capital) (?:stock|shares?|units?)\b|(?:subordinate|multiple) voting shares?\b|(?:(?:un)?sponsored )?american deposit[ao]ry\b|(?:sponsored |unsponsored |unsp ?\/|s\/|sp\/)?adrs?\b|ads\b|new york registry shares?\b).*$)/i;
/** Words of another paper of the issuer, which is not the same security without them. */
const OTHER_PAPER = /\b(?:preferred|pfd|preference|warrants?|rights?|units?|notes?|bonds?|debentures?)\b/i;

/** A filed name without the words for the class of a common share: filings of one security differ in them. A name of nothing else stays. */
export function withoutShareClass(name: string): string {
  const bare = OTHER_PAPER.test(name) ? name : name.replace(SHARE_CLASS, "");
  return bare === "" ? name : bare;
}
