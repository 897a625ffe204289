/** Finds people by any form of their names, by nicknames, and by the state and district of their seat. */
import { getOrAdd } from "../../base/get-or-add.ts";
import { splitSearchWords } from "../../domain/search-words.ts";
import { type NamedPerson, PeopleNames } from "../../publication/dataset/search/people-names.ts";
import { STATE_NAMES } from "../parts/state-names.ts";

interface SearchedPerson extends NamedPerson {
  readonly chamber: string;
  readonly state: string;
  readonly district: number | null;
}

/** The people who match all words, in unchanged order; everyone if there are no words. @param words from `splitSearchWords`. */
export function findPeople<T extends SearchedPerson>(people: readonly T[], words: readonly string[]): readonly T[] {
  if (words.length === 0) return people;
  const names = getPeopleNames(people);
  const named = names.maskPeopleWithWords(words);
  const seat = findSeat(words);
  if (seat === null) return people.filter((_, index) => named[index] === 1);
  const namedByOthers = names.maskPeopleWithWords(seat.others);
  const holdsSeat = ({ state, chamber, district }: T) =>
    state === seat.state && (seat.district === null || (chamber === "house" && district === seat.district));
  return people.filter((person, index) => named[index] === 1 || (namedByOthers[index] === 1 && holdsSeat(person)));
}

const namesOfPeople = new WeakMap<readonly SearchedPerson[], PeopleNames>();

/** Returns the names, cached, since every search compares all people and the names do not change. */
function getPeopleNames(people: readonly SearchedPerson[]): PeopleNames {
  return getOrAdd(namesOfPeople, people, () => new PeopleNames(people));
}

interface SeatWords {
  /** Two-letter code. */
  readonly state: string;
  /** District number; 0 for an at-large seat, null if the search has no district. */
  readonly district: number | null;
  /** The words other than state and district. */
  readonly others: readonly string[];
}

/** State names, those with the most words first, so that `west virginia` does not match Virginia. */
const STATES = Object.entries(STATE_NAMES)
  .map(([code, name]) => ({ code, words: splitSearchWords(name) }))
  .toSorted((a, b) => b.words.length - a.words.length);

/** Filler words around a seat. */
const SURROUNDINGS = new Set(["district", "congressional", "the", "of", "in", "at", "large"]);

/** Finds a seat, as in `California's 11th district` or `ca-11`; null without a state. @param words from `splitSearchWords`. */
export function findSeat(words: readonly string[]): SeatWords | null {
  const typed = words.flatMap(splitIntoBareWords);
  const found = findStateByName(typed) ?? findStateByCode(typed);
  if (found === null) return null;
  const otherWords = typed.toSpliced(found.at, found.length);
  const number = otherWords.findIndex((word) => DISTRICT.test(word));
  const isAtLarge = otherWords.join(" ").includes("at large");
  const district = number >= 0 ? Number.parseInt(otherWords[number] ?? "", 10) : isAtLarge ? 0 : null;
  const others = otherWords.filter((word, at) => at !== number && !SURROUNDINGS.has(word));
  return { state: found.code, district, others };
}

const DISTRICT = /^\d{1,2}(st|nd|rd|th)?$/;

/** `california's,` -> `california`; `ca-11` and `ca11` -> `ca`, `11`; `at-large` -> `at`, `large`. */
function splitIntoBareWords(word: string): readonly string[] {
  const bare = word.replace(/[.,;:()?]+/g, "").replace(/'s?$/, "");
  const [, code, district] = /^([a-z]{2})-?(\d{1,2})$/.exec(bare) ?? [];
  if (code !== undefined && district !== undefined && isStateCode(code)) return [code, district];
  return bare.split("-").filter((part) => part !== "");
}

interface FoundState {
  readonly code: string;
  /** Index of the state's first word, and the number of its words. */
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
  const at = typed.findIndex(isStateCode);
  return at < 0 ? null : { code: (typed[at] ?? "").toUpperCase(), at, length: 1 };
}

function isStateCode(word: string): boolean {
  return word.length === 2 && Object.hasOwn(STATE_NAMES, word.toUpperCase());
}
