/** Merges the ids of one person in unitedstates/congress-legislators: a member with a former id is published under the new id. */
import { ConfigError } from "../base/errors.ts";
import type { Politician } from "./politician.ts";

/**
 * Maps each former id to the id under which it is served, following chains. Of two pairs with the same former id, the later
 * applies; an id paired with itself undoes its merge. @throws {ConfigError} naming the ids that form a cycle.
 */
export function resolveMergedIdentities(
  pairs: readonly (readonly [from: string, to: string])[],
): ReadonlyMap<string, string> {
  const next = new Map(pairs);
  for (const [from, to] of [...next]) if (from === to) next.delete(from);
  const merged = new Map<string, string>();
  for (const from of next.keys()) {
    const way = [from];
    for (let to = next.get(from); to !== undefined; to = next.get(to)) {
      if (way.includes(to)) throw new ConfigError(`Merged ids must not form a circle: ${[...way, to].join(" -> ")}.`);
      way.push(to);
    }
    merged.set(from, way.at(-1) ?? from);
  }
  return merged;
}

/** Merges the records of former ids into the record of their new id. A former id is kept if no record has its new id. */
export function mergeIdentities(
  politicians: readonly Politician[],
  merged: ReadonlyMap<string, string>,
): readonly Politician[] {
  if (merged.size === 0) return politicians;
  const known = new Set(politicians.map(({ id }) => id));
  const resolveMergedId = ({ id }: Politician) => {
    const to = merged.get(id);
    return to !== undefined && known.has(to) ? to : id;
  };
  return [...Map.groupBy(politicians, resolveMergedId)].map(([id, all]) => {
    const own = all.find((each) => each.id === id) ?? (all[0] as Politician);
    const others = all.filter((each) => each !== own);
    return others.length === 0 ? own : mergePoliticians(own, others);
  });
}

/** Adds up the counts of all ids that are served as one member. */
export function mergeCounts(
  counts: ReadonlyMap<string, Readonly<Record<string, number>>>,
  merged: ReadonlyMap<string, string>,
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const all = new Map<string, Record<string, number>>();
  for (const [id, own] of counts) {
    const servedAs = merged.get(id) ?? id;
    const sums = all.get(servedAs) ?? {};
    for (const [name, count] of Object.entries(own)) sums[name] = (sums[name] ?? 0) + count;
    all.set(servedAs, sums);
  }
  return all;
}

function mergePoliticians(own: Politician, others: readonly Politician[]): Politician {
  const all = [own, ...others];
  const terms = new Map(
    all.flatMap(({ terms }) =>
      terms.map((term) => [[term.start, term.chamber, term.state, term.district].join(" "), term]),
    ),
  );
  return {
    ...own,
    names: all.flatMap(({ names }) => names),
    terms: [...terms.values()].sort((a, b) => (a.start < b.start ? -1 : 1)),
    committees: all.find(({ committees }) => committees.length > 0)?.committees ?? [],
    current: all.some(({ current }) => current),
  };
}
