import { getOrAdd } from "../base/get-or-add.ts";
import type { Committee } from "../domain/politician.ts";
import { splitSearchWords } from "../domain/search-words.ts";
import type { Dataset, Member } from "../publication/dataset/dataset.ts";
import type { PoliticianFields } from "../publication/dataset/politician-json.ts";
import type { PoliticiansFilter } from "./politicians-query.ts";
import { findPeople } from "./search/people.ts";

/**
 * A listed politician: the published fields, other names, committees, the number of unread reports, and whether the politician is
 * in office (`inOffice`) or has left Congress (`hasLeft`) on the day of the dataset version.
 */
export type ListedPolitician = PoliticianFields &
  Pick<Member, "otherNames" | "inOffice" | "hasLeft" | "committees" | "unreadReports">;

/** The published data of a politician; undefined for an unknown id. */
export function readPoliticianFields(dataset: Dataset, id: string): PoliticianFields | undefined {
  const body = dataset.getPolitician(id);
  return body && (JSON.parse(body.toString("utf8")) as PoliticianFields);
}

/** Finds the published name of a politician by the current id or by a merged id. */
export function findPublishedName(dataset: Dataset, id: string): string | undefined {
  return readPoliticianFields(dataset, dataset.getMergedId(id) ?? id)?.name;
}

const lists = new WeakMap<Dataset, readonly ListedPolitician[]>();

/** Lists all politicians of a version by name. The list is loaded once per version. */
export function listPoliticians(dataset: Dataset): readonly ListedPolitician[] {
  return getOrAdd(lists, dataset, () => {
    const { body } = dataset.listPoliticianPage({}, dataset.politicianCount, 0);
    const { politicians } = JSON.parse(body.toString("utf8")) as { readonly politicians: readonly PoliticianFields[] };
    return politicians.map((each) => {
      const {
        otherNames = [],
        inOffice = false,
        hasLeft = false,
        committees = [],
        unreadReports = 0,
      } = dataset.getMember(each.id) ?? {};
      return { ...each, otherNames, inOffice, hasLeft, committees, unreadReports };
    });
  });
}

const states = new WeakMap<Dataset, readonly string[]>();

/** The politicians' states, sorted, without duplicates. */
export function listStates(dataset: Dataset): readonly string[] {
  return getOrAdd(states, dataset, () => [...new Set(listPoliticians(dataset).map(({ state }) => state))].sort());
}

const committees = new WeakMap<Dataset, readonly Committee[]>();

/** The committees that have members, sorted by name, without subcommittees. */
export function listCommittees(dataset: Dataset): readonly Committee[] {
  return getOrAdd(committees, dataset, () => {
    const seats = listPoliticians(dataset).flatMap((each) => each.committees);
    const byId = new Map(seats.flatMap((seat) => (seat.parent === null ? [[seat.id, seat] as const] : [])));
    return [...byId.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

/** Finds the matching politicians in the requested order, ties by name. If sorted by `name`, members in office come first. */
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
