/** Finds people by all forms of their names, and by short forms of given names. */
import { getOrAdd } from "../../../base/get-or-add.ts";
import { areFormsOfOneName } from "../../../domain/given-names.ts";
import { foldSearchText } from "../../../domain/search-words.ts";
import { SearchedTexts } from "../../../domain/searched-texts.ts";

export interface NamedPerson {
  readonly name: string;
  readonly otherNames: readonly string[];
}

export class PeopleNames {
  readonly #count: number;
  readonly #texts: SearchedTexts;
  /** For each form of a name, the position of the person whom it names. */
  readonly #owners: readonly number[];
  readonly #byGivenName = new Map<string, number[]>();

  constructor(people: readonly NamedPerson[]) {
    const forms = people.map(({ name, otherNames }) => [name, ...otherNames].map(foldSearchText));
    this.#count = people.length;
    this.#texts = new SearchedTexts(forms.flat());
    this.#owners = forms.flatMap((texts, person) => texts.map(() => person));
    for (const [person, texts] of forms.entries()) {
      for (const name of listGivenNames(texts)) {
        getOrAdd(this.#byGivenName, name, () => []).push(person);
      }
    }
  }

  /** 1 for each person whose names contain all of the words, or the same letters with different word breaks; otherwise 0. */
  maskPeopleWithWords(words: readonly string[]): Uint8Array {
    const joined = this.#markPeopleWithTexts(this.#texts.markTextsWithJoinedWords(words));
    const withEach = words.map((word) => this.#markPeopleWithWord(word));
    return joined.map((isJoined, person) => (isJoined === 1 || withEach.every((marks) => marks[person] === 1) ? 1 : 0));
  }

  #markPeopleWithWord(word: string): Uint8Array {
    const found = this.#markPeopleWithTexts(this.#texts.markTextsWithWord(word));
    for (const [name, people] of this.#byGivenName) {
      if (areFormsOfOneName(word, name)) for (const person of people) found[person] = 1;
    }
    return found;
  }

  #markPeopleWithTexts(marks: Uint8Array): Uint8Array {
    const found = new Uint8Array(this.#count);
    for (const [text, owner] of this.#owners.entries()) if (marks[text] === 1) found[owner] = 1;
    return found;
  }
}

/** All words of names except the last word, which is the family name: `joseph` and `d` for `Joseph D. Example, Jr.`. */
function listGivenNames(texts: readonly string[]): readonly string[] {
  const firstNames = texts.flatMap((text) =>
    text
      .split(",", 1)
      .join("")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .slice(0, -1),
  );
  return [...new Set(firstNames)];
}
