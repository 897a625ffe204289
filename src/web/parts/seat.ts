/** A member's seat in words: where, whether it is still held, and the years. */

import type { IsoDate } from "../../domain/dates.ts";
import { servicesOf, type Tenure, tenureOn } from "../../domain/tenure.ts";
import type { Dataset, Member } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import { chamberName } from "./person.ts";

/** `NJ-7`; only the state for a senator and a member at large. */
export function placeName({ state, district }: Pick<Tenure, "state" | "district">): string {
  return district ? `${state}-${district}` : state;
}

/** The word next to a former seat. */
export function formerMark(member: Pick<Member, "hasLeft"> | undefined): Html | false {
  return member?.hasLeft === true && html` <span class="former">former</span>`;
}

/** `in the House 2007 to 2013, in the Senate since 2013` */
export function yearsInOffice({ terms, inOffice, hasLeft }: Omit<Member, "filings">): string {
  const services = servicesOf(terms);
  return services
    .map(({ chamber, from, to }, at) => {
      const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
      const isOpen = at === services.length - 1 && !hasLeft;
      const years = isOpen
        ? `${inOffice ? "since" : "from"} ${first}`
        : first === last
          ? `in ${first}`
          : `${first} to ${last}`;
      return `in the ${chamberName(chamber)} ${years}`;
    })
    .join(", ");
}

/** `House, NJ-7`: the chamber that received the report, and the seat on the trade date; `Senate, on the day in the House for NJ-7`. */
export function seatOfTrade(
  dataset: Pick<Dataset, "member">,
  trade: { readonly politicianId: string; readonly chamber: string; readonly transactionDate: string },
): string {
  const member = dataset.member(trade.politicianId);
  const chamber = chamberName(trade.chamber);
  if (member === undefined) return chamber;
  const term = tenureOn(member.terms, trade.transactionDate as IsoDate);
  return term.chamber === trade.chamber
    ? `${chamber}, ${placeName(term)}`
    : `${chamber}, on the day in the ${chamberName(term.chamber)} for ${placeName(term)}`;
}

/** A politician's seat in a list of people, `House, NJ-7`, with a word for one who has left. */
export function currentSeat(dataset: Pick<Dataset, "member">, politicianId: string): Html {
  const member = dataset.member(politicianId);
  const term = member?.terms.at(-1);
  return term === undefined
    ? html``
    : html`<small>${chamberName(term.chamber)}, <span class="place">${placeName(term)}</span>${formerMark(member)}</small>`;
}
