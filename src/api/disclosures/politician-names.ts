import type { Dataset } from "../../publication/dataset/dataset.ts";

/** Names of politicians as served, each read once; undefined for an id under which nobody is served. */
export function politicianNames(dataset: Pick<Dataset, "politician">): (id: string) => string | undefined {
  const known = new Map<string, string>();
  return (id) => {
    const body = known.has(id) ? undefined : dataset.politician(id);
    if (body) known.set(id, (JSON.parse(body.toString("utf8")) as { readonly name: string }).name);
    return known.get(id);
  };
}
