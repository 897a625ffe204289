/**
 * The industries that committees oversee: a table of ours, which joins the words of a committee's jurisdiction in the rules of its chamber to titles of
 * the SIC manual that name the same thing. A subject that the rules give in general words only has no line. Nothing is concluded from it.
 */

/** One subject of a committee, and the industries that it names. */
interface OverseenSubject {
  /** The subject in the words of the rule. */
  readonly subject: string;
  /** Major groups of two digits, or industry groups of three. */
  readonly industries: readonly string[];
}

interface CommitteeIndustries {
  /** Id in the members' record: `HSAG`. */
  readonly committee: string;
  readonly name: string;
  /** The rule that lists the subjects. */
  readonly rule: string;
  readonly subjects: readonly OverseenSubject[];
}

/** The publication that lists the titles of the industries. */
export const SIC_MANUAL = "Standard Industrial Classification Manual, Office of Management and Budget, 1987";

const house = (letter: string) => `Rules of the House of Representatives, Rule X, clause 1(${letter})`;
const SENATE = "Standing Rules of the Senate, Rule XXV, paragraph 1";

const TRANSPORT = ["40", "41", "42", "44", "45"];

export const COMMITTEE_INDUSTRIES: readonly CommitteeIndustries[] = [
  {
    committee: "HSAG",
    name: "House Committee on Agriculture",
    rule: house("a"),
    subjects: [
      { subject: "Agriculture generally", industries: ["01", "02", "07"] },
      { subject: "Forestry in general", industries: ["08"] },
      {
        subject: "Inspection of livestock, poultry, meat products, and seafood and seafood products",
        industries: ["201", "209"],
      },
      { subject: "Dairy industry", industries: ["202"] },
      { subject: "Commodity exchanges", industries: ["62"] },
    ],
  },
  {
    committee: "HSIF",
    name: "House Committee on Energy and Commerce",
    rule: house("f"),
    subjects: [
      { subject: "Biomedical research and development", industries: ["283"] },
      { subject: "Health and health facilities", industries: ["80"] },
      {
        subject: "Exploration, production, storage, supply, marketing, pricing, and regulation of energy resources",
        industries: ["12", "13", "29", "46"],
      },
      { subject: "The generation and marketing of power", industries: ["49"] },
      { subject: "Regulation of interstate and foreign communications", industries: ["48"] },
      { subject: "Travel and tourism", industries: ["70"] },
    ],
  },
  {
    committee: "HSBA",
    name: "House Committee on Financial Services",
    rule: house("h"),
    subjects: [
      { subject: "Banks and banking", industries: ["60"] },
      { subject: "Money and credit", industries: ["61"] },
      { subject: "Securities and exchanges", industries: ["62"] },
      { subject: "Insurance generally", industries: ["63", "64"] },
      { subject: "Public and private housing", industries: ["65"] },
    ],
  },
  {
    committee: "HSII",
    name: "House Committee on Natural Resources",
    rule: house("m"),
    subjects: [
      { subject: "Fisheries and wildlife", industries: ["09"] },
      { subject: "Mining interests generally", industries: ["10", "12", "14"] },
      { subject: "Petroleum conservation on public lands", industries: ["13"] },
    ],
  },
  {
    committee: "HSSY",
    name: "House Committee on Science, Space, and Technology",
    rule: house("p"),
    subjects: [
      { subject: "Astronautical research and development", industries: ["376"] },
      { subject: "Civil aviation research and development", industries: ["372"] },
      { subject: "Scientific research, development, and demonstration", industries: ["873"] },
    ],
  },
  {
    committee: "HSPW",
    name: "House Committee on Transportation and Infrastructure",
    rule: house("r"),
    subjects: [
      { subject: "Transportation, including civil aviation, railroads, water transportation", industries: TRANSPORT },
      { subject: "Construction or maintenance of roads", industries: ["16"] },
    ],
  },
  {
    committee: "SSAF",
    name: "Senate Committee on Agriculture, Nutrition, and Forestry",
    rule: SENATE,
    subjects: [
      { subject: "Agriculture and agricultural commodities", industries: ["01", "02", "07"] },
      { subject: "Forestry", industries: ["08"] },
      { subject: "Inspection of livestock, meat, and agricultural products", industries: ["201"] },
      { subject: "Pests and pesticides", industries: ["287"] },
    ],
  },
  {
    committee: "SSAS",
    name: "Senate Committee on Armed Services",
    rule: SENATE,
    subjects: [
      {
        subject:
          "Aeronautical and space activities peculiar to or primarily associated with the development of weapons systems or military operations",
        industries: ["348", "372", "376"],
      },
    ],
  },
  {
    committee: "SSBK",
    name: "Senate Committee on Banking, Housing, and Urban Affairs",
    rule: SENATE,
    subjects: [
      { subject: "Banks, banking, and financial institutions", industries: ["60", "61"] },
      { subject: "Public and private housing", industries: ["65"] },
      { subject: "Urban development and urban mass transit", industries: ["41"] },
    ],
  },
  {
    committee: "SSCM",
    name: "Senate Committee on Commerce, Science, and Transportation",
    rule: SENATE,
    subjects: [
      { subject: "Communications", industries: ["48"] },
      {
        subject:
          "Regulation of interstate common carriers, including railroads, buses, trucks, vessels, pipelines, and civil aviation",
        industries: [...TRANSPORT, "46"],
      },
      { subject: "Marine fisheries", industries: ["09"] },
      { subject: "Nonmilitary aeronautical and space sciences", industries: ["372", "376"] },
      { subject: "Sports", industries: ["794"] },
    ],
  },
  {
    committee: "SSEG",
    name: "Senate Committee on Energy and Natural Resources",
    rule: SENATE,
    subjects: [
      { subject: "Coal production, distribution, and utilization", industries: ["12"] },
      { subject: "Mining, mineral lands, mining claims, and mineral conservation", industries: ["10", "14"] },
      { subject: "Oil and gas production and distribution", industries: ["13", "46", "492"] },
      { subject: "Energy regulation and conservation", industries: ["491"] },
    ],
  },
  {
    committee: "SSEV",
    name: "Senate Committee on Environment and Public Works",
    rule: SENATE,
    subjects: [
      { subject: "Construction and maintenance of highways", industries: ["16"] },
      { subject: "Fisheries and wildlife", industries: ["09"] },
      { subject: "Solid waste disposal and recycling", industries: ["495"] },
    ],
  },
  {
    committee: "SSHR",
    name: "Senate Committee on Health, Education, Labor, and Pensions",
    rule: SENATE,
    subjects: [
      { subject: "Measures relating to education, labor, health, and public welfare", industries: ["80", "82"] },
      { subject: "Biomedical research and development", industries: ["283"] },
    ],
  },
];

const BY_COMMITTEE = new Map(COMMITTEE_INDUSTRIES.map((each) => [each.committee, each]));

/** Undefined for a committee that has no line. @param committee id in the members' record, of a committee and no subcommittee. */
export function industriesOfCommittee(committee: string): CommitteeIndustries | undefined {
  return BY_COMMITTEE.get(committee);
}

/** Committees with a subject that names these industries, or a part of them. @param name as `INDUSTRY_NAME` says, of digits. */
export function committeesOver(name: string): readonly CommitteeIndustries[] {
  return COMMITTEE_INDUSTRIES.flatMap((each) => {
    const subjects = each.subjects.filter(({ industries }) =>
      industries.some((industry) => name.startsWith(industry) || industry.startsWith(name)),
    );
    return subjects.length === 0 ? [] : [{ ...each, subjects }];
  });
}
