/** The demo's members: storybook names that no member of Congress has ever had, each with individual trading habits. */
import type { Party } from "../../../domain/politician.ts";
import { createTerms, type FictionalMember, getCongressStartYear } from "../fictional/members.ts";
import type { Sector } from "./companies.ts";

export interface Habits {
  /** The member's weight when a filer is picked for one of the chamber's reports. If it is 0, the member is never picked. */
  readonly reports: number;
  /** With 0.625, amounts are spread evenly over the brackets; the higher the value, the smaller the amounts. */
  readonly modesty: number;
  /** Share of the reports that are filed too late. */
  readonly late: number;
  readonly favourites: readonly Sector[];
}

export interface DemoPerson extends FictionalMember {
  /** The full name in the member's record. */
  readonly full: string;
  readonly nickname: string | null;
  /** The former party of a member who switched parties. */
  readonly switchedFrom: Party | null;
  readonly habits: Habits;
}

type Name = string | readonly [first: string, nickname: string, last: string];
type Line = readonly [Name, Party, state: string, district: number | null, Habits];

const createHabits = (reports: number, modesty: number, late: number, ...favourites: Sector[]): Habits => ({
  reports,
  modesty,
  late,
  favourites,
});

const HOUSE: readonly Line[] = [
  ["Ada Quillfeather", "Democrat", "CA", 12, createHabits(9, 1.5, 0.05, "technology")],
  ["Bartholomew Thistlewick", "Republican", "TX", 7, createHabits(8, 1.9, 0.1, "energy", "finance")],
  ["María Lanternby", "Democrat", "NM", 2, createHabits(5, 3, 0, "health", "funds")],
  ["Zoë Marrowmere", "Democrat", "WA", 3, createHabits(4, 3, 0.2, "technology", "consumer")],
  [["Thaddeus", "Tad", "Brindlewood"], "Republican", "OH", 4, createHabits(6, 2.2, 0.45, "industry", "energy")],
  ["Seán O'Tanglewood", "Republican", "NY", 21, createHabits(4, 2.4, 0.1, "finance")],
  ["Philippa Copperkettle", "Democrat", "FL", 9, createHabits(3, 3.5, 0, "funds")],
  ["Ignatius Dunderhove", "Republican", "FL", 17, createHabits(5, 1.7, 0.7, "industry", "defense")],
  ["Wilhelmina Pepperwhistle", "Republican", "MT", 1, createHabits(3, 2.6, 0.1, "energy")],
  ["Cornelius Hobblestone", "Republican", "TX", 22, createHabits(4, 2.2, 0.15, "defense", "technology")],
  ["Ximena Nightjar-Peña", "Democrat", "CA", 31, createHabits(5, 2.8, 0.05, "technology", "health")],
  ["Oluwaseun Larkspindle", "Democrat", "NY", 8, createHabits(3, 3.2, 0, "finance", "funds")],
  ["Hyacinth Merriwinkle", "Republican", "AK", 0, createHabits(2, 2.5, 0.3, "energy", "industry")],
  ["Leopold Gadwhistle", "Independent", "ME", 2, createHabits(3, 2.4, 0.1, "consumer")],
  ["Jürgen Tallowmere", "Republican", "OH", 11, createHabits(3, 2.8, 0.1, "industry")],
  ["Amaryllis Coralgate", "Democrat", "VI", 0, createHabits(1, 3.5, 0, "funds")],
  ["Beatrix Fernsby-Moon", "Democrat", "OR", 3, createHabits(0, 3, 0)],
  ["Wenceslas Applethorpe", "Republican", "CO", 8, createHabits(0, 3, 0, "consumer")],
];
/** Members who left at the end of the previous Congress. */
const FORMER_MEMBERS: readonly Line[] = [
  ["Eudora Candlewright", "Democrat", "CA", 45, createHabits(3, 2.2, 0.25, "health", "consumer")],
];
const SENATE: readonly Line[] = [
  ["Josephine Wintergloam", "Democrat", "OR", null, createHabits(5, 2.5, 0.1, "technology", "funds")],
  ["Augustus Penhallowick", "Republican", "UT", null, createHabits(8, 1.4, 0.1, "finance", "energy")],
  ["Rosalind Thornquill", "Republican", "IA", null, createHabits(4, 2.6, 0.05, "consumer", "industry")],
  ["Émile Farrowgate", "Independent", "VT", null, createHabits(2, 3.4, 0, "funds")],
  ["Clementine Mossgrove", "Democrat", "NV", null, createHabits(4, 2.4, 0.35, "health")],
  ["Barnaby Ravenscope", "Republican", "ND", null, createHabits(5, 1.9, 0.1, "energy", "defense")],
  ["Guadalupe Silvermoth", "Democrat", "NM", null, createHabits(3, 2.8, 0, "health", "technology")],
  [["Lucinda", "Lucy", "O'Bramblewood"], "Republican", "KS", null, createHabits(3, 2.6, 0.15, "industry")],
  ["Horatio Bellwhistle", "Republican", "WY", null, createHabits(0, 3, 0)],
];
const SWITCHED = "Leopold Gadwhistle";
/** The member who has filed only one report, with one trade. */
export const ONE_TRADE_MEMBER = "Wenceslas Applethorpe";

/** Twenty-eight members of both chambers. Ids count up from Z970001, which no real member has. */
export function createDemoPeople(today: string): DemoPerson[] {
  const congress = getCongressStartYear(today);
  const lines = [
    ...HOUSE.map((line) => ({ line, chamber: "house" as const, current: true })),
    ...FORMER_MEMBERS.map((line) => ({ line, chamber: "house" as const, current: false })),
    ...SENATE.map((line) => ({ line, chamber: "senate" as const, current: true })),
  ];
  return lines.map(({ line, chamber, current }, index) => {
    const [name, party, state, district, habits] = line;
    const [first, nickname, last] = splitDemoName(name);
    const full = `${first} ${nickname === null ? "" : `“${nickname}” `}${last}`;
    return {
      id: `Z97${String(index + 1).padStart(4, "0")}`,
      first,
      last,
      full,
      nickname,
      chamber,
      state,
      district,
      party,
      switchedFrom: full === SWITCHED ? "Republican" : null,
      terms: createTerms(chamber, congress - (current ? 0 : 2), index),
      current,
      habits,
    };
  });
}

function splitDemoName(name: Name): readonly [first: string, nickname: string | null, last: string] {
  if (typeof name !== "string") return name;
  const blank = name.indexOf(" ");
  return [name.slice(0, blank), null, name.slice(blank + 1)];
}

/** Creates the member's record in the JSON format of unitedstates/congress-legislators. */
export function toPersonRecord(person: DemoPerson, index: number): unknown {
  const { id, first, last, full, nickname, chamber, state, district, party, switchedFrom } = person;
  return {
    id: { bioguide: id },
    name: { first, last, ...(nickname !== null && { nickname }), official_full: full },
    bio: { gender: "F" },
    terms: person.terms.map((term, at) => ({
      type: chamber === "senate" ? "sen" : "rep",
      ...term,
      state,
      ...(chamber === "senate" ? { class: 1 + (index % 3) } : { district }),
      party: at < person.terms.length - 1 && switchedFrom !== null ? switchedFrom : party,
      ...(party === "Independent" && { caucus: "Democrat" }),
    })),
  };
}
