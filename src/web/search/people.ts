/** Finds people by any form of their names, by nicknames, and by the state and district of their seat. */
import { type NamedPerson, PeopleNames } from "../../publication/dataset/search/people-names.ts";
import { findSeat } from "./seat-words.ts";

interface SearchedPerson extends NamedPerson {
  readonly chamber: string;
  readonly state: string;
  readonly district: number | null;
}

/** The people who match all words, in their order; everyone if there are no words. @param words from `splitSearchWords`. */
export function findPeople<T extends SearchedPerson>(people: readonly T[], words: readonly string[]): readonly T[] {
  if (words.length === 0) return people;
  const names = getPeopleNames(people);
  const named = names.markWithWords(words);
  const seat = findSeat(words);
  if (seat === null) return people.filter((_, index) => named[index] === 1);
  const namedByOthers = names.markWithWords(seat.others);
  const isOfSeat = ({ state, chamber, district }: T) =>
    state === seat.state && (seat.district === null || (chamber === "house" && district === seat.district));
  return people.filter((person, index) => named[index] === 1 || (namedByOthers[index] === 1 && isOfSeat(person)));
}

const known = new WeakMap<readonly SearchedPerson[], PeopleNames>();

/** Cached, since every search compares with everyone and names do not change. */
function getPeopleNames(people: readonly SearchedPerson[]): PeopleNames {
  const names = known.get(people) ?? new PeopleNames(people);
  known.set(people, names);
  return names;
}
