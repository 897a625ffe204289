import type { FictionalMember } from "../fictional/members.ts";
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
export function createDemoMemberships(people: readonly DemoPerson[]): Record<string, object[]> {
  const listSittingMembers = (chamber: DemoPerson["chamber"]) =>
    people.filter((each) => each.current && each.chamber === chamber);
  const house = listSittingMembers("house");
  const senate = listSittingMembers("senate");
  const createSubsetSeats = (members: readonly DemoPerson[], step: number, remainder: number) =>
    createSeats(members.filter((_, index) => index % step === remainder));
  return {
    HSZA: createSubsetSeats(house, 3, 0),
    HSZA01: createSubsetSeats(house, 6, 0),
    HSZB: createSubsetSeats(house, 3, 1),
    HSZC: createSubsetSeats(house, 5, 2),
    JZZA: [...createSubsetSeats(house, 7, 1), ...createSubsetSeats(senate, 4, 2)],
    SSZA: createSubsetSeats(senate, 2, 0),
    SSZA01: createSubsetSeats(senate, 4, 0),
    SSZB: createSubsetSeats(senate, 2, 1),
  };
}

/** The first member of each side is the chair or the ranking member. */
export function createSeats(members: readonly Pick<FictionalMember, "party" | "first" | "last" | "id">[]): object[] {
  const sides = [
    members.filter(({ party }) => party !== "Republican"),
    members.filter(({ party }) => party === "Republican"),
  ];
  return sides.flatMap((side, sideIndex) =>
    side.map(({ first, last, id }, index) => ({
      name: `${first} ${last}`,
      party: sideIndex === 0 ? "majority" : "minority",
      rank: index + 1,
      ...(index === 0 && { title: sideIndex === 0 ? "Chairman" : "Ranking Member" }),
      bioguide: id,
    })),
  );
}
