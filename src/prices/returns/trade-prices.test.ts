import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber } from "../../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { getPricedSymbol, type ReportedTrade } from "./decision.ts";
import { computeChangeSince, findTradePrices } from "./trade-prices.ts";

const isoDay = (text: string) => text as IsoDate;
const CLOSES = { "2026-01-02": 10, "2026-01-05": 11, "2026-01-06": 12, "2026-01-08": 13 };
const SERIES = {
  days: Int32Array.from(Object.keys(CLOSES), (each) => toDayNumber(isoDay(each))),
  close: Float64Array.from(Object.values(CLOSES)),
  dividends: null,
  ended: false,
  finalDay: isoDay("2026-01-08"),
};

function sessionFrom(day: IsoDate): IsoDate {
  const weekday = new Date(day).getUTCDay();
  return weekday === 6 ? addDays(day, 2) : weekday === 0 ? addDays(day, 1) : day;
}

const SESSIONS = { findSessionFrom: sessionFrom, findSessionAfter: (day: IsoDate) => sessionFrom(addDays(day, 1)) };

function pricesOf(given: Partial<ReportedTrade>, series: typeof SERIES | null = SERIES) {
  const trade: ReportedTrade = {
    id: "txn_h1_01",
    filingId: "h1",
    politicianId: "X000001",
    symbol: "AAPL",
    assetType: "Stock",
    instrument: "security",
    transactionType: "purchase",
    transactionDate: isoDay("2026-01-02"),
    disclosureDate: isoDay("2026-01-05"),
    amount: { lowUsd: 1001, highUsd: 15000 },
    isRepeat: false,
    ...given,
  };
  return findTradePrices(trade, series, SESSIONS);
}

test("gives the closes of the trade day, the first session after disclosure, and the last session", () => {
  assert.deepEqual(pricesOf({}), {
    transaction: { day: "2026-01-02", close: 10 },
    afterDisclosure: { day: "2026-01-06", close: 12 },
    last: { day: "2026-01-08", close: 13 },
  });
});

test("a Saturday trade has the next session's close, and a Friday disclosure Monday's", () => {
  const found = pricesOf({ transactionDate: isoDay("2026-01-03"), disclosureDate: isoDay("2026-01-02") });
  assert.deepEqual(found.transaction, { day: "2026-01-05", close: 11 });
  assert.deepEqual(found.afterDisclosure, { day: "2026-01-05", close: 11 });
});

test("a day without a stored close has none, and no neighbor replaces it", () => {
  assert.equal(pricesOf({ transactionDate: isoDay("2026-01-07") }).transaction, "no_bars");
  assert.equal(pricesOf({ transactionDate: isoDay("2025-12-31") }).transaction, "no_bars");
  assert.equal(pricesOf({}, null).last, "no_bars");
});

test("distinguishes a future close from a missing one and from a delisted security", () => {
  const disclosed = { disclosureDate: isoDay("2026-01-08") };
  assert.equal(pricesOf(disclosed).afterDisclosure, "too_recent");
  assert.equal(pricesOf(disclosed, { ...SERIES, finalDay: isoDay("2026-01-12") }).afterDisclosure, "no_bars");
  assert.equal(pricesOf(disclosed, { ...SERIES, ended: true }).afterDisclosure, "delisted");
});

test("options, exchanges and bonds have no price, each with its own reason", () => {
  assert.equal(pricesOf({ instrument: "call" }).transaction, "option");
  assert.equal(pricesOf({ transactionType: "exchange" }).last, "exchange");
  assert.equal(pricesOf({ assetType: "Corporate Bond" }).last, "bond");
  assert.equal(pricesOf({ symbol: null }).afterDisclosure, "no_ticker");
});

test("uses today's symbol, and the filed one only if it is no longer listed", () => {
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

test("a change compares a day's close with the last, next to the benchmark's between the same days", () => {
  const { transaction, afterDisclosure, last } = pricesOf({});
  const market = { ...SERIES, close: Float64Array.from([100, 101, 102, 105]) };
  assert.deepEqual(computeChangeSince(transaction, last, market), {
    ...{ from: "2026-01-02", to: "2026-01-08" },
    ...{ security: 13 / 10 - 1, benchmark: 105 / 100 - 1 },
  });
  const since = computeChangeSince(afterDisclosure, last, market);
  assert.ok(typeof since !== "string" && since.security === 13 / 12 - 1 && since.benchmark === 105 / 102 - 1);
});

test("there is no change from a day without a close or to the same day; without a benchmark close, only the share's", () => {
  const { transaction, last } = pricesOf({});
  assert.equal(computeChangeSince("no_bars", last, SERIES), "no_bars");
  assert.equal(computeChangeSince(transaction, "option", SERIES), "option");
  assert.equal(computeChangeSince(last, last, SERIES), "too_recent");
  const holed = { days: SERIES.days.subarray(1), close: SERIES.close.subarray(1) };
  for (const market of [null, holed]) {
    const found = computeChangeSince(transaction, last, market);
    assert.ok(typeof found !== "string" && found.benchmark === null && found.security === 13 / 10 - 1);
  }
});
