/** Generates trades that are hard to search: 3,000 symbols, 20,000 companies, and a unique comment for every third trade. */
import { addDays } from "../src/domain/dates.ts";
import { CHAMBERS, PARTIES, type Politician } from "../src/domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES, type Trade } from "../src/domain/trade.ts";
import { compareDescending, createRandomIntegers } from "../test/dataset/made-trades.ts";
import { day, politician, trade } from "../test/store/made.ts";

/** Id of the member with `ofBusiest` trades. */
export const BUSIEST = "M000000";

export function generateManyTrades(length: number, ofBusiest = 0) {
  const below = createRandomIntegers(7);
  const members = createManyMembers();
  const trades: Trade[] = Array.from({ length }, (_, n) => {
    const transactionDate = addDays(FIRST_DAY, below(DAYS));
    const disclosureDate = addDays(transactionDate, below(60));
    return createTrade(below, n, { transactionDate, disclosureDate, ...(n < ofBusiest && getSeat(0)) });
  });
  return { trades: trades.sort(compareByRecent), members };
}

/**
 * Yields `length` trades in the order of the recent list, so that they are never all in memory. All trades of a filing have the
 * same day.
 */
export function* generateTradesInOrder(length: number): Generator<Trade> {
  const below = createRandomIntegers(7);
  const daily = Math.ceil(length / DAYS);
  for (let made = 0, back = 1; made < length; back += 1) {
    const disclosureDate = addDays(FIRST_DAY, DAYS - back);
    const size = Math.min(daily, length - made);
    const ofDay = Array.from({ length: size }, (_, n) =>
      createTrade(below, made + n, { disclosureDate, transactionDate: addDays(disclosureDate, -below(60)) }),
    );
    yield* ofDay.sort(compareByRecent);
    made += size;
  }
}

export function createManyMembers(): readonly Politician[] {
  const below = createRandomIntegers(8);
  return Array.from({ length: MEMBERS }, (_, n) =>
    politician(createMemberId(n), { name: `Ann Example ${n}` }, { state: STATES[below(STATES.length)] ?? "CA" }),
  );
}

const FIRST_DAY = day("2012-01-03");
const DAYS = 5000;
const MEMBERS = 600;
export const SYMBOLS = 3000;
export const COMPANIES = 20_000;
export const STATES = ["CA", "TX", "VT", "NY", "FL"] as const;
export const ASSET_TYPES = ["Stock", "ETF", "Corporate Bond", "Municipal Security", "Stock Option"] as const;
export const LOWS = [1001, 15_001, 50_001, 100_001, 250_001] as const;

function createTrade(below: (limit: number) => number, n: number, changes: Partial<Trade>): Trade {
  const pickOne = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const lowUsd = pickOne(LOWS);
  const exactUsd = below(100_000) / 100;
  return trade(String(20_000_000 + Math.floor(n / 20)), (n % 20) + 1, {
    ...getSeat(below(MEMBERS)),
    ticker: below(8) === 0 ? "" : `S${below(SYMBOLS)}`,
    company: `Made Company ${below(COMPANIES)} Incorporated, class A`,
    transactionType: pickOne(TRANSACTION_TYPES),
    amount: below(50) === 0 ? { lowUsd: exactUsd, highUsd: exactUsd } : { lowUsd, highUsd: lowUsd * 2 },
    assetType: pickOne(ASSET_TYPES),
    comment: below(3) === 0 ? `Bought by an adviser for account-${n} without the filer's knowledge, as agreed` : null,
    owner: pickOne([null, ...OWNERS]),
    ...changes,
  });
}

/** Returns the member's only chamber and party. */
function getSeat(n: number): Pick<Trade, "politicianId" | "chamber" | "party"> {
  const [chamber = "house", party = "Democrat"] = [CHAMBERS[n % CHAMBERS.length], PARTIES[n % PARTIES.length]];
  return { politicianId: createMemberId(n), chamber, party };
}

function createMemberId(n: number): string {
  return `M${String(n).padStart(6, "0")}`;
}

/** Compares trades in the order of the recent list. */
function compareByRecent(a: Trade, b: Trade): number {
  return (
    compareDescending(a.disclosureDate, b.disclosureDate) ||
    compareDescending(a.transactionDate, b.transactionDate) ||
    compareDescending(a.id, b.id)
  );
}
