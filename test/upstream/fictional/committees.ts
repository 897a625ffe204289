/** Fictional committees and their members, in the format of unitedstates/congress-legislators. */
import { createSeats } from "../../../src/app/demo/content/committees.ts";
import type { FictionalMember } from "../../../src/app/demo/fictional/members.ts";

const ABOUT = "FICTIONAL: nothing here is about a real committee.";

/** Committees in the format of `committees-current.json`. */
export const COMMITTEES = [
  {
    type: "house",
    name: "House Committee on Fictional Samples",
    thomas_id: "HSZZ",
    jurisdiction: ABOUT,
    subcommittees: [
      { name: "Made-up Widgets", thomas_id: "01" },
      { name: "Imaginary Gadgets", thomas_id: "02" },
    ],
  },
  { type: "joint", name: "Joint Committee on Fictional Examples", thomas_id: "JZZZ" },
  {
    type: "senate",
    name: "Senate Committee on Fictional Samples",
    thomas_id: "SSZZ",
    jurisdiction: ABOUT,
    subcommittees: [{ name: "Pretended Matters", thomas_id: "01" }],
  },
];

/**
 * Creates memberships in the format of `committee-membership-current.json`. Every fifth member and all former members have none.
 */
export function createMemberships(members: readonly FictionalMember[]): Record<string, object[]> {
  const seated = members.filter((member, index) => member.current && index % 5 !== 4);
  const house = seated.filter(({ chamber }) => chamber === "house");
  const senate = seated.filter(({ chamber }) => chamber === "senate");
  const pickEvery = (of: readonly FictionalMember[], every: number) => of.filter((_, index) => index % every === 0);
  return {
    HSZZ: createSeats(house),
    HSZZ01: createSeats(pickEvery(house, 2)),
    HSZZ02: createSeats(pickEvery(house, 3)),
    JZZZ: [...createSeats(pickEvery(house, 6)), ...createSeats(pickEvery(senate, 4))],
    SSZZ: createSeats(senate),
    SSZZ01: createSeats(pickEvery(senate, 2)),
  };
}
