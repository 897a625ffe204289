/** Made-up members of Congress, with names that cannot be mistaken for anyone's. */
import type { Chamber, Party } from "../../../domain/politician.ts";

export interface FictionalTerm {
  readonly start: string;
  readonly end: string;
}

export interface FictionalMember {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly chamber: Chamber;
  readonly state: string;
  /** 0 for an at-large member; null in the Senate. */
  readonly district: number | null;
  readonly party: Party;
  /** Oldest first. */
  readonly terms: readonly FictionalTerm[];
  readonly current: boolean;
}

/** The year in which the current Congress began, on January 3 of an odd year. */
export function getCongressStartYear(today: string): number {
  const year = Number(today.slice(0, 4));
  const begun = today.slice(5) >= "01-03" ? year : year - 1;
  return begun % 2 === 1 ? begun : begun - 1;
}

/**
 * The last four terms of a representative, or the last two terms of a senator. The senator's class is `index % 3`.
 * @param congress the year in which the latest Congress begins.
 */
export function createTerms(chamber: Chamber, congress: number, index: number): FictionalTerm[] {
  if (chamber === "house") return [-6, -4, -2, 0].map((offset) => createTerm(congress + offset, 2));
  const start = congress - 2 * (index % 3);
  return [createTerm(start - 6, 6), createTerm(start, 6)];
}

const createTerm = (year: number, years: number): FictionalTerm => ({
  start: `${year}-01-03`,
  end: `${year + years}-01-03`,
});
