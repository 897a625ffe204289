import type { Dataset } from "../../publication/dataset/dataset.ts";

/** Looks up the published names of politicians and caches them; undefined for an unknown id. */
export function createNameLookup(dataset: Pick<Dataset, "getPolitician">): (id: string) => string | undefined {
  const known = new Map<string, string>();
  return (id) => {
    const body = known.has(id) ? undefined : dataset.getPolitician(id);
    if (body) known.set(id, (JSON.parse(body.toString("utf8")) as { readonly name: string }).name);
    return known.get(id);
  };
}
