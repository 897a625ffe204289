/** A random sample and its results. */
import { hash } from "node:crypto";

/** Result for one item: `alike`, how its versions differ, or why it could not be checked. An unchecked item is not `alike`. */
export type Outcome = "alike" | { readonly differs: string } | { readonly notChecked: string };

export interface Sampled {
  /** Size of the population. */
  readonly known: number;
  readonly drawn: number;
  readonly alike: number;
  readonly differences: readonly string[];
  readonly notChecked: readonly string[];
}

/** Samples without replacement, deterministically for a seed regardless of order: takes the items with the lowest digest of seed and name. */
export function drawSample<T>(
  items: readonly T[],
  count: number,
  seed: string,
  getName: (item: T) => string,
): readonly T[] {
  const computeSortKey = (item: T) => hash("sha256", `${seed} ${getName(item)}`);
  return items
    .map((item) => ({ item, ticket: computeSortKey(item) }))
    .sort((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}

export function summariseOutcomes(known: number, outcomes: readonly Outcome[]): Sampled {
  return {
    known,
    drawn: outcomes.length,
    alike: outcomes.filter((outcome) => outcome === "alike").length,
    differences: outcomes.flatMap((outcome) =>
      typeof outcome === "object" && "differs" in outcome ? outcome.differs : [],
    ),
    notChecked: outcomes.flatMap((outcome) =>
      typeof outcome === "object" && "notChecked" in outcome ? outcome.notChecked : [],
    ),
  };
}
