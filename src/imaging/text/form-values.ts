/** The few values that some cells can hold, as people and programs write them, mapped to the words of the electronic form. */

/** `SP`, `DC`, `JT`. */
export function ownerOf(text: string): string | null {
  const code = bare(text).toUpperCase();
  return ["SP", "DC", "JT"].includes(code) ? code : null;
}

/** The owner's code that a misread text of two letters resembles: `8P` resembles `SP`. */
export function ownerLike(text: string): string | null {
  const letters = bare(text.replace(/[§$]/g, "S")).toUpperCase();
  if (/^[S58][PF]$/.test(letters)) return "SP";
  if (/^[DO0][CGO0]$/.test(letters)) return "DC";
  return /^[J3I][TI7]$/.test(letters) ? "JT" : null;
}

/** `P`, `S`, `S (partial)`, `E`. */
export function typeOf(text: string): string | null {
  const word = bare(text).toLowerCase().replace(/\s+/g, " ");
  if (["p", "purchase", "purchased", "buy", "bought"].includes(word)) return "P";
  if (["s", "sale", "sold", "sell", "sale (full)", "s (full)"].includes(word)) return "S";
  if (["s (partial)", "sale (partial)", "partial sale", "partial"].includes(word)) return "S (partial)";
  return ["e", "exchange", "exchanged"].includes(word) ? "E" : null;
}

/** The form's amounts from column A on, in the words of the electronic form. */
export const BRACKETS: readonly string[] = [
  "$1,001 - $15,000",
  "$15,001 - $50,000",
  "$50,001 - $100,000",
  "$100,001 - $250,000",
  "$250,001 - $500,000",
  "$500,001 - $1,000,000",
  "$1,000,001 - $5,000,000",
  "$5,000,001 - $25,000,000",
  "$25,000,001 - $50,000,000",
  "Over $50,000,000",
  "Spouse/DC Over $1,000,000",
];

/** Resolves the letter of a column of the form to its bracket. */
export function letteredAmountOf(text: string): string | null {
  const letter = bare(text).toUpperCase();
  return /^[A-K]$/.test(letter) ? (BRACKETS[letter.charCodeAt(0) - "A".charCodeAt(0)] ?? null) : null;
}

/** Upper bounds of the form's brackets; the next bracket begins one dollar higher. */
const BOUNDS = [1, 15, 50, 100, 250, 500, 1000, 5000, 25_000, 50_000].map((thousands) => thousands * 1000);

/** `$1,001 - $15,000` and so on, `Over $50,000,000`; null for sums that are no bracket of the form. */
export function amountOf(text: string): string | null {
  const compact = text.replace(/\s+/g, "").replace(/[–—~]/g, "-");
  const over = /^\$?([\d,.]+)\+$|^over\$?([\d,.]+)$/i.exec(compact);
  if (over) return sumOf(over[1] ?? over[2]) === BOUNDS.at(-1) ? "Over $50,000,000" : null;
  const range = /^\$?([\d,.]+)-\$?([\d,.]+)$/.exec(compact);
  const lower = sumOf(range?.[1]);
  const upper = sumOf(range?.[2]);
  const step = BOUNDS.indexOf(upper);
  // The form of 2012 and 2013 begins its lowest bracket at $1,000.
  const starts = step > 0 && (lower === (BOUNDS[step - 1] as number) + 1 || (step === 1 && lower === 1000));
  return starts ? `$${lower.toLocaleString("en-US")} - $${upper.toLocaleString("en-US")}` : null;
}

function sumOf(digits = ""): number {
  return /^\d{1,3}([,.]\d{3})+$/.test(digits) || /^\d+$/.test(digits)
    ? Number(digits.replace(/[,.]/g, ""))
    : Number.NaN;
}

/** Strips what the remains of a rule look like at the ends of a short text. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}$(]+|[^\p{L}\p{N})]+$/gu, "");
}
