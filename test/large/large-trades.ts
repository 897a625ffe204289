/** Made-up reports for the large store: members, and filings whose trades differ in every field that a request can filter by. */
import { addDays, type IsoDate } from "../../src/domain/dates.ts";
import { buildTradeId, type FilingListing } from "../../src/domain/filing.ts";
import { PARTIES, type Politician } from "../../src/domain/politician.ts";
import { createBlankFiling, createBlankLine } from "../../src/domain/printed-report.ts";
import { createUnamendedState, OWNERS, TRANSACTION_TYPES, type Trade } from "../../src/domain/trade.ts";
import type { FilingOutcome } from "../../src/store/publication.ts";
import { createRandomIntegers } from "../dataset/made-trades.ts";
import { day, listing, outcome, politician, trade } from "../store/made.ts";

export const MEMBERS = 600;
export const SYMBOLS = 3000;
/** The member with about one trade in ten, and the symbol with one in twenty. */
export const BUSIEST_MEMBER = "M000000";
export const BUSIEST_SYMBOL = "S0";

const STATES = ["CA", "TX", "VT", "NY", "FL"] as const;
const ASSET_TYPES = ["Stock", "ETF", "Corporate Bond", "Municipal Security", "Stock Option"] as const;
/** Asset types of trades with a symbol: bonds do not count for one. */
const SYMBOL_TYPES = ["Stock", "ETF", "Stock Option"] as const;
const LOWS = [1001, 15_001, 50_001, 100_001, 250_001] as const;
const COMPANIES = 20_000;
const [FIRST_DAY, DAYS] = [day("2012-01-03"), 5000] as const;

export interface MadeFiling {
  readonly listing: FilingListing;
  readonly outcome: FilingOutcome;
}

/** Every fourth is a senator. All have left office, so that a list of current members without them changes none of them. */
export function createMembers(): readonly Politician[] {
  return Array.from({ length: MEMBERS }, (_, n) => {
    const { chamber, party } = getSeat(n);
    const [start, end] = [FIRST_DAY, day("2027-01-03")];
    return politician(
      buildMemberId(n),
      { name: `Ann Example ${n}`, current: false },
      {
        chamber,
        state: STATES[n % STATES.length] ?? "CA",
        district: chamber === "senate" ? null : n % 50,
        parties: [{ start, end, party, caucus: null }],
        start,
        end,
      },
    );
  });
}

/** A report with this many lines. @param n number of the filing, @param filedDate its day; any day since 2012 if absent. */
export function createFiling(n: number, member: number, lines: number, filedDate = pickDay(n)): MadeFiling {
  const listed = createListing(n, member, filedDate);
  const trades = Array.from({ length: lines }, (_, at) => createTrade(n, listed, member, at + 1));
  const docId = listed.docId;
  return {
    listing: listed,
    outcome: outcome(docId, trades, {
      filingId: listed.id,
      politicianId: buildMemberId(member),
      rawJson: JSON.stringify({
        ...createBlankFiling({ source: listed.source, kind: "text", docId }),
        transactions: trades.map(({ line, assetNameRaw }) => ({ ...createBlankLine(line), assetName: assetNameRaw })),
      }),
      rejected: n % 10 === 0 ? [{ line: lines + 1, reason: "deleted", text: `A row that filing ${n} took back` }] : [],
    }),
  };
}

/** A report that restates another one completely. */
export function createAmendment({ outcome: original }: MadeFiling, n: number, filedDate: IsoDate): MadeFiling {
  const listed = createListing(n, Number(original.politicianId?.slice(1)), filedDate);
  const restated = { filingId: listed.id, filedDate, disclosureDate: filedDate, ...createUnamendedState(filedDate) };
  const trades = original.trades.map((each) => ({ ...each, ...restated, id: buildTradeId(listed.id, each.line) }));
  const amending = { report: { number: 1 }, lines: [], decided: [] };
  return { listing: listed, outcome: { ...original, filingId: listed.id, trades, amending } };
}

/** A scanned report that waits for its pages to be read. */
export function createPendingScan(n: number, member: number): MadeFiling {
  const listed = createListing(n, member, pickDay(n));
  const raw = { ...createBlankFiling({ source: listed.source, kind: "scan", docId: listed.docId }), pages: 4 };
  const changes = { filingId: listed.id, politicianId: buildMemberId(member), rawJson: JSON.stringify(raw) };
  return { listing: listed, outcome: outcome(listed.docId, [], { ...changes, state: "needs_ocr" }) };
}

function createListing(n: number, member: number, filedDate: IsoDate): FilingListing {
  const year = Number(filedDate.slice(0, 4));
  const facts = { filedDate, year, filer: { prefix: "Hon.", first: "Ann", last: `Example ${member}`, suffix: null } };
  if (getSeat(member).chamber === "house") return listing(String(30_000_000 + n), facts);
  const docId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  return listing(docId, { ...facts, source: "senate-efd", docId, stateDistrict: null });
}

function createTrade(n: number, { id: filingId, filedDate }: FilingListing, member: number, line: number): Trade {
  const randomBelow = createRandomIntegers(n * 1009 + line);
  const pickOne = <T>(values: readonly T[]): T => values[randomBelow(values.length)] as T;
  const lowUsd = pickOne(LOWS);
  const exactUsd = 1 + randomBelow(100_000) / 100;
  const disclosureDate = filedDate ?? FIRST_DAY;
  const ticker = randomBelow(20) === 0 ? BUSIEST_SYMBOL : randomBelow(8) === 0 ? "" : `S${randomBelow(SYMBOLS)}`;
  return trade(String(n), line, {
    id: buildTradeId(filingId, line),
    filingId,
    politicianId: buildMemberId(member),
    ...getSeat(member),
    ticker,
    company: `Made Company ${randomBelow(COMPANIES)} Incorporated, class A`,
    transactionType: pickOne(TRANSACTION_TYPES),
    amount: randomBelow(50) === 0 ? { lowUsd: exactUsd, highUsd: exactUsd } : { lowUsd, highUsd: lowUsd * 2 },
    assetType: pickOne(ticker === "" ? ASSET_TYPES : SYMBOL_TYPES),
    comment:
      randomBelow(3) === 0 ? `Bought by an adviser for account-${n * 31 + line} without the filer's knowledge` : null,
    owner: pickOne([null, ...OWNERS]),
    disclosureDate,
    transactionDate: addDays(disclosureDate, -randomBelow(120)),
    notificationDate: randomBelow(3) === 0 ? null : addDays(disclosureDate, -randomBelow(40)),
  });
}

function pickDay(n: number): IsoDate {
  return addDays(FIRST_DAY, (n * 7919) % DAYS);
}

/** A member sits in one chamber and for one party. */
function getSeat(n: number): Pick<Trade, "chamber" | "party"> {
  return { chamber: n % 4 === 3 ? "senate" : "house", party: PARTIES[n % PARTIES.length] ?? "Independent" };
}

export function buildMemberId(n: number): string {
  return `M${String(n).padStart(6, "0")}`;
}
