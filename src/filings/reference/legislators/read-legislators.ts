/** Reads the list of members, which is two files of unitedstates/congress-legislators: `legislators-current.json` and `legislators-historical.json`. */
import { z } from "zod";
import { ParseError } from "../../../base/errors.ts";
import { type IsoDate, parseIsoDate } from "../../../domain/dates.ts";
import type { PartySpan, PersonName, Politician, Term } from "../../../domain/politician.ts";
import { BIOGUIDE_ID, createShapeError, parseJson } from "./json-file.ts";

const LABEL = "member list";

/** Members whose last term ended earlier are left out: the official indexes of filings begin in 2008, so they list no reports of such members. */
const EARLIEST_LAST_TERM_END = "2008-01-01";

const day = z.string().transform((text, context): IsoDate => {
  const date = parseIsoDate(text);
  if (date !== null) return date;
  context.addIssue({ code: "custom", message: `expected a day like 2021-01-03, got "${text}"` });
  return z.NEVER;
});
const filledText = z.string().trim().min(1);
const optionalText = z.string().trim().nullish();

const Affiliation = z.object({ start: day, end: day, party: filledText, caucus: optionalText });
const TermRecord = z
  .object({
    type: z.enum(["sen", "rep"]),
    start: day,
    end: day,
    state: z.string().regex(/^[A-Z]{2}$/),
    district: z.int().min(0).max(99).nullish(),
    party: filledText,
    caucus: optionalText,
    party_affiliations: z.array(Affiliation).nullish(),
  })
  .refine((term) => term.type === "sen" || typeof term.district === "number", "a House term must name its district");
const NameRecord = z.object({
  first: filledText,
  middle: optionalText,
  last: filledText,
  suffix: optionalText,
  nickname: optionalText,
  official_full: optionalText,
});
const MemberRecord = z.object({
  id: z.object({ bioguide: BIOGUIDE_ID }),
  name: NameRecord,
  other_names: z.array(NameRecord.partial()).nullish(),
  terms: z.array(TermRecord).min(1),
});
type MemberRecord = z.infer<typeof MemberRecord>;

/** Checks only the ends of a person's terms: records of members whose last term ended before 2008 may lack the other fields. */
const PersonTermEnds = z.object({ terms: z.array(z.object({ end: z.string() })).min(1) });

/**
 * Pure. Members in one file who were in office in 2008 or later, in its order. `current` tells which of the two files it is.
 * Each politician's `committees` is empty: the file lacks them. @throws {ParseError} `json_malformed` if not JSON; `json_unexpected_shape`
 * naming the first wrong field; `json_empty` if nobody was in office since 2008; `json_duplicate` for a repeated person.
 */
export function readLegislators(bytes: Uint8Array, current: boolean): Politician[] {
  const people = z.array(z.unknown()).safeParse(parseJson(LABEL, bytes));
  if (!people.success) throw createShapeError(LABEL, "the file", people.error);
  const politicians: Politician[] = [];
  const seen = new Set<string>();
  for (const [index, person] of people.data.entries()) {
    const politician = readPerson(person, index, current);
    if (politician === null) continue;
    if (seen.has(politician.id)) {
      throw new ParseError("json_duplicate", `${LABEL}: ${politician.id} appears more than once`);
    }
    seen.add(politician.id);
    politicians.push(politician);
  }
  if (politicians.length === 0) {
    throw new ParseError("json_empty", `${LABEL}: it lists nobody who sat since 2008; at least one is expected`);
  }
  return politicians;
}

function readPerson(person: unknown, index: number, current: boolean): Politician | null {
  const termEnds = PersonTermEnds.safeParse(person);
  if (!termEnds.success) throw createShapeError(LABEL, `person at index ${index}`, termEnds.error);
  if (termEnds.data.terms.every((term) => term.end < EARLIEST_LAST_TERM_END)) return null;
  const member = MemberRecord.safeParse(person);
  if (!member.success) throw createShapeError(LABEL, `person at index ${index}`, member.error);
  return toPolitician(member.data, current);
}

function toPolitician(member: MemberRecord, current: boolean): Politician {
  const main = toPersonName(member.name);
  const others = (member.other_names ?? []).map((form) => ({
    ...main,
    first: form.first ?? main.first,
    middle: form.middle ?? main.middle,
    last: form.last ?? main.last,
    suffix: form.suffix ?? main.suffix,
    nickname: form.nickname ?? main.nickname,
    officialFull: form.official_full ?? null,
  }));
  return {
    id: member.id.bioguide,
    name: main.officialFull ?? [main.first, main.last, main.suffix].filter((part) => part !== null).join(" "),
    names: [main, ...others],
    terms: member.terms.map(toTerm).sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0)),
    committees: [],
    current,
  };
}

function toPersonName(name: z.infer<typeof NameRecord>): PersonName {
  return {
    first: name.first,
    middle: name.middle || null,
    last: name.last,
    suffix: name.suffix || null,
    nickname: name.nickname || null,
    officialFull: name.official_full || null,
  };
}

function toTerm(term: z.infer<typeof TermRecord>): Term {
  const whole: PartySpan = { start: term.start, end: term.end, party: term.party, caucus: term.caucus || null };
  const spans = (term.party_affiliations ?? []).map((span) => ({ ...span, caucus: span.caucus || null }));
  return {
    chamber: term.type === "sen" ? "senate" : "house",
    start: term.start,
    end: term.end,
    state: term.state,
    district: term.type === "sen" ? null : (term.district ?? null),
    parties: spans.length > 0 ? spans : [whole],
  };
}
