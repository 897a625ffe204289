/** Finds the member of Congress who filed a report, by name, seat and terms: exactly one, or nobody. */
import { countDaysBetween, type IsoDate, parseIsoDate } from "../../domain/dates.ts";
import { FURTHER_GIVEN_NAMES } from "../../domain/given-names.ts";
import type { Chamber, Politician, Term } from "../../domain/politician.ts";
import {
  type FoldedName,
  foldName,
  foldWords,
  type KnownName,
  scoreGivenNameLists,
  scoreLastName,
  sharesMiddleInitial,
  toKnownName,
} from "./person-names.ts";

export interface FilerQuery {
  readonly chamber: Chamber;
  readonly first: string;
  readonly last: string;
  readonly suffix?: string | null;
  readonly prefix?: string | null;
  /** `CA11`, `MT00`; null for the Senate, whose search gives no state. */
  readonly stateDistrict: string | null;
  /** Filing date; null if the index has none. */
  readonly on: IsoDate | null;
  /** The source's filing year; used if the date is null. */
  readonly year?: number | null;
  /** The name as printed in the document, such as `The Honorable Rafael E Cruz (Cruz, Ted)`: its given names are used too. */
  readonly printed?: string | null;
}

export interface FilerIndex {
  /** The one member identified by name, seat and dates; null for none or more than one. */
  findMember(query: FilerQuery): Politician | null;
}

/** Maximum days from the last day in office to a report; the longest time in the indexes of 2013 to 2026 is nine months. */
const DAYS_AFTER_OFFICE = 3 * 365;

interface MemberNames {
  readonly politician: Politician;
  readonly names: readonly KnownName[];
}

interface PrintedFiler extends FoldedName {
  /** Given names printed in the document, used in addition to `given` (from `FilerQuery.first`). */
  readonly inDocument: readonly string[];
  /** True if the filer has a member's title: `Hon.`. House staff, who also file reports, have none. */
  readonly titled: boolean;
  readonly seat: ReturnType<typeof parseSeat>;
}

interface Fit {
  readonly politician: Politician;
  readonly last: number;
  readonly given: number;
  /** Days between the filing and the member's nearest term in that chamber and state; 0 for a filing during the term. */
  readonly days: number;
  /** True if the member ever held the district. */
  readonly district: boolean;
  /** True if the member held the district on the filing date. */
  readonly seated: boolean;
  readonly generation: boolean;
}

/** Indexes the members once, by each word of their last names and by state. */
export function createFilerIndex(politicians: readonly Politician[]): FilerIndex {
  const byWord = new Map<string, MemberNames[]>();
  const byState = new Map<string, MemberNames[]>();
  for (const politician of politicians) {
    const names = listKnownNames(politician);
    const member = { politician, names };
    for (const word of new Set(names.flatMap(({ last }) => [...last, last.join("")]))) addToIndex(byWord, word, member);
    for (const state of new Set(politician.terms.map((term) => term.state))) addToIndex(byState, state, member);
  }
  return {
    findMember(query) {
      const printed = toPrintedFiler(query);
      const namesakes = new Set([...printed.last, printed.last.join("")].flatMap((word) => byWord.get(word) ?? []));
      const fits = [...namesakes].map((member) => findFitByName(member, printed, query)).filter((fit) => fit !== null);
      if (fits.length > 0) return narrowToOne(fits);
      const neighbours = byState.get(printed.seat?.state ?? "") ?? [];
      return narrowToOne(
        neighbours.map((member) => findFitBySeat(member, printed, query)).filter((fit) => fit !== null),
      );
    },
  };
}

/** Lists every form of the member's name, each with all given names, including those missing from the member's record. */
export function listKnownNames(politician: Politician): readonly KnownName[] {
  const further = FURTHER_GIVEN_NAMES[politician.id] ?? [];
  return politician.names.map(toKnownName).map((name) => ({ ...name, given: [...name.given, ...further] }));
}

function toPrintedFiler(query: FilerQuery): PrintedFiler {
  const name = foldName(query.first, query.last, query.suffix ?? null);
  const inDocument = findGivenNames(query.printed ?? null, name.last);
  const titled = foldWords(`${query.prefix ?? ""} ${query.first}`).some((word) => /^hon(orable)?$/.test(word));
  return { ...name, inDocument, titled, seat: parseSeat(query.stateDistrict) };
}

/** The best fit of the member's names; null if no last name agrees or the seat and given names are not sufficient. */
function findFitByName(member: MemberNames, printed: PrintedFiler, query: FilerQuery): Fit | null {
  const place = findTermFit(member.politician, printed, query);
  if (place === null) return null;
  let best: Fit | null = null;
  for (const name of member.names) {
    const last = scoreLastName(printed, name.last);
    const given = scoreGivenNameLists([...printed.given, ...printed.inDocument], name.given);
    if (last === 0 || last <= (best?.last ?? 0)) continue;
    const fit = { ...place, last, given, generation: printed.generation === name.generation };
    if (isTrusted(fit, printed, name)) best = fit;
  }
  return best;
}

