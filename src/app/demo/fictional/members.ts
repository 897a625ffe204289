/** Made-up members of Congress, in the format of unitedstates/congress-legislators, with names that cannot be mistaken for anyone's. */
import type { Chamber, Party } from "../../../domain/politician.ts";
import { createChance } from "./chance.ts";

export interface FictionalTerm {
  readonly start: string;
  readonly end: string;
}

export interface FictionalMember {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly chamber: Chamber;
  readonly state: string;
  /** 0 is at large; null in the Senate. */
  readonly district: number | null;
  readonly party: Party;
  /** Oldest first. */
  readonly terms: readonly FictionalTerm[];
  readonly current: boolean;
}

const FIRST = ["Fictional", "Imaginary", "Invented", "Madeup", "Pretend"];
const LAST = [
  ..."Sampleton Exampleby Placeholder Mockworth Testerly Demoson Fictionby Pretendle Inventley Fabriquette".split(" "),
  ..."Dummington Specimenz Makebelieve Loremipsum Noperson Unrealsmith Nonesuch Fakename Stubbins-Mock Templater".split(
    " ",
  ),
  ..."Draftington Outofthinair Notareal Figment Hypothetic Fauxley Seudonym Simulacrum Standin Prototypical".split(" "),
  ..."Nobodyston Anonymouse Fixtureson Whatsisname Thingamajig Sandboxer Dryrunner Mannequin Scarecrow Papercutout".split(
    " ",
  ),
];
/** State and highest district in use. */
const HOUSE_SEATS = [
  ["CA", 52],
  ["TX", 38],
  ["NY", 26],
  ["FL", 28],
  ["OH", 15],
  ["WA", 10],
  ["MT", 2],
  ["AK", 0],
] as const;
const SENATE_STATES = ["ME", "OR", "NV", "IA", "VT", "UT", "KS", "DE", "HI", "ND", "NM", "NH", "WY"];
const SENATORS = 13;
const FORMER = 3;
/** The member who changed party, and the independent who caucuses with the Democrats. */
const SWITCHED = 4;
const INDEPENDENTS = [6, 30];

/** Forty members: 24 sitting representatives and 13 senators, 3 representatives who left at the end of the previous Congress. */
export function createFictionalMembers(today: string): FictionalMember[] {
  const congress = findCongressStart(today);
  return LAST.map((last, index) => {
    const draw = createChance(`member ${last}`);
    const senator = index >= LAST.length - SENATORS;
    const isFormer = !senator && index >= LAST.length - SENATORS - FORMER;
    const [state, districts] = HOUSE_SEATS[index % HOUSE_SEATS.length] ?? ["CA", 52];
    return {
      id: `Z9${String(index + 1).padStart(5, "0")}`,
      first: draw.pick(FIRST),
      last,
      chamber: senator ? "senate" : "house",
      state: senator ? (SENATE_STATES[index % SENATE_STATES.length] ?? "ME") : state,
      district: senator ? null : districts === 0 ? 0 : 1 + ((index * 7) % districts),
      party: INDEPENDENTS.includes(index) ? "Independent" : index % 2 === 0 ? "Democrat" : "Republican",
      terms: senator ? createSenateTerms(congress, index) : createHouseTerms(congress, isFormer ? -2 : 0),
      current: !isFormer,
    };
  });
}

/** The member's record as in the site's JSON. */
export function toMemberRecord(member: FictionalMember, index: number): unknown {
  const { id, first, last, state, district, chamber } = member;
  return {
    id: { bioguide: id },
    name: { first, last, official_full: `${first} ${last}` },
    bio: { gender: index % 2 === 0 ? "F" : "M" },
    terms: member.terms.map((term) => ({
      type: chamber === "senate" ? "sen" : "rep",
      ...term,
      state,
      ...(chamber === "senate" ? { class: 1 + (index % 3) } : { district }),
      party: member.party,
      ...(member.party === "Independent" && { caucus: "Democrat" }),
      ...(index === SWITCHED && { party_affiliations: splitTerm(term, member.party) }),
    })),
  };
}

/** Splits a term: its first half was in the other party. */
function splitTerm({ start, end }: FictionalTerm, party: Party) {
  const middle = new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString().slice(0, 10);
  return [
    { start, end: middle, party: party === "Democrat" ? "Republican" : "Democrat" },
    { start: middle, end, party },
  ];
}

/** A Congress begins on January 3 of an odd year. */
export function findCongressStart(today: string): number {
  const year = Number(today.slice(0, 4));
  const begun = today.slice(5) >= "01-03" ? year : year - 1;
  return begun % 2 === 1 ? begun : begun - 1;
}

function createHouseTerms(congress: number, shift: number): FictionalTerm[] {
  return [-6, -4, -2, 0].map((back) => createTerm(congress + back + shift, 2));
}

function createSenateTerms(congress: number, index: number): FictionalTerm[] {
  const start = congress - 2 * (index % 3);
  return [createTerm(start - 6, 6), createTerm(start, 6)];
}

export const createTerm = (year: number, years: number): FictionalTerm => ({
  start: `${year}-01-03`,
  end: `${year + years}-01-03`,
});
