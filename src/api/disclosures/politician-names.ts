import type { Dataset } from "../../publication/dataset/dataset.ts";

/** Returns a function that looks up a politician's published name and caches it; it returns undefined for an unknown id. */
export function createNameLookup(dataset: Pick<Dataset, "getPolitician">): (id: string) => string | undefined {
  const names = new Map<string, string>();
  return (id) => {
    const body = names.has(id) ? undefined : dataset.getPolitician(id);
    if (body) names.set(id, (JSON.parse(body.toString("utf8")) as { readonly name: string }).name);
    return names.get(id);
  };
}
