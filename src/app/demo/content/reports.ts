/** The schedule of the demo's reports: filer, kind and day. It is the same on every machine, and past days never change. */
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import type { Chamber } from "../../../domain/politician.ts";
import { createRandomSource, type RandomSource } from "../fictional/chance.ts";
import { getCongressStartYear } from "../fictional/members.ts";
import { type DemoPerson, ONE_TRADE_MEMBER } from "./people.ts";
import { type DemoTrade, getNextBracket, makeListedTrade, makeOptionTrade, makeUnlistedTrade } from "./trades.ts";

/** The special trait of a report; most reports have none. */
export type ReportKind =
  | "plain"
  | "options"
  | "bonds"
  | "exchange"
  | "unlisted"
  | "long"
  | "hundred"
  | "scan_clear"
  | "scan_doubtful"
  | "scan_damaged"
  | "amends"
  | "amends_unknown"
  | "deletes"
  | "repeats"
  | "no_trades"
  | "impossible_row"
  | "impossible"
  | "not_a_member"
  | "missing"
  | "wrong_document";

export interface Report {
  /** Number of the report in its chamber. The document id is derived from this number. */
  readonly turn: number;
  readonly filed: IsoDate;
  readonly kind: ReportKind;
  readonly person: DemoPerson;
  readonly trades: readonly DemoTrade[];
  /** The report whose trades this one amends, deletes or repeats; null if none. */
  readonly earlier: Report | null;
}

/** How often a chamber's reports appear. `kinds` lists the positions in a cycle at which a report is not `plain`. */
interface Rhythm {
  readonly everyDays: number;
  readonly cycle: number;
  readonly kinds: Readonly<Record<number, ReportKind>>;
}

const RHYTHM: Readonly<Record<Chamber, Rhythm>> = {
  house: {
    everyDays: 5,
    cycle: 60,
    kinds: {
      4: "hundred",
      9: "scan_clear",
      13: "options",
      16: "bonds",
      19: "scan_doubtful",
      22: "exchange",
      25: "amends",
      28: "unlisted",
      31: "repeats",
      37: "amends_unknown",
      40: "not_a_member",
      42: "missing",
      44: "impossible_row",
      47: "deletes",
      49: "scan_damaged",
      52: "impossible",
      55: "long",
      58: "wrong_document",
    },
  },
  senate: {
    everyDays: 8,
    cycle: 30,
    kinds: {
      2: "options",
      5: "amends",
      8: "scan_clear",
      10: "bonds",
      13: "scan_doubtful",
      15: "exchange",
      17: "unlisted",
      19: "missing",
      21: "amends_unknown",
      23: "scan_damaged",
      24: "impossible",
      26: "long",
      28: "no_trades",
    },
  },
};
/** A report of kind `amends`, `deletes` or `repeats` refers to an earlier `plain` report, whose `turn` is lower by this much. */
const TURNS_BACK = 2;
const FIRST_DAY = "2000-01-01" as IsoDate;
/** Length of the schedule in days: a little over three years, so that each page has several years to show. */
const DAYS = 1150;

/** The reports of a chamber up to `today`, newest last. */
export function createDemoReports(chamber: Chamber, people: readonly DemoPerson[], today: IsoDate): Report[] {
  const { everyDays } = RHYTHM[chamber];
  const last = Math.floor(countDaysBetween(FIRST_DAY, today) / everyDays);
  const first = Math.ceil(countDaysBetween(FIRST_DAY, addDays(today, -DAYS)) / everyDays);
  return Array.from({ length: last - first + 1 }, (_, at) => createReport(chamber, people, first + at));
}

/** Creates an unscheduled `plain` report, filed on `filed`, with a few trades by a sitting House member. */
export function createReportOnDemand(people: readonly DemoPerson[], filed: IsoDate, number: number): Report {
  const draw = createRandomSource(`demonstration on demand ${filed} ${number}`);
  const person = pickFiler(draw, people, "house", filed);
  const trades = Array.from({ length: draw.drawInteger(1, 3) }, () => makeListedTrade(draw, person, filed, false));
  return { turn: number, filed, kind: "plain", person, trades, earlier: null };
}

