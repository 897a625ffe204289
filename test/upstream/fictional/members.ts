/** Fictional members of Congress, in the format of unitedstates/congress-legislators. */
import { createRandomSource } from "../../../src/app/demo/fictional/chance.ts";
import {
  createTerms,
  type FictionalMember,
  type FictionalTerm,
  getCongressStartYear,
} from "../../../src/app/demo/fictional/members.ts";
import type { Party } from "../../../src/domain/politician.ts";

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
/** States and their highest district numbers; 0 for an at-large district. */
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
/** Indexes of the member who changed party, and of the independents who caucus with the Democrats. */
const SWITCHED = 4;
const INDEPENDENTS = [6, 30];

/**
 * Creates 40 members: 24 sitting representatives, 13 senators, and 3 representatives who left at the end of the previous
 * Congress.
 */
export function createFictionalMembers(today: string): FictionalMember[] {
  const congress = getCongressStartYear(today);
  return LAST.map((last, index) => {
    const draw = createRandomSource(`member ${last}`);
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
      terms: createTerms(senator ? "senate" : "house", congress - (isFormer ? 2 : 0), index),
      current: !isFormer,
    };
  });
}

/** Converts a member to a record of the site's JSON. */
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

/** Splits a term into two halves, with the other party in the first half. */
function splitTerm({ start, end }: FictionalTerm, party: Party) {
  const middle = new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString().slice(0, 10);
  return [
    { start, end: middle, party: party === "Democrat" ? "Republican" : "Democrat" },
    { start: middle, end, party },
  ];
}
