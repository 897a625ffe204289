import type { IsoDate } from "./dates.ts";

export type Chamber = "senate" | "house";
export const CHAMBERS = ["senate", "house"] as const satisfies readonly Chamber[];

/** The three parties that the service uses. */
export type Party = "Democrat" | "Republican" | "Independent";
export const PARTIES = ["Democrat", "Republican", "Independent"] as const satisfies readonly Party[];

/** A part of a term without a change of party. `party` and `caucus` are named as in the data set of members of Congress. */
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

/** One form of a member's name, as given in the data set of members of Congress. */
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

/** A committee or subcommittee of the current Congress. */
export interface Committee {
  /** Four letters for a committee (`SSAF`), followed by two digits for a subcommittee (`SSAF13`). */
  readonly id: string;
  /** Name in the data set of members of Congress, which omits "Subcommittee on" from the names of subcommittees. */
  readonly name: string;
  readonly chamber: CommitteeChamber;
  /** Name of a subcommittee's parent committee; null for a committee. */
  readonly parent: string | null;
}

/** A member's committee seat. `title` as recorded (`Chairman`, `Ranking Member`, ...), null for most. */
export interface CommitteeSeat extends Committee {
  readonly title: string | null;
}

/** One member of one committee. `committeeId` is a `Committee.id`; `title` as recorded, null for most. */
export interface CommitteeMembership {
  readonly committeeId: string;
  readonly politicianId: string;
  readonly title: string | null;
}

/** A current or former member of Congress. `id` is the Bioguide id (`P000197`). */
export interface Politician {
  readonly id: string;
  /** Full name as published: the record's `official_full`, or else first and last name. */
  readonly name: string;
  /** The main form of the name first, then all other forms in the record. */
  readonly names: readonly PersonName[];
  /** Oldest first, never empty. */
  readonly terms: readonly Term[];
  /** Committees sorted by id, without duplicates. Empty for a politician not in office. */
  readonly committees: readonly CommitteeSeat[];
  /** True if the data set of members of Congress lists the politician as in office now. */
  readonly current: boolean;
  /** Id of another record, if a reviewer decided that both records are of one member. Both are published under that other id. */
  readonly mergedInto?: string;
}
