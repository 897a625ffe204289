/** Finds people by their names in every form, short forms of given names, and the state and district of their seat. */
import { areOneName } from "../../domain/given-names.ts";
import { hasWord, hasWordsJoined, searchText } from "../../domain/search-words.ts";
import { seatIn } from "./seat-words.ts";

interface SearchedPerson {
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly chamber: string;
  readonly state: string;
  readonly district: number | null;
}

/** @param words as `searchWords` gives them; none find everybody. */
export function personMatcher(words: readonly string[]): (person: SearchedPerson) => boolean {
  const isNamed = nameMatcher(words);
  const seat = seatIn(words);
  if (seat === null) return isNamed;
  const isNamedByOthers = nameMatcher(seat.others);
  return (person) =>
    isNamed(person) ||
    (person.state === seat.state &&
      (seat.district === null || (person.chamber === "house" && person.district === seat.district)) &&
      isNamedByOthers(person));
}

type PersonNames = Pick<SearchedPerson, "name" | "otherNames">;

function nameMatcher(words: readonly string[]): (person: PersonNames) => boolean {
  const isJoined = hasWordsJoined(words);
  return (person) => {
    const { texts, given } = formsOf(person);
    const hasWords = words.every(
      (word) => texts.some((text) => hasWord(text, word)) || given.some((name) => areOneName(word, name)),
    );
    return hasWords || texts.some(isJoined);
  };
}

interface NameForms {
  readonly texts: readonly string[];
  readonly given: readonly string[];
}

const forms = new WeakMap<PersonNames, NameForms>();

/** Every search compares with everybody, whose names do not change. */
function formsOf(person: PersonNames): NameForms {
  let known = forms.get(person);
  if (known === undefined) {
    const texts = [person.name, ...person.otherNames].map(searchText);
    known = { texts, given: givenNamesOf(texts) };
    forms.set(person, known);
  }
  return known;
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
