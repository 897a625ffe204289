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

/** Strips what the remains of a rule look like at the ends of a short text. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}$(]+|[^\p{L}\p{N})]+$/gu, "");
}
