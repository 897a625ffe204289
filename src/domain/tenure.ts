/** Tells when a member was in office, and for which seat, by the terms in the list of members. */
import { addDays, countDaysBetween, type IsoDate, parseIsoDate } from "./dates.ts";
import type { Chamber, Politician, Term } from "./politician.ts";

/** The fields of a term, except the parties. `district` is null for senators, 0 for at-large seats and delegates. */
export type Tenure = Pick<Term, "chamber" | "state" | "district" | "start" | "end">;

export function toTenure({ chamber, state, district, start, end }: Term): Tenure {
  return { chamber, state, district, start, end };
}

/** Continuous service in one chamber: from the first day of the first term to the last day of the last term. */
interface Service {
  readonly chamber: Chamber;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** What decides whether a politician is in office: the terms, and whether the list of members lists that person as current. */
type Seats = Pick<Politician, "current"> & { readonly terms: readonly Tenure[] };

/** A term includes its first and last day. Members listed as current may still be in office after the end of their last term. */
export function isInOffice({ terms, current }: Seats, day: IsoDate): boolean {
  return terms.some(({ start, end }) => start <= day && day <= end) || (current && mayStillServe(terms, day));
}

/**
 * True if every term ended before that day. Even so, false if the list of members shows that the politician is still in office.
 * Members-elect who are not sworn in yet have not left, but are not in office either.
 */
export function hasLeftOffice({ terms, current }: Seats, day: IsoDate): boolean {
  return areTermsOver(terms, day) && !(current && mayStillServe(terms, day));
}

function areTermsOver(terms: readonly Tenure[], day: IsoDate): boolean {
  return terms.every(({ end }) => end < day);
}

// Number of days after the end of a Congress. Within these days, the list of members adds the terms of the next Congress. After
// that, a record without the new terms does not prove who is in office.
const RECORD_DAYS = 30;

// True if a current member may be in office although all recorded terms are over: an appointed senator, whose recorded term ends
// on election day, serves until the elected senator is sworn in; and on the first day of a new Congress, the record does not have
// that Congress yet. A record that has not been updated since the last Congress proves nothing.
function mayStillServe(terms: readonly Tenure[], day: IsoDate): boolean {
  const last = terms
    .map(({ end }) => end)
    .sort()
    .at(-1);
  return last !== undefined && areTermsOver(terms, day) && day <= addDays(findCongressEnd(last), RECORD_DAYS);
}

/** Returns the end of the Congress of that day: January 3 of an odd year. */
function findCongressEnd(day: IsoDate): IsoDate {
  const year = Number(day.slice(0, 4));
  const odd = year % 2 === 0 ? year + 1 : day.slice(4) <= "-01-03" ? year : year + 2;
  return parseIsoDate(`${odd}-01-03`) as IsoDate;
}

/**
 * Returns the span that covers a day, or else the nearest span; undefined if there are no spans. If two spans cover the day or
 * are equally near, returns the one that begins later: of two terms that meet at noon on January 3, the second.
 */
export function findNearestSpan<T extends Pick<Term, "start" | "end">>(
  spans: Iterable<T>,
  day: IsoDate,
): T | undefined {
  let covering: T | undefined;
  for (const span of spans) {
    const covers = span.start <= day && day <= span.end;
    if (covers && (covering === undefined || span.start >= covering.start)) covering = span;
  }
  if (covering !== undefined) return covering;
  let nearest: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const span of spans) {
    const distance = Math.max(countDaysBetween(day, span.start), countDaysBetween(span.end, day));
    if (distance < least || (distance === least && nearest !== undefined && span.start >= nearest.start)) {
      nearest = span;
      least = distance;
    }
  }
  return nearest;
}

/** Returns the term of the member's seat on a day, chosen by `findNearestSpan`. @throws {RangeError} if there are no terms. */
export function findTenure<T extends Tenure>(terms: readonly T[], day: IsoDate): T {
  const term = findNearestSpan(terms, day);
  if (term === undefined) throw new RangeError("a member without terms has no seat; at least one is needed");
  return term;
}

/**
 * Lists periods of service in each chamber, oldest first. Joins a term to the preceding period if both are in the same chamber
 * and the term begins in the calendar year in which the period ended. @param terms oldest first.
 */
export function listServicePeriods(terms: readonly Tenure[]): readonly Service[] {
  const services: Service[] = [];
  for (const { chamber, start, end } of terms) {
    const last = services.at(-1);
    if (last?.chamber === chamber && start.slice(0, 4) <= last.to.slice(0, 4)) {
      services[services.length - 1] = { ...last, to: end > last.to ? end : last.to };
    } else {
      services.push({ chamber, from: start, to: end });
    }
  }
  return services;
}
