import type { Dataset } from "../dataset/dataset.ts";
import type { PoliticianFields } from "../dataset/politician-json.ts";

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
