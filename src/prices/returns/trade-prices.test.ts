import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber } from "../../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { getPricedSymbol, type ReportedTrade } from "./decision.ts";
import { computeChangeSince, findTradePrices } from "./trade-prices.ts";

const toDay = (text: string) => text as IsoDate;
const CLOSES = { "2026-01-02": 10, "2026-01-05": 11, "2026-01-06": 12, "2026-01-08": 13 };
const SERIES = {
  days: Int32Array.from(Object.keys(CLOSES), (each) => toDayNumber(toDay(each))),
  close: Float64Array.from(Object.values(CLOSES)),
  dividends: null,
  ended: false,
  finalDay: toDay("2026-01-08"),
};

function findSessionFrom(day: IsoDate): IsoDate {
  const weekday = new Date(day).getUTCDay();
  return weekday === 6 ? addDays(day, 2) : weekday === 0 ? addDays(day, 1) : day;
}

const SESSIONS = {
  findSessionFrom,
  findSessionAfter: (day: IsoDate) => findSessionFrom(addDays(day, 1)),
};

function findPrices(given: Partial<ReportedTrade>, series: typeof SERIES | null = SERIES) {
  const trade: ReportedTrade = {
    id: "txn_h1_01",
    filingId: "h1",
    politicianId: "X000001",
    symbol: "AAPL",
    assetType: "Stock",
    instrument: "security",
    transactionType: "purchase",
    transactionDate: toDay("2026-01-02"),
    disclosureDate: toDay("2026-01-05"),
    amount: { lowUsd: 1001, highUsd: 15000 },
    isRepeat: false,
    ...given,
  };
  return findTradePrices(trade, series, SESSIONS);
}

test("gives the closes of the trade day, the first session after disclosure, and the last session", () => {
  assert.deepEqual(findPrices({}), {
    transaction: { day: "2026-01-02", close: 10 },
    afterDisclosure: { day: "2026-01-06", close: 12 },
    last: { day: "2026-01-08", close: 13 },
  });
});

test("a Saturday trade has the next session's close, and a Friday disclosure has Monday's close", () => {
  const found = findPrices({ transactionDate: toDay("2026-01-03"), disclosureDate: toDay("2026-01-02") });
  assert.deepEqual(found.transaction, { day: "2026-01-05", close: 11 });
  assert.deepEqual(found.afterDisclosure, { day: "2026-01-05", close: 11 });
});

test("a day without a stored close has no close, and no neighbor replaces it", () => {
  assert.equal(findPrices({ transactionDate: toDay("2026-01-07") }).transaction, "no_bars");
  assert.equal(findPrices({ transactionDate: toDay("2025-12-31") }).transaction, "no_bars");
  assert.equal(findPrices({}, null).last, "no_bars");
});

test("distinguishes a future close, a missing close and a delisted security", () => {
  const disclosed = { disclosureDate: toDay("2026-01-08") };
  assert.equal(findPrices(disclosed).afterDisclosure, "too_recent");
  assert.equal(findPrices(disclosed, { ...SERIES, finalDay: toDay("2026-01-12") }).afterDisclosure, "no_bars");
  assert.equal(findPrices(disclosed, { ...SERIES, ended: true }).afterDisclosure, "delisted");
});

test("options, exchanges and bonds have no price, each with its own reason", () => {
  assert.equal(findPrices({ instrument: "call" }).transaction, "option");
  assert.equal(findPrices({ transactionType: "exchange" }).last, "exchange");
  assert.equal(findPrices({ assetType: "Corporate Bond" }).last, "bond");
  assert.equal(findPrices({ symbol: null }).afterDisclosure, "no_ticker");
});

test("uses the current symbol, and the filed symbol only if no other issuer can have that symbol today", () => {
  const isListed = (symbol: string) => symbol === "NEW";
  assert.equal(getPricedSymbol({ ticker: "OLD", currentTicker: "NEW", noCurrentTicker: null }, isListed), "NEW");
  assert.equal(
    getPricedSymbol({ ticker: "GONE", currentTicker: null, noCurrentTicker: "not_listed" }, isListed),
    "GONE",
  );
  assert.equal(
    getPricedSymbol({ ticker: "NEW", currentTicker: null, noCurrentTicker: "another_issuer" }, isListed),
    null,
  );
  const ended = { ticker: "GONE", currentTicker: null, noCurrentTicker: "ended" } as const;
  assert.equal(
    getPricedSymbol(ended, () => true),
    "GONE",
    "a list may still have it",
  );
  assert.equal(
    getPricedSymbol({ ticker: "GONE", currentTicker: null, noCurrentTicker: "not_listed" }, () => null),
    null,
  );
  assert.equal(getPricedSymbol({ ticker: "", currentTicker: null, noCurrentTicker: null }, isListed), null);
});

test("the change from a day's close to the last close comes with the benchmark's change between the same days", () => {
  const { transaction, afterDisclosure, last } = findPrices({});
  const market = { ...SERIES, close: Float64Array.from([100, 101, 102, 105]) };
  assert.deepEqual(computeChangeSince(transaction, last, market), {
    ...{ from: "2026-01-02", to: "2026-01-08" },
    ...{ security: 13 / 10 - 1, benchmark: 105 / 100 - 1 },
  });
  const since = computeChangeSince(afterDisclosure, last, market);
  assert.ok(typeof since !== "string" && since.security === 13 / 12 - 1 && since.benchmark === 105 / 102 - 1);
});

test("computes no change without closes on two days; without a benchmark close, computes only the security's change", () => {
  const { transaction, last } = findPrices({});
  assert.equal(computeChangeSince("no_bars", last, SERIES), "no_bars");
  assert.equal(computeChangeSince(transaction, "option", SERIES), "option");
  assert.equal(computeChangeSince(last, last, SERIES), "too_recent");
  const holed = { days: SERIES.days.subarray(1), close: SERIES.close.subarray(1) };
  for (const market of [null, holed]) {
    const found = computeChangeSince(transaction, last, market);
    assert.ok(typeof found !== "string" && found.benchmark === null && found.security === 13 / 10 - 1);
  }
});
