import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { ReportedTrade } from "./decision.ts";
import { computePriceCoverage, type PriceInventory } from "./price-coverage.ts";

const toDay = (text: string) => text as IsoDate;
type Span = Awaited<ReturnType<PriceInventory["readSpans"]>> extends ReadonlyMap<string, infer Each> ? Each : never;

function createTrade(symbol: string | null, date: string, given: Partial<ReportedTrade> = {}): ReportedTrade {
  return {
    id: `txn_${symbol}_${date}`,
    filingId: "h1",
    politicianId: "X000001",
    symbol,
    assetType: "Stock",
    instrument: "security",
    transactionType: "purchase",
    transactionDate: toDay(date),
    disclosureDate: toDay(date),
    amount: { lowUsd: 1_001, highUsd: 15_000 },
    isRepeat: false,
    ...given,
  };
}

function createSpan(firstDay: string | null, given: Partial<Span> = {}): Span {
  const lastDay = firstDay === null ? null : toDay("2026-11-20");
  const first = firstDay === null ? null : toDay(firstDay);
  return { firstDay: first, lastDay, dividendsFrom: first, requested: null, ...given };
}

async function* yieldOnce(trades: readonly ReportedTrade[]) {
  yield trades;
}

function countCoverage(
  trades: readonly ReportedTrade[],
  spans: Readonly<Record<string, Span>>,
  misses: Readonly<Record<string, "unknown" | "failed">> = {},
) {
  const stock: PriceInventory = {
    readPriceRevision: async () => "",
    readSpans: async () => new Map(Object.entries(spans)),
    readFailures: async () =>
      new Map(
        Object.entries(misses).map(([symbol, kind], at) => [
          symbol,
          { triedAt: new Date(at), kind, reason: `${symbol} ${kind}` },
        ]),
      ),
  };
  // The next session after a Saturday or Sunday is Monday.
  const findTradingDayFrom = (date: IsoDate) =>
    date === "2014-03-01" || date === "2014-03-02" ? toDay("2014-03-03") : date;
  return computePriceCoverage("2026-11-20.1", yieldOnce(trades), stock, {
    findTradingDayFrom,
    findMissingSessions: async () => [toDay("2014-03-04")],
    pause: async () => {},
  });
}

const pickFound = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

test("a trade is priced if the close of the session is stored, and a security if all of its trades are priced", async () => {
  const trades = [createTrade("AAA", "2014-03-01"), createTrade("AAA", "2026-11-20"), createTrade("BBB", "2014-02-28")];
  const {
    securities,
    trades: all,
    withDividends,
  } = await countCoverage(trades, {
    AAA: createSpan("2014-03-03"),
    BBB: createSpan("2014-03-03", { requested: { from: toDay("2014-02-28") } }),
  });
  assert.deepEqual([securities.all, securities.priced, pickFound(securities.unpriced)], [2, 1, { no_earlier_days: 1 }]);
  assert.deepEqual([all.all, all.priced, pickFound(all.unpriced)], [3, 2, { no_earlier_days: 1 }]);
  assert.equal(withDividends, 1);
});

test("counts dividends as known only if known since the first trade in the security", async () => {
  const trades = [createTrade("AAA", "2014-03-03"), createTrade("BBB", "2015-03-03")];
  const later = { dividendsFrom: toDay("2015-01-05") };
  const { securities, withDividends, missingSessions } = await countCoverage(trades, {
    AAA: createSpan("2014-03-03", later),
    BBB: createSpan("2014-03-03", later),
  });
  assert.deepEqual([securities.priced, withDividends], [2, 1]);
  assert.deepEqual(missingSessions, ["2014-03-04"]);
});

test("counts each reason for a missing price", async () => {
  const trades = ["NEW", "REFUSD", "NONE", "NEVER", "LATE", "ENDED", "BACK"].map((symbol) =>
    createTrade(symbol, "2014-03-03"),
  );
  const { trades: all, lastFailure } = await countCoverage(
    [...trades, createTrade("ENDED", "2026-11-20"), createTrade("REACH", "2014-03-03")],
    {
      NEVER: createSpan(null, { requested: { from: toDay("2014-03-03") } }),
      LATE: createSpan("2020-01-02", { requested: { from: toDay("2014-03-03") } }),
      ENDED: createSpan("2012-01-03", { lastDay: toDay("2019-06-28") }),
      BACK: createSpan("2020-01-02", { requested: { from: null } }),
      REACH: createSpan("2020-01-02", { requested: { from: toDay("2016-01-04") } }),
    },
    { REFUSD: "failed", NONE: "unknown" },
  );
  assert.equal(all.priced, 1);
  assert.deepEqual(pickFound(all.unpriced), {
    not_asked: 2,
    failed: 2,
    no_source: 2,
    no_earlier_days: 1,
    no_later_days: 1,
  });
  assert.deepEqual(lastFailure, { symbol: "REFUSD", at: new Date(0), reason: "REFUSD failed" });
});

test("counts options, bonds and trades without a symbol as unpriced trades, but not as securities", async () => {
  const trades = [
    createTrade("AAA", "2014-03-03", { instrument: "call" }),
    createTrade(null, "2014-03-03", { assetType: "Corporate Bond" }),
    createTrade(null, "2014-03-03"),
  ];
  const { securities, trades: all } = await countCoverage(trades, { AAA: createSpan("2012-01-03") });
  assert.deepEqual([securities.all, all.all, all.priced], [0, 3, 0]);
  assert.deepEqual(pickFound(all.unpriced), { option: 1, bond: 1, no_ticker: 1 });
});