/** The only report of one member, with one trade: filed in the last year of the previous Congress. */
export function createOneTradeReport(people: readonly DemoPerson[], today: IsoDate): Report {
  const filed = `${getCongressStartYear(today) - 1}-06-12` as IsoDate;
  const draw = createRandomSource(`demonstration only report ${filed}`);
  const person = people.find(({ full }) => full === ONE_TRADE_MEMBER);
  if (person === undefined) throw new Error(`${ONE_TRADE_MEMBER} is not among the members`);
  return {
    turn: 0,
    filed,
    kind: "plain",
    person,
    trades: [makeListedTrade(draw, person, filed, false)],
    earlier: null,
  };
}

function createReport(chamber: Chamber, people: readonly DemoPerson[], turn: number): Report {
  const { everyDays } = RHYTHM[chamber];
  const kind = getReportKind(chamber, turn);
  const filed = addDays(FIRST_DAY, turn * everyDays);
  const draw = createRandomSource(`demonstration ${chamber} ${turn}`);
  if (kind === "amends" || kind === "deletes" || kind === "repeats") {
    const earlier = createReport(chamber, people, turn - TURNS_BACK);
    return { turn, filed, kind, person: earlier.person, trades: repeatEarlierTrades(kind, earlier), earlier };
  }
  const person = pickFiler(draw, people, chamber, filed);
  return { turn, filed, kind, person, trades: generateTrades(kind, draw, person, filed), earlier: null };
}

/** Scans appear only in every second cycle, so that reading them takes no more than half a minute. */
function getReportKind(chamber: Chamber, turn: number): ReportKind {
  const { cycle, kinds } = RHYTHM[chamber];
  const kind = kinds[turn % cycle] ?? "plain";
  return kind.startsWith("scan") && Math.floor(turn / cycle) % 2 === 1 ? "plain" : kind;
}

/** For an amendment, returns all trades with the first amount corrected; otherwise only the first trade, unchanged. */
function repeatEarlierTrades(kind: ReportKind, { trades }: Report): readonly DemoTrade[] {
  if (kind !== "amends") return trades.slice(0, 1);
  return trades.map((trade, at) => (at === 0 ? { ...trade, amount: getNextBracket(trade.amount) } : trade));
}

const NUMBER_OF_TRADES: Readonly<Partial<Record<ReportKind, readonly [low: number, high: number]>>> = {
  options: [2, 4],
  bonds: [2, 5],
  exchange: [1, 2],
  unlisted: [3, 5],
  long: [28, 45],
  hundred: [104, 130],
  scan_clear: [2, 6],
  scan_doubtful: [3, 6],
  no_trades: [0, 0],
  impossible_row: [3, 3],
  impossible: [1, 1],
};

function generateTrades(kind: ReportKind, draw: RandomSource, person: DemoPerson, filed: IsoDate): DemoTrade[] {
  const [low, high] = NUMBER_OF_TRADES[kind] ?? [1, 7];
  const late = draw.drawBoolean(person.habits.late);
  const createTrade = (at: number): DemoTrade => {
    if (kind === "options" && at % 2 === 0) return makeOptionTrade(draw, person, filed);
    if (kind === "bonds") return makeUnlistedTrade(draw, person, filed, "bond");
    if (kind === "unlisted") return makeUnlistedTrade(draw, person, filed, draw.pick(["private", "coin", "private"]));
    const trade = makeListedTrade(draw, person, filed, late);
    if (kind === "exchange" && at === 0) return { ...trade, type: "exchange" };
    // A trade date after the filing date is impossible, but the forms accept it.
    const isImpossible = kind === "impossible" || (kind === "impossible_row" && at === 1);
    return isImpossible ? { ...trade, traded: addDays(filed, 90), notified: addDays(filed, 90) } : trade;
  };
  return Array.from({ length: draw.drawInteger(low, high) }, (_, at) => createTrade(at));
}

// Picks a member in office on the filing day and 45 days before. Trades reported in time are thus from the member's term. A
// member's probability is proportional to the member's share of reports.
function pickFiler(draw: RandomSource, people: readonly DemoPerson[], chamber: Chamber, filed: IsoDate): DemoPerson {
  const sitting = people.filter((each) => each.chamber === chamber && wasInOffice(each, filed));
  return draw.pick(sitting.flatMap((each) => Array.from({ length: each.habits.reports }, () => each)));
}

function wasInOffice({ terms }: DemoPerson, filed: IsoDate): boolean {
  const isInOfficeOn = (day: IsoDate): boolean => terms.some(({ start, end }) => start <= day && day < end);
  return isInOfficeOn(filed) && isInOfficeOn(addDays(filed, -45));
}

function countDaysBetween(from: IsoDate, to: IsoDate): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
