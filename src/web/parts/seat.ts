/** A member's seat in words: where, whether it is still held, and the years. */
import type { IsoDate } from "../../domain/dates.ts";
import { findTenure, listServicePeriods, type Tenure } from "../../domain/tenure.ts";
import type { Dataset, Member } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import { getChamberName } from "./person.ts";

/** `NJ-7`; only the state for a senator and a member at large. */
export function formatPlace({ state, district }: Pick<Tenure, "state" | "district">): string {
  return district ? `${state}-${district}` : state;
}

/** The word `former` for a member who has left Congress; false for anyone else. */
export function renderFormerMark(member: Pick<Member, "hasLeft"> | undefined): Html | false {
  return member?.hasLeft === true && html` <span class="former">former</span>`;
}

/** `in the House 2007 to 2013, in the Senate since 2013` */
export function formatYearsInOffice({ terms, inOffice, hasLeft }: Omit<Member, "filings">): string {
  const services = listServicePeriods(terms);
  return services
    .map(({ chamber, from, to }, at) => {
      const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
      const isOpen = at === services.length - 1 && !hasLeft;
      const years = isOpen
        ? `${inOffice ? "since" : "from"} ${first}`
        : first === last
          ? `in ${first}`
          : `${first} to ${last}`;
      return `in the ${getChamberName(chamber)} ${years}`;
    })
    .join(", ");
}

/** The seat on the trade date: `House, NJ-7`. If the report's chamber differs: `Senate; on the day of the trade, a member of the House for NJ-7`. */
export function formatSeatAtTrade(
  dataset: Pick<Dataset, "getMember">,
  trade: { readonly politicianId: string; readonly chamber: string; readonly transactionDate: string },
): string {
  const member = dataset.getMember(trade.politicianId);
  const chamber = getChamberName(trade.chamber);
  if (member === undefined) return chamber;
  const term = findTenure(member.terms, trade.transactionDate as IsoDate);
  return term.chamber === trade.chamber
    ? `${chamber}, ${formatPlace(term)}`
    : `${chamber}; on the day of the trade, a member of the ${getChamberName(term.chamber)} for ${formatPlace(term)}`;
}

/** A politician's latest seat in a list of people: `House, NJ-7`, marked as former if the person has left Congress. */
export function renderLatestSeat(dataset: Pick<Dataset, "getMember">, politicianId: string): Html {
  const member = dataset.getMember(politicianId);
  const term = member?.terms.at(-1);
  return term === undefined
    ? html``
    : html`<small>${getChamberName(term.chamber)}, <span class="place">${formatPlace(term)}</span>${renderFormerMark(member)}</small>`;
}
