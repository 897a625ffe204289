/** Tells when a member was in office, and for which seat, by the terms in the members' record. */
import { addDays, countDaysBetween, type IsoDate, parseIsoDate } from "./dates.ts";
import type { Chamber, Politician, Term } from "./politician.ts";

/** A term without parties. `district` is null for senators, 0 for at-large seats and delegates. */
export type Tenure = Pick<Term, "chamber" | "state" | "district" | "start" | "end">;

/** Continuous service in one chamber: from the first day of its first term to the last day of its last. */
interface Service {
  readonly chamber: Chamber;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Facts that decide whether somebody is in office: the terms, and whether the members' record lists them as current. */
type Seats = Pick<Politician, "current"> & { readonly terms: readonly Tenure[] };

/** A term includes its first and last day. For members listed as current, the last term extends past its scheduled end. */
export function isInOffice({ terms, current }: Seats, day: IsoDate): boolean {
  return terms.some(({ start, end }) => start <= day && day <= end) || (current && isHeldOver(terms, day));
}

/**
 * True if every term ended before that day and the members' record does not list the politician as current. Members-elect who are not sworn in yet
 * have not left, but are not in office either.
 */
export function hasLeft({ terms, current }: Seats, day: IsoDate): boolean {
  return areOver(terms, day) && !(current && isHeldOver(terms, day));
}

function areOver(terms: readonly Tenure[], day: IsoDate): boolean {
  return terms.every(({ end }) => end < day);
}

/** Days within which the members' record is updated for a new Congress. An older record does not prove who is in office. */
const RECORD_DAYS = 30;

/**
 * True if a current member may be in office although all recorded terms are over: an appointed senator, whose recorded term ends
 * on election day, serves until the elected one is sworn in, and a new Congress is not in the record on its first day. A record
 * from before the present Congress proves nothing.
 */
function isHeldOver(terms: readonly Tenure[], day: IsoDate): boolean {
  const last = terms
    .map(({ end }) => end)
    .sort()
    .at(-1);
  return last !== undefined && areOver(terms, day) && day <= addDays(findCongressEnd(last), RECORD_DAYS);
}

/** A Congress ends on January 3 of an odd year. */
function findCongressEnd(day: IsoDate): IsoDate {
  const year = Number(day.slice(0, 4));
  const odd = year % 2 === 0 ? year + 1 : day.slice(4) <= "-01-03" ? year : year + 2;
  return parseIsoDate(`${odd}-01-03`) as IsoDate;
}

/**
 * The span that covers a day, or else the nearest; undefined only without spans. If two cover the day or are equally far, the one that begins later
 * wins: a term that ends at noon on January 3 ends before the next begins.
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

/** The term whose seat applies on a day, chosen as in `findNearestSpan`. @throws {RangeError} without terms. */
export function findTenure<T extends Tenure>(terms: readonly T[], day: IsoDate): T {
  const term = findNearestSpan(terms, day);
  if (term === undefined) throw new RangeError("a member without terms has no seat; at least one is needed");
  return term;
}

/** Periods of service in each chamber, oldest first. Terms that follow each other within a calendar year are joined. @param terms oldest first. */
export function listServices(terms: readonly Tenure[]): readonly Service[] {
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
