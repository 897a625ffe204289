/** Made trades that are hard on searches: 3,000 symbols, 20,000 companies, and a comment of its own for every third trade. */
import { addDays } from "../src/domain/dates.ts";
import { CHAMBERS, PARTIES } from "../src/domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES, type Trade } from "../src/domain/trade.ts";
import { descending, numbers } from "../test/dataset/made-trades.ts";
import { day, politician, trade } from "../test/store/made.ts";

/** The member who has `ofBusiest` trades. */
export const BUSIEST = "M000000";

export function manyTrades(length: number, ofBusiest = 0) {
  const below = numbers(7);
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const states = ["CA", "TX", "VT", "NY", "FL"];
  const members = Array.from({ length: 600 }, (_, n) =>
    politician(`M${String(n).padStart(6, "0")}`, { name: `Ann Example ${n}` }, { state: one(states) }),
  );
  const amounts = [1001, 15_001, 50_001, 100_001, 250_001].map((lowUsd) => ({ lowUsd, highUsd: lowUsd * 2 }));
  const trades: Trade[] = Array.from({ length }, (_, n) => {
    const transactionDate = addDays(day("2012-01-03"), below(5000));
    const company = below(20_000);
    return trade(String(20_000_000 + Math.floor(n / 20)), (n % 20) + 1, {
      politicianId: n < ofBusiest ? BUSIEST : one(members).id,
      chamber: one(CHAMBERS),
      party: one(PARTIES),
      ticker: below(8) === 0 ? "" : `S${below(3000)}`,
      company: `Made Company ${company} Incorporated, class A`,
      transactionType: one(TRANSACTION_TYPES),
      amount: below(50) === 0 ? { lowUsd: below(100_000) / 100, highUsd: 1000 } : one(amounts),
      disclosureDate: addDays(transactionDate, below(60)),
      transactionDate,
      assetType: one(["Stock", "ETF", "Corporate Bond", "Municipal Security", "Stock Option"]),
      comment: below(3) === 0 ? `Bought by an adviser for account-${n} without the filer's knowledge, as agreed` : null,
      owner: one([null, ...OWNERS]),
    });
  });
  trades.sort(
    (a, b) =>
      descending(a.disclosureDate, b.disclosureDate) ||
      descending(a.transactionDate, b.transactionDate) ||
      descending(a.id, b.id),
  );
  return { trades, members };
}
