import type { Dataset } from "../dataset/dataset.ts";
import type { PoliticianFields } from "../dataset/politician-json.ts";
import { hasWord, searchText, searchWords } from "../domain/search-words.ts";
import type { PoliticiansFilter } from "./politicians-query.ts";

const lists = new WeakMap<Dataset, readonly PoliticianFields[]>();

/** Everybody of the list of politicians, by name; read once for each version. */
export function politicianList(dataset: Dataset): readonly PoliticianFields[] {
  let list = lists.get(dataset);
  if (list === undefined) {
    const { body } = dataset.politicians({}, dataset.politicianCount, 0);
    list = (JSON.parse(body.toString("utf8")) as { readonly politicians: readonly PoliticianFields[] }).politicians;
    lists.set(dataset, list);
  }
  return list;
}

const states = new WeakMap<Dataset, readonly string[]>();

/** Their states, each once and in order. */
export function statesOf(dataset: Dataset): readonly string[] {
  let known = states.get(dataset);
  if (known === undefined) {
    known = [...new Set(politicianList(dataset).map(({ state }) => state))].sort();
    states.set(dataset, known);
  }
  return known;
}

/** Those that match, in the order asked for; what is equal in it stays by name. */
export function selectPoliticians(dataset: Dataset, filter: PoliticiansFilter): readonly PoliticianFields[] {
  const words = searchWords(filter.q ?? "");
  const state = filter.state?.toUpperCase();
  const found = politicianList(dataset).filter(
    (each) =>
      (filter.chamber ?? each.chamber) === each.chamber &&
      (filter.party ?? each.party) === each.party &&
      (state ?? each.state) === each.state &&
      words.every((word) => hasWord(searchText(each.name), word)),
  );
  if (filter.sort === "-trades") return found.sort((a, b) => b.total_trades - a.total_trades);
  if (filter.sort === "name") return found;
  return found.sort((a, b) => ((b.last_trade_date ?? "") < (a.last_trade_date ?? "") ? -1 : 1));
}
