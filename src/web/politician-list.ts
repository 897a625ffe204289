import type { Committee } from "../domain/politician.ts";
import { splitSearchWords } from "../domain/search-words.ts";
import type { Dataset, Member } from "../publication/dataset/dataset.ts";
import type { PoliticianFields } from "../publication/dataset/politician-json.ts";
import type { PoliticiansFilter } from "./politicians-query.ts";
import { findPeople } from "./search/people.ts";

/** A politician in the list, with name variants, whether in office on the version's day, committees, and reports without published trades. */
export type ListedPolitician = PoliticianFields &
  Pick<Member, "otherNames" | "inOffice" | "hasLeft" | "committees" | "unreadReports">;

/** What is published of a politician; undefined for an unknown id. */
export function readPoliticianFields(dataset: Dataset, id: string): PoliticianFields | undefined {
  const body = dataset.getPolitician(id);
  return body && (JSON.parse(body.toString("utf8")) as PoliticianFields);
}

/** The published name of a politician, also by a former id. */
export function findServedName(dataset: Dataset, id: string): string | undefined {
  return readPoliticianFields(dataset, dataset.getMergedId(id) ?? id)?.name;
}

const lists = new WeakMap<Dataset, readonly ListedPolitician[]>();

/** Everyone in the list of politicians, by name; loaded once per version. */
export function listPoliticians(dataset: Dataset): readonly ListedPolitician[] {
  let list = lists.get(dataset);
  if (list === undefined) {
    const { body } = dataset.listPoliticianPage({}, dataset.politicianCount, 0);
    const { politicians } = JSON.parse(body.toString("utf8")) as { readonly politicians: readonly PoliticianFields[] };
    list = politicians.map((each) => {
      const {
        otherNames = [],
        inOffice = false,
        hasLeft = false,
        committees = [],
        unreadReports = 0,
      } = dataset.getMember(each.id) ?? {};
      return { ...each, otherNames, inOffice, hasLeft, committees, unreadReports };
    });
    lists.set(dataset, list);
  }
  return list;
}

const states = new WeakMap<Dataset, readonly string[]>();

/** Their states, without duplicates and sorted. */
export function listStates(dataset: Dataset): readonly string[] {
  let known = states.get(dataset);
  if (known === undefined) {
    known = [...new Set(listPoliticians(dataset).map(({ state }) => state))].sort();
    states.set(dataset, known);
  }
  return known;
}

const committees = new WeakMap<Dataset, readonly Committee[]>();

/** The committees with members, by name; no subcommittees. */
export function listCommittees(dataset: Dataset): readonly Committee[] {
  let known = committees.get(dataset);
  if (known === undefined) {
    const seats = listPoliticians(dataset).flatMap((each) => each.committees);
    const byId = new Map(seats.flatMap((seat) => (seat.parent === null ? [[seat.id, seat] as const] : [])));
    known = [...byId.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    committees.set(dataset, known);
  }
  return known;
}

/** The matches in the requested order; ties stay sorted by name. By name, members in office come first; a ranking ranks all. */
export function selectPoliticians(dataset: Dataset, filter: PoliticiansFilter): readonly ListedPolitician[] {
  const state = filter.state?.toUpperCase();
  const committee = filter.committee?.toUpperCase();
  const found = findPeople(listPoliticians(dataset), splitSearchWords(filter.q ?? "")).filter(
    (each) =>
      (filter.chamber ?? each.chamber) === each.chamber &&
      (filter.party ?? each.party) === each.party &&
      (state ?? each.state) === each.state &&
      (filter.district === undefined || (each.chamber === "house" && each.district === filter.district)) &&
      (committee === undefined || each.committees.some(({ id }) => id === committee)) &&
      matchesOffice(filter.office, each),
  );
  if (filter.sort === "-trades") return found.sort((a, b) => b.total_trades - a.total_trades);
  if (filter.sort === "name") return found.sort((a, b) => Number(b.inOffice) - Number(a.inOffice));
  return found.sort((a, b) => ((b.last_trade_date ?? "") < (a.last_trade_date ?? "") ? -1 : 1));
}

function matchesOffice(office: PoliticiansFilter["office"], { inOffice, hasLeft }: ListedPolitician): boolean {
  if (office === "in") return inOffice;
  return office === "all" || hasLeft;
}
