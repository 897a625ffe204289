/** Extracts a state and a district from a search: `California's 11th district`, `ny 12`, `ca-11`. */
import { splitSearchWords } from "../../domain/search-words.ts";
import { STATE_NAMES } from "../parts/state-names.ts";

interface SeatWords {
  /** Two letters. */
  readonly state: string;
  /** Null if none was typed; 0 for a seat at large. */
  readonly district: number | null;
  /** The remaining words. */
  readonly others: readonly string[];
}

/** Longest names first: `west virginia` is not Virginia. */
const STATES = Object.entries(STATE_NAMES)
  .map(([code, name]) => ({ code, words: splitSearchWords(name) }))
  .toSorted((a, b) => b.words.length - a.words.length);

/** Filler words around a seat. */
const SURROUNDINGS = new Set(["district", "congressional", "the", "of", "in", "at", "large"]);

/** @param words from `splitSearchWords`. @returns null if they contain no state. */
export function findSeat(words: readonly string[]): SeatWords | null {
  const typed = words.flatMap(splitIntoBareWords);
  const found = findStateByName(typed) ?? findStateByCode(typed);
  if (found === null) return null;
  const rest = typed.toSpliced(found.at, found.length);
  const number = rest.findIndex((word) => DISTRICT.test(word));
  const isAtLarge = rest.join(" ").includes("at large");
  const district = number >= 0 ? Number.parseInt(rest[number] ?? "", 10) : isAtLarge ? 0 : null;
  const others = rest.filter((word, at) => at !== number && !SURROUNDINGS.has(word));
  return { state: found.code, district, others };
}

const DISTRICT = /^\d{1,2}(st|nd|rd|th)?$/;

/** `california's,` -> `california`; `ca-11` and `ca11` -> `ca`, `11`; `at-large` -> `at`, `large`. */
function splitIntoBareWords(word: string): readonly string[] {
  const bare = word.replace(/[.,;:()?]+/g, "").replace(/'s?$/, "");
  const [, code, district] = /^([a-z]{2})-?(\d{1,2})$/.exec(bare) ?? [];
  if (code !== undefined && district !== undefined && isCode(code)) return [code, district];
  return bare.split("-").filter((part) => part !== "");
}

interface FoundState {
  readonly code: string;
  /** Index of its first word, and its number of words. */
  readonly at: number;
  readonly length: number;
}

function findStateByName(typed: readonly string[]): FoundState | null {
  for (const { code, words } of STATES) {
    const at = typed.findIndex((_, from) => words.every((word, index) => typed[from + index] === word));
    if (at >= 0) return { code, at, length: words.length };
  }
  return null;
}

function findStateByCode(typed: readonly string[]): FoundState | null {
  const at = typed.findIndex(isCode);
  return at < 0 ? null : { code: (typed[at] ?? "").toUpperCase(), at, length: 1 };
}

function isCode(word: string): boolean {
  return word.length === 2 && Object.hasOwn(STATE_NAMES, word.toUpperCase());
}
