/** Made trades that are hard on searches: 3,000 symbols, 20,000 companies, and a comment of its own for every third trade. */
import { addDays } from "../src/domain/dates.ts";
import { CHAMBERS, PARTIES, type Politician } from "../src/domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES, type Trade } from "../src/domain/trade.ts";
import { descending, numbers } from "../test/dataset/made-trades.ts";
import { day, politician, trade } from "../test/store/made.ts";

/** The member who has `ofBusiest` trades. */
export const BUSIEST = "M000000";

export function manyTrades(length: number, ofBusiest = 0) {
  const below = numbers(7);
  const members = manyMembers();
  const trades: Trade[] = Array.from({ length }, (_, n) => {
    const transactionDate = addDays(FIRST_DAY, below(DAYS));
    const disclosureDate = addDays(transactionDate, below(60));
    return oneOfMany(below, n, { transactionDate, disclosureDate, ...(n < ofBusiest && seatOfMember(0)) });
  });
  return { trades: trades.sort(byRecent), members };
}

/** Yields that many trades in the order of the recent list, so that they are never in memory together; filings lie on one day. */
export function* tradesInOrder(length: number): Generator<Trade> {
  const below = numbers(7);
  const daily = Math.ceil(length / DAYS);
  for (let made = 0, back = 1; made < length; back += 1) {
    const disclosureDate = addDays(FIRST_DAY, DAYS - back);
    const size = Math.min(daily, length - made);
    const ofDay = Array.from({ length: size }, (_, n) =>
      oneOfMany(below, made + n, { disclosureDate, transactionDate: addDays(disclosureDate, -below(60)) }),
    );
    yield* ofDay.sort(byRecent);
    made += size;
  }
}

export function manyMembers(): readonly Politician[] {
  const below = numbers(8);
  return Array.from({ length: MEMBERS }, (_, n) =>
    politician(memberId(n), { name: `Ann Example ${n}` }, { state: STATES[below(STATES.length)] ?? "CA" }),
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

function oneOfMany(below: (limit: number) => number, n: number, changes: Partial<Trade>): Trade {
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const lowUsd = one(LOWS);
  const exactUsd = below(100_000) / 100;
  return trade(String(20_000_000 + Math.floor(n / 20)), (n % 20) + 1, {
    ...seatOfMember(below(MEMBERS)),
    ticker: below(8) === 0 ? "" : `S${below(SYMBOLS)}`,
    company: `Made Company ${below(COMPANIES)} Incorporated, class A`,
    transactionType: one(TRANSACTION_TYPES),
    amount: below(50) === 0 ? { lowUsd: exactUsd, highUsd: exactUsd } : { lowUsd, highUsd: lowUsd * 2 },
    assetType: one(ASSET_TYPES),
    comment: below(3) === 0 ? `Bought by an adviser for account-${n} without the filer's knowledge, as agreed` : null,
    owner: one([null, ...OWNERS]),
    ...changes,
  });
}

/** A member sits in one chamber and for one party. */
function seatOfMember(n: number): Pick<Trade, "politicianId" | "chamber" | "party"> {
  const [chamber = "house", party = "Democrat"] = [CHAMBERS[n % CHAMBERS.length], PARTIES[n % PARTIES.length]];
  return { politicianId: memberId(n), chamber, party };
}

function memberId(n: number): string {
  return `M${String(n).padStart(6, "0")}`;
}

/** The order of the recent list. */
function byRecent(a: Trade, b: Trade): number {
  return (
    descending(a.disclosureDate, b.disclosureDate) ||
    descending(a.transactionDate, b.transactionDate) ||
    descending(a.id, b.id)
  );
}
