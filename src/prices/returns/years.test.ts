import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { DecisionWriter, type ReportedTrade } from "./decision.ts";
import { computePerformance } from "./performance.ts";
import { ReturnColumns } from "./return-columns.ts";
import { computeYearlyReturns } from "./years.ts";

function createTrade(at: number, date: string, more: Partial<ReportedTrade> = {}): ReportedTrade {
  return {
    id: `txn_h${at}_01`,
    filingId: `h${at}`,
    politicianId: "X000001",
    symbol: `S${at}`,
    assetType: "Stock",
    instrument: "security",
    transactionType: at % 3 === 0 ? "sale_full" : "purchase",
    transactionDate: date as IsoDate,
    disclosureDate: date as IsoDate,
    amount: { lowUsd: 1001, highUsd: 15_000 },
    isRepeat: false,
    ...more,
  };
}

function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Fifteen decisions in each of two years; the earlier year also has four shares without a symbol, and a third year only an option. */
const trades = [
  ...Array.from({ length: 30 }, (_, at) => createTrade(at, `${at < 15 ? 2024 : 2025}-03-${10 + (at % 15)}`)),
  ...[30, 31, 32, 33].map((at) => createTrade(at, "2024-05-01", { symbol: null })),
  createTrade(34, "2023-05-02", { instrument: "call" as ReportedTrade["instrument"], assetType: "Stock Option" }),
];
const writer = new DecisionWriter();
for (const trade of trades) writer.add(trade);
const { decisions } = writer.toDecisions();
const returns = new ReturnColumns(decisions);
for (const place of decisions.keys()) {
  const [security, benchmark] = [(place % 7) / 100, 0.01];
  returns.set(place, {
    fromDay: 1,
    toDay: 90,
    security,
    benchmark,
    abnormal: security - benchmark,
    kind: "total",
    delisted: false,
  });
}

test("computes each year's returns from the decisions of that year, and counts the year's unpriced trades", () => {
  const years = runToEnd(computeYearlyReturns(returns, trades));
  assert.deepEqual(
    years.map(({ year, performance: { decisions: number, unpriced } }) => [
      year,
      number,
      unpriced.no_ticker,
      unpriced.option,
    ]),
    [
      [2025, 15, 0, 0],
      [2024, 15, 4, 0],
      [2023, 0, 0, 1],
    ],
  );
  const [latest, former, first] = years;
  const own = decisions.flatMap(({ transactionDate }, at) =>
    transactionDate.startsWith("2025") ? [returns.at(at)] : [],
  );
  assert.deepEqual(
    latest?.performance.buys,
    runToEnd(computePerformance(own, latest?.performance.unpriced as never, "member")).buys,
  );
  assert.equal(latest?.performance.buys.state, "ok");
  const mean = own
    .filter(({ decision }) => decision.side === "buy")
    .map(({ outcome }) => (outcome as { abnormal: number }).abnormal);
  assert.ok(
    Math.abs((latest?.performance.buys.estimate.mean ?? 0) - mean.reduce((sum, each) => sum + each, 0) / mean.length) <
      1e-12,
  );
  assert.equal(former?.performance.buys.state, "too_few_priced", "four of nineteen have no symbol");
  assert.equal(first?.performance.buys.state, "none");
});
