/** Chooses the party under which a member is served, and the seat. */
import type { IsoDate } from "./dates.ts";
import { daysBetween } from "./dates.ts";
import type { Chamber, Party, PartySpan, Politician } from "./politician.ts";
import { PARTIES } from "./politician.ts";

/** The seat that a member holds now, or held last. `district` is null for senators, 0 for at-large seats and delegates. */
export interface Seat {
  readonly chamber: Chamber;
  readonly party: Party;
  readonly state: string;
  readonly district: number | null;
}

/**
 * The party on a day, or in the span nearest to it where none covers the day. Of two spans that touch on that day, or lie
 * equally far from it, the one that begins later counts: a term that ends at noon on January 3 ends before the next begins.
 */
export function partyOn(politician: Politician, date: IsoDate): Party {
  let nearest: PartySpan | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const term of politician.terms) {
    for (const span of term.parties) {
      const distance = Math.max(0, daysBetween(date, span.start), daysBetween(span.end, date));
      if (distance < least || (distance === least && nearest !== undefined && span.start >= nearest.start)) {
        nearest = span;
        least = distance;
      }
    }
  }
  return servedParty(nearest);
}

/** The current or last seat: that of the term that began last, with the party at its end. @throws {RangeError} for a member without terms. */
export function seatOf(politician: Politician): Seat {
  const last = politician.terms.reduce<Politician["terms"][number] | undefined>(
    (latest, term) => (latest === undefined || term.start >= latest.start ? term : latest),
    undefined,
  );
  if (last === undefined) throw new RangeError(`politician ${politician.id} has no terms; at least one is needed`);
  return { chamber: last.chamber, party: partyOn(politician, last.end), state: last.state, district: last.district };
}

/** One of the three as it is; another party as the one that the member caucuses with where the record names it, else `Independent`. */
export function servedParty(span: Pick<PartySpan, "party" | "caucus"> | undefined): Party {
  return known(span?.party) ?? known(span?.caucus ?? undefined) ?? "Independent";
}

function known(name: string | undefined): Party | undefined {
  return PARTIES.find((party) => party === name);
}
