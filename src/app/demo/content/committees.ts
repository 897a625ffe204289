/** Committees of the demo, and their members. */
import { seats } from "../fictional/committees.ts";
import type { DemoPerson } from "./people.ts";

const jurisdiction = "FICTIONAL: nothing here is about a real committee.";

export const DEMO_COMMITTEES = [
  {
    type: "house",
    name: "House Committee on Widgets and Gadgets",
    thomas_id: "HSZA",
    jurisdiction,
    subcommittees: [{ name: "Moving Parts", thomas_id: "01" }],
  },
  { type: "house", name: "House Committee on Imaginary Finance", thomas_id: "HSZB", jurisdiction },
  { type: "house", name: "House Committee on Castles in the Air", thomas_id: "HSZC", jurisdiction },
  { type: "joint", name: "Joint Committee on Rainbows", thomas_id: "JZZA" },
  {
    type: "senate",
    name: "Senate Committee on Lighthouses and Lanterns",
    thomas_id: "SSZA",
    jurisdiction,
    subcommittees: [{ name: "Wicks and Oil", thomas_id: "01" }],
  },
  { type: "senate", name: "Senate Committee on Clockwork", thomas_id: "SSZB", jurisdiction },
];

/** Memberships in the format of `committee-membership-current.json`. */
export function demoCommitteeMembers(people: readonly DemoPerson[]): Record<string, object[]> {
  const of = (chamber: DemoPerson["chamber"]) => people.filter((each) => each.current && each.chamber === chamber);
  const house = of("house");
  const senate = of("senate");
  const part = (members: readonly DemoPerson[], every: number, rest: number) =>
    seats(members.filter((_, index) => index % every === rest));
  return {
    HSZA: part(house, 3, 0),
    HSZA01: part(house, 6, 0),
    HSZB: part(house, 3, 1),
    HSZC: part(house, 5, 2),
    JZZA: [...part(house, 7, 1), ...part(senate, 4, 2)],
    SSZA: part(senate, 2, 0),
    SSZA01: part(senate, 4, 0),
    SSZB: part(senate, 2, 1),
  };
}
