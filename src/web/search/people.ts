/** Finds people by their names in every form, short forms of given names, and the state and district of their seat. */
import { areOneName } from "../../domain/given-names.ts";
import { searchText } from "../../domain/search-words.ts";
import { SearchedTexts } from "../../domain/searched-texts.ts";
import { seatIn } from "./seat-words.ts";

interface SearchedPerson {
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly chamber: string;
  readonly state: string;
  readonly district: number | null;
}

/** Those whom all words find, in their order; no words find everybody. @param words as `searchWords` gives them. */
export function findPeople<T extends SearchedPerson>(people: readonly T[], words: readonly string[]): readonly T[] {
  if (words.length === 0) return people;
  const names = namesOf(people);
  const named = names.withWords(words);
  const seat = seatIn(words);
  if (seat === null) return people.filter((_, index) => named[index] === 1);
  const namedByOthers = names.withWords(seat.others);
  const isOfSeat = ({ state, chamber, district }: T) =>
    state === seat.state && (seat.district === null || (chamber === "house" && district === seat.district));
  return people.filter((person, index) => named[index] === 1 || (namedByOthers[index] === 1 && isOfSeat(person)));
}

const known = new WeakMap<readonly SearchedPerson[], PeopleNames>();

/** Every search compares with everybody, whose names do not change. */
function namesOf(people: readonly SearchedPerson[]): PeopleNames {
  const names = known.get(people) ?? new PeopleNames(people);
  known.set(people, names);
  return names;
}

/** The names of people, by their indices. */
class PeopleNames {
  readonly #count: number;
  readonly #texts: SearchedTexts;
  /** The person of each text. */
  readonly #owners: readonly number[];
  readonly #byGivenName = new Map<string, number[]>();

  constructor(people: readonly SearchedPerson[]) {
    const forms = people.map(({ name, otherNames }) => [name, ...otherNames].map(searchText));
    this.#count = people.length;
    this.#texts = new SearchedTexts(forms.flat());
    this.#owners = forms.flatMap((texts, person) => texts.map(() => person));
    for (const [person, texts] of forms.entries()) {
      for (const name of givenNamesOf(texts)) {
        this.#byGivenName.set(name, [...(this.#byGivenName.get(name) ?? []), person]);
      }
    }
  }

  /** 1 for each person who has all of the words in names, or the letters of them divided in another way. */
  withWords(words: readonly string[]): Uint8Array {
    const joined = this.#ofTexts(this.#texts.withWordsJoined(words));
    const withEach = words.map((word) => this.#withWord(word));
    return joined.map((isJoined, person) => (isJoined === 1 || withEach.every((marks) => marks[person] === 1) ? 1 : 0));
  }

  #withWord(word: string): Uint8Array {
    const found = this.#ofTexts(this.#texts.withWord(word));
    for (const [name, people] of this.#byGivenName) {
      if (areOneName(word, name)) for (const person of people) found[person] = 1;
    }
    return found;
  }

  #ofTexts(marks: Uint8Array): Uint8Array {
    const found = new Uint8Array(this.#count);
    for (const [text, owner] of this.#owners.entries()) if (marks[text] === 1) found[owner] = 1;
    return found;
  }
}

/** All words of names but the last, which is the family's: `joseph`, `d` of `Joseph D. Example, Jr.`. */
function givenNamesOf(texts: readonly string[]): readonly string[] {
  const given = texts.flatMap((text) =>
    text
      .split(",", 1)
      .join("")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .slice(0, -1),
  );
  return [...new Set(given)];
}
