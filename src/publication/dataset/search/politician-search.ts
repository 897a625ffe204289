import type { Member, PoliticianFilter } from "../dataset.ts";
import type { PoliticianFields } from "../politician-json.ts";
import { PeopleNames } from "./people-names.ts";
import { listRange } from "./positions.ts";

/** Fields of a listed politician that the search covers, in addition to the facts of a `Member`. */
export type SearchedPolitician = Pick<PoliticianFields, "id" | "name" | "chamber" | "party" | "state" | "district">;

/** Applies filters to the list of politicians. */
export class PoliticianSearch {
  readonly #politicians: readonly SearchedPolitician[];
  readonly #members: ReadonlyMap<string, Member>;
  readonly #all: Uint32Array;
  /** Created on the first search. */
  #names: PeopleNames | undefined;

  /** @param politicians in list order. */
  constructor(politicians: readonly SearchedPolitician[], members: ReadonlyMap<string, Member>) {
    this.#politicians = politicians;
    this.#members = members;
    this.#all = listRange(0, politicians.length);
  }

  /** Indices of all matches, ascending. */
  find({ words = [], ...filter }: PoliticianFilter): Uint32Array {
    const named = words.length === 0 ? undefined : this.#getSearchedNames().maskPeopleWithWords(words);
    if (named === undefined && Object.keys(filter).length === 0) return this.#all;
    return this.#all.filter((index) => (named?.[index] ?? 1) === 1 && this.#matchesFilter(filter, index));
  }

  #matchesFilter({ chamber, party, state, district, inOffice, committee }: PoliticianFilter, index: number): boolean {
    const seat = this.#politicians[index] as SearchedPolitician;
    const member = this.#members.get(seat.id);
    return (
      (chamber ?? seat.chamber) === seat.chamber &&
      (party ?? seat.party) === seat.party &&
      (state ?? seat.state) === seat.state &&
      (district ?? seat.district) === seat.district &&
      (inOffice ?? member?.inOffice) === member?.inOffice &&
      (committee === undefined || member?.committees.some(({ id }) => id === committee) === true)
    );
  }

  #getSearchedNames(): PeopleNames {
    this.#names ??= new PeopleNames(
      this.#politicians.map(({ id, name }) => ({ name, otherNames: this.#members.get(id)?.otherNames ?? [] })),
    );
    return this.#names;
  }
}
