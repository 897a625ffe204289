/** Parses cells that have only a few valid values. The parsed values have the wording of the electronic form. */
import { PRINTED_RANGES } from "../../../domain/amount-range.ts";

/** Parses the owner codes `SP`, `DC` and `JT`. */
export function parseOwnerCode(text: string): string | null {
  const code = trimRuleArtifacts(text).toUpperCase();
  return ["SP", "DC", "JT"].includes(code) ? code : null;
}

/** Returns the owner code that a misread two-letter text resembles (`8P` resembles `SP`); null if there is none. */
export function guessOwnerCode(text: string): string | null {
  const letters = trimRuleArtifacts(text.replace(/[§$]/g, "S")).toUpperCase();
  if (/^[S58][PF]$/.test(letters)) return "SP";
  if (/^[DO0][CGO0]$/.test(letters)) return "DC";
  return /^[J3I][TI7]$/.test(letters) ? "JT" : null;
}

/** Amounts of the form's columns, from column A, in the wording of the electronic form. */
export const BRACKETS: readonly string[] = [...PRINTED_RANGES, "Spouse/DC Over $1,000,000"];

/** Strips characters at the ends of a short text that are misread pieces of printed ruled lines. */
function trimRuleArtifacts(text: string): string {
  return text.replace(/^[^\p{L}\p{N}$(]+|[^\p{L}\p{N})]+$/gu, "");
}
