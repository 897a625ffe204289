/** What was drawn at random, and what became of it. */
import { createHash } from "node:crypto";

/** Outcome for one: `alike`, or a sentence on how it differs, or on why it could not be checked, which is not agreement. */
export type Outcome = "alike" | { readonly differs: string } | { readonly notChecked: string };

export interface Sampled {
  /** How many there are to draw from. */
  readonly known: number;
  readonly drawn: number;
  readonly alike: number;
  readonly differences: readonly string[];
  readonly notChecked: readonly string[];
}

/** Draws without putting back, the same for a seed in whatever order they come: those whose digest with the seed is lowest. */
export function draw<T>(items: readonly T[], count: number, seed: string, nameOf: (item: T) => string): readonly T[] {
  const ticket = (item: T) =>
    createHash("sha256")
      .update(`${seed} ${nameOf(item)}`)
      .digest("hex");
  return items
    .map((item) => ({ item, ticket: ticket(item) }))
    .sort((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}

export function countOutcomes(known: number, outcomes: readonly Outcome[]): Sampled {
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
