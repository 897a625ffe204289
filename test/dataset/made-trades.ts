/** Many made-up trades with few different values, so that filters match, and a dataset over them. */
import { addDays } from "../../src/domain/dates.ts";
import { findIndustry, type Industry } from "../../src/domain/industry.ts";
import { findSeat } from "../../src/domain/party.ts";
import { CHAMBERS, PARTIES, type Politician } from "../../src/domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES, type Trade } from "../../src/domain/trade.ts";
import type { TradeContext } from "../../src/domain/trade-filter.ts";
import type { DatasetSource } from "../../src/publication/dataset/build.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import { day, NOON, politician, trade } from "../store/made.ts";
import { buildDataset } from "./build-dataset.ts";

/** Creates a seeded generator of random integers from 0 up to, but not including, `below` (mulberry32). */
export function createRandomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const STATES = ["CA", "VT", "TX"] as const;
export const SYMBOLS = ["", "AAPL", "BRK.B", "FB", "META", "METV", "FI", "FISV", "SQ", "XYZ", "T"] as const;
/** Former and current symbol of one security; every 150th trade has one of them. Few trades are searched differently from many. */
export const RARE_SYMBOLS = ["GPS", "GAP"] as const;
export const ASSET_TYPES = ["Stock", "ETF", "Corporate Bond"] as const;
export const COINS = ["BTC", "ETH", null] as const;
const NAMES = ["José Muñoz", "Ann O'Hara", "Bo Example-Smith", "Stan Ford"] as const;
const COMPANIES = ["Apple Inc.", "AT&T Inc.", "Stanford Oil", "Ford Motor Company", "Meta Platforms, Inc."] as const;
const COMMENTS = [
  null,
  "Dividend reinvestment",
  "Bought\nby an adviser – “without” knowledge",
  "S&P 500 option",
] as const;
const AMOUNTS = [
  { lowUsd: 1001, highUsd: 15_000 },
  { lowUsd: 15_001, highUsd: 50_000 },
  { lowUsd: 318.74, highUsd: 318.74 },
  { lowUsd: 50_000_001, highUsd: null },
] as const;

export const MEMBERS: readonly Politician[] = NAMES.map((name, index) =>
  politician(`E00000${index}`, { name }, { state: STATES[index % STATES.length] ?? "CA" }),
);

/** Makes this many random trades, in the order of the recent list. */
export function makeTrades(count: number, seed = 1): readonly Trade[] {
  const below = createRandomIntegers(seed);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const trades = Array.from({ length: count }, (_, index) => {
    const transactionDate = addDays(day("2021-01-01"), below(1700));
    const disclosureDate = addDays(transactionDate, below(70));
    const made = trade(String(10_000_000 + below(89_999_999)), index, {
      politicianId: pick(MEMBERS).id,
      chamber: pick(CHAMBERS),
      party: pick(PARTIES),
      ticker: pick(SYMBOLS),
      company: pick(COMPANIES),
      transactionType: pick(TRANSACTION_TYPES),
      amount: pick(AMOUNTS),
      disclosureDate,
      transactionDate,
      notificationDate: below(3) === 0 ? null : addDays(transactionDate, below(40) - 5),
      assetType: pick(ASSET_TYPES),
      comment: pick(COMMENTS),
      owner: pick([null, ...OWNERS]),
      ...(index % 7 === 3 && {
        amendmentPending: { reason: "several_fit", amends: ["txn_h1_01"], amendedBy: [] },
        firstDisclosed: { date: null, source: "unknown" as const },
      }),
      ...(index % 150 === 7 && { ticker: RARE_SYMBOLS[Math.floor(index / 150) % 2] ?? "" }),
      ...(index % 11 === 5 && { possibleDuplicateOf: ["txn_h1_01"], isRepeat: index % 2 === 0 }),
    });
    return made.ticker === "" ? { ...made, coin: COINS[index % COINS.length] ?? null } : made;
  });
  return trades.sort(
    (a, b) =>
      compareDescending(a.disclosureDate, b.disclosureDate) ||
      compareDescending(a.transactionDate, b.transactionDate) ||
      compareDescending(a.id, b.id),
  );
}

export function compareDescending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

/** Industries of some of the symbols. */
export const INDUSTRIES: ReadonlyMap<string, Industry> = new Map([
  ["AAPL", { sic: "3571", description: "Electronic Computers" }],
  ["META", { sic: "7370", description: "Services-Computer Programming, Data Processing, Etc." }],
  ["F", { sic: "3711", description: "Motor Vehicles & Passenger Car Bodies" }],
  ["T", { sic: "4813", description: "Telephone Communications (No Radiotelephone)" }],
]);

export function findTradeContext(trade: Trade): TradeContext {
  const member = MEMBERS.find(({ id }) => id === trade.politicianId) ?? MEMBERS[0];
  if (member === undefined) throw new RangeError(`no member ${trade.politicianId}`);
  const sic = findIndustry(trade, INDUSTRIES)?.sic ?? null;
  return { name: member.name, state: findSeat(member).state, sic };
}

/** @param trades in the order of the recent list; iterated once. */
export function buildTradeDataset(
  trades: Iterable<Trade>,
  politicians: readonly Politician[] = MEMBERS,
): Promise<Dataset> {
  return buildDataset(makeTradeSource(trades, politicians));
}

export function makeTradeSource(
  trades: Iterable<Trade>,
  politicians: readonly Politician[] = MEMBERS,
  version = "2026-11-20.1",
): DatasetSource {
  return {
    publications: {
      readCurrent: async () => ({ version, publishedAt: NOON }),
      async *streamTrades() {
        let chunk: Trade[] = [];
        for (const trade of trades) {
          chunk.push(trade);
          if (chunk.length < 1000) continue;
          yield chunk;
          chunk = [];
        }
        yield chunk;
      },
    },
    reference: { listPoliticians: async () => politicians },
    companies: { readIndustries: async () => INDUSTRIES },
    filings: { countFilingsByPolitician: async () => new Map(), countOpenReportsByPolitician: async () => new Map() },
  };
}
