/** Determines a member's seat, and the party that this service publishes for the member. */
import type { IsoDate } from "./dates.ts";
import type { Chamber, Party, PartySpan, Politician } from "./politician.ts";
import { PARTIES } from "./politician.ts";
import { findNearestSpan } from "./tenure.ts";

/** A member's current or last seat. `district` is null for senators, 0 for at-large seats and delegates. */
export interface Seat {
  readonly chamber: Chamber;
  readonly party: Party;
  readonly state: string;
  readonly district: number | null;
}

/** Returns the party on a day, or in the nearest party span if no span covers the day. */
export function findParty({ terms }: Politician, date: IsoDate): Party {
  return toPublishedParty(
    findNearestSpan(
      terms.flatMap(({ parties }) => parties),
      date,
    ),
  );
}

/** Returns the seat of the latest term, with the party at that term's end. @throws {RangeError} for a member without terms. */
export function findSeat(politician: Politician): Seat {
  const last = politician.terms.reduce<Politician["terms"][number] | undefined>(
    (latest, term) => (latest === undefined || term.start >= latest.start ? term : latest),
    undefined,
  );
  if (last === undefined) throw new RangeError(`politician ${politician.id} has no terms; at least one is needed`);
  return { chamber: last.chamber, party: findParty(politician, last.end), state: last.state, district: last.district };
}

/** Returns one of the three parties unchanged; else the party that the member caucuses with, if recorded, else `Independent`. */
export function toPublishedParty(span: Pick<PartySpan, "party" | "caucus"> | undefined): Party {
  return toKnownParty(span?.party) ?? toKnownParty(span?.caucus ?? undefined) ?? "Independent";
}

function toKnownParty(name: string | undefined): Party | undefined {
  return PARTIES.find((party) => party === name);
}
