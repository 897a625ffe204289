/** Made-up committees and their members, in the format of unitedstates/congress-legislators. */
import type { FictionalMember } from "./members.ts";

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

/** Memberships in the format of `committee-membership-current.json`: every fifth sitting member has no committee. */
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

/** The first of each side is the chair or the ranking member. */
export function createSeats(members: readonly Pick<FictionalMember, "party" | "first" | "last" | "id">[]): object[] {
  const sides = [
    members.filter(({ party }) => party !== "Republican"),
    members.filter(({ party }) => party === "Republican"),
  ];
  return sides.flatMap((side, minority) =>
    side.map(({ first, last, id }, index) => ({
      name: `${first} ${last}`,
      party: minority === 0 ? "majority" : "minority",
      rank: index + 1,
      ...(index === 0 && { title: minority === 0 ? "Chairman" : "Ranking Member" }),
      bioguide: id,
    })),
  );
}