// True in any of these cases:
// - Senate: a given name (first or middle) matches, or no given name is printed.
// - Senate: the last name is the same, the filing date is within a term, and a printed middle name or initial begins with the
//   first letter of the name that the member uses.
// - House: the member once held the printed district. A given name matches, or no given name is printed.
// - House: the member held the printed district on the filing date. The last name is the same, and a member's title is printed.
// - House: the member never held the printed district (around an election, the index may print another district). With a title,
//   a given name must match by more than an initial. Without a title, a given name and the last name must match fully.
function isTrusted(fit: Fit, printed: PrintedFiler, name: KnownName): boolean {
  if (printed.seat === null) {
    return fit.given > 0 || (fit.last === 3 && fit.days === 0 && sharesMiddleInitial(printed.given, name.given));
  }
  if (!fit.district) return fit.given > (printed.titled ? 1 : 2) && (printed.titled || fit.last === 3);
  return fit.given > 0 || (fit.last === 3 && printed.titled && fit.seated);
}

// Fit of a member whose record lacks the printed last name, perhaps a married name. Null unless the filer has a title and the
// member held exactly the printed seat on the filing date. The first printed given name or a form of it must be the member's.
function findFitBySeat(member: MemberNames, printed: PrintedFiler, query: FilerQuery): Fit | null {
  if (!printed.titled || printed.given.length === 0) return null;
  const place = findTermFit(member.politician, printed, query);
  if (place === null || !place.seated) return null;
  const given = Math.max(...member.names.map((name) => scoreGivenNameLists(printed.given.slice(0, 1), name.given)));
  return given > 1 ? { ...place, last: 0, given, generation: false } : null;
}

// Compares the filing's date and district with the member's terms in the same chamber and state. Null if none of these terms had
// begun by the filing date, or if all of the terms had ended over `DAYS_AFTER_OFFICE` days before that date.
function findTermFit(
  politician: Politician,
  { seat }: PrintedFiler,
  query: FilerQuery,
): Pick<Fit, "politician" | "days" | "district" | "seated"> | null {
  const terms = politician.terms.filter(
    (term) => term.chamber === query.chamber && (seat === null || term.state === seat.state),
  );
  const held = terms.filter((term) => seat !== null && term.district === seat.district);
  const days = countDaysAfterTerm(terms, query);
  if (days === null || days > DAYS_AFTER_OFFICE) return null;
  return { politician, days, district: held.length > 0, seated: countDaysAfterTerm(held, query) === 0 };
}

/** Days from the nearest term to the filing, 0 within a term; null if no term had begun. Without date and year, any term fits. */
function countDaysAfterTerm(terms: readonly Term[], { on, year }: FilerQuery): number | null {
  const from = on ?? (year ? parseIsoDate(`${year}-01-01`) : null);
  const to = on ?? (year ? parseIsoDate(`${year}-12-31`) : null);
  let least: number | null = null;
  for (const term of terms) {
    if (to !== null && term.start > to) continue;
    const days = from === null ? 0 : Math.max(0, countDaysBetween(term.end, from));
    if (least === null || days < least) least = days;
  }
  return least;
}

// Narrows the candidates in steps, and skips any step that would leave no candidate. Returns the politician if exactly one
// candidate is left. Otherwise returns null.
function narrowToOne(fits: readonly Fit[]): Politician | null {
  const steps: ((fit: Fit, left: readonly Fit[]) => boolean)[] = [
    (fit) => fit.district,
    (fit, left) => fit.days === Math.min(...left.map((each) => each.days)),
    (fit, left) => fit.last === Math.max(...left.map((each) => each.last)),
    (fit, left) => fit.given === Math.max(...left.map((each) => each.given)),
    (fit) => fit.generation,
  ];
  let left = fits;
  for (const keeps of steps) {
    const narrowed = left.filter((fit) => keeps(fit, left));
    if (narrowed.length > 0) left = narrowed;
  }
  return left.length === 1 ? (left[0]?.politician ?? null) : null;
}

/** Parses `CA11` as `{ state: "CA", district: 11 }`; null if the text is not a seat. */
export function parseSeat(stateDistrict: string | null): { readonly state: string; readonly district: number } | null {
  const found = /^\s*([A-Za-z]{2})\s*0*(\d*)\s*$/.exec(stateDistrict ?? "");
  return found ? { state: (found[1] ?? "").toUpperCase(), district: Number(found[2]) } : null;
}

/** The given names in `The Honorable Rafael E Cruz (Cruz, Ted)`: rafael, e, ted. */
function findGivenNames(printed: string | null, last: readonly string[]): readonly string[] {
  const [name = "", bracket = ""] = (printed ?? "").split("(");
  const inBracket = bracket.split(",").slice(1).join(" ");
  return [...foldName(name, "", null).given, ...foldName(inBracket, "", null).given].filter(
    (word) => !last.includes(word),
  );
}

function addToIndex(index: Map<string, MemberNames[]>, key: string, member: MemberNames): void {
  const members = index.get(key);
  if (members === undefined) index.set(key, [member]);
  else members.push(member);
}
