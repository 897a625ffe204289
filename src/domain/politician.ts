import type { IsoDate } from "./dates.ts";

export type Chamber = "senate" | "house";
export const CHAMBERS = ["senate", "house"] as const satisfies readonly Chamber[];

/** The three parties that the interface serves. */
export type Party = "Democrat" | "Republican" | "Independent";
export const PARTIES = ["Democrat", "Republican", "Independent"] as const satisfies readonly Party[];

/** A span of one term in which the member belonged to one party; `party` and `caucus` as the members' record names them. */
export interface PartySpan {
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly party: string;
  readonly caucus: string | null;
}

/** One term in one chamber. `district` is null for senators, 0 for at-large seats and delegates. */
export interface Term {
  readonly chamber: Chamber;
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly state: string;
  readonly district: number | null;
  readonly parties: readonly PartySpan[];
}

/** One form of a member's name, as the members' record keeps it. */
export interface PersonName {
  readonly first: string;
  readonly middle: string | null;
  readonly last: string;
  readonly suffix: string | null;
  readonly nickname: string | null;
  readonly officialFull: string | null;
}

export type CommitteeChamber = Chamber | "joint";
export const COMMITTEE_CHAMBERS = [...CHAMBERS, "joint"] as const satisfies readonly CommitteeChamber[];

/** A committee or subcommittee of the Congress that sits now. */
export interface Committee {
  /** The committee's four letters (`SSAF`), of a subcommittee with its two digits behind them (`SSAF13`). */
  readonly id: string;
  /** Name in the members' record; a subcommittee's is without "Subcommittee on". */
  readonly name: string;
  readonly chamber: CommitteeChamber;
  /** Name of the committee that a subcommittee is of; null for a committee. */
  readonly parent: string | null;
}

/** A member's seat in a committee. `title` as the record has it (`Chairman`, `Ranking Member`, ...), null for most. */
export interface CommitteeSeat extends Committee {
  readonly title: string | null;
}

/** One seat. `committeeId` as in `Committee.id`; `title` as the record has it, null for most. */
export interface CommitteeMember {
  readonly committeeId: string;
  readonly politicianId: string;
  readonly title: string | null;
}

/** A current or former member of Congress. `id` is the Bioguide id (`P000197`). */
export interface Politician {
  readonly id: string;
  /** The full name that is served: `official_full` of the record, else first and last. */
  readonly name: string;
  /** The main form first, then every other form that the record has. */
  readonly names: readonly PersonName[];
  /** Oldest first, never empty. */
  readonly terms: readonly Term[];
  /** Committees by id, each once; empty for a politician who does not sit now. */
  readonly committees: readonly CommitteeSeat[];
  /** Listed by the source as sitting now. */
  readonly current: boolean;
  /** The id that a person found to be the same member's, under which both are served. */
  readonly mergedInto?: string;
}
