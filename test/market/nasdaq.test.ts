/** Tests the Nasdaq provider on made-up answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../src/domain/dates.ts";
import {
  type Answer,
  createNasdaqDay,
  createNasdaqHistory,
  createNasdaqInfo,
  createNasdaqSummary,
  createSignal,
  createTestNasdaq,
  nasdaqUnknown,
  SMPL,
} from "./json-answers.ts";

const fetchNasdaqQuote = (info: Record<string, unknown>, summary: Answer = { body: createNasdaqSummary() }) =>
  createTestNasdaq({ "/info": { body: createNasdaqInfo(info) }, "/summary": summary }).fetchQuote(SMPL, createSignal());

test("nasdaq: after hours the price is the regular close, with its own change and time", async () => {
  assert.deepEqual(await fetchNasdaqQuote({}), {
    symbol: "SMPL",
    companyName: "Sample Widgets Inc. Common Stock",
    price: 105.5,
    change: 1,
    changePercent: 0.96,
    volume: 4_320,
    marketCap: 1_234_567_890,
    peRatio: null,
    week52High: 120.25,
    week52Low: 80.5,
    pricedAt: new Date("2026-11-20T21:00:00Z"),
  });
});

test("nasdaq: while the market is open, the price is the last sale, and the change may come from the summary", async () => {
  const primaryData = { lastSalePrice: "$105.25", netChange: "N/A", lastTradeTimestamp: "Nov 20, 2026 10:14 AM ET" };
  const quote = await fetchNasdaqQuote({ marketStatus: "Open", primaryData, secondaryData: null });
  assert.deepEqual(
    [quote?.price, quote?.change, quote?.pricedAt.toISOString()],
    [105.25, 0.75, "2026-11-20T15:14:00.000Z"],
  );
});

test("nasdaq: before the opening the price is yesterday's close, without today's volume", async () => {
  const quote = await fetchNasdaqQuote({ marketStatus: "Pre-Market" });
  assert.deepEqual([quote?.price, quote?.change, quote?.volume], [105.5, 1, null]);
});

test("nasdaq: a sale outside trading hours is not a price, including after an early close or on a holiday", async () => {
  const { primaryData } = createNasdaqInfo().data;
  for (const lastTradeTimestamp of [
    primaryData.lastTradeTimestamp,
    "Nov 28, 2025 2:00 PM ET",
    "Nov 27, 2025 11:00 AM ET",
  ]) {
    const info = { secondaryData: null, primaryData: { ...primaryData, lastTradeTimestamp } };
    await assert.rejects(fetchNasdaqQuote(info), { code: "bad_answer" }, lastTradeTimestamp);
  }
  const beforeTheClose = { ...primaryData, lastTradeTimestamp: "Nov 28, 2025 12:59 PM ET" };
  assert.equal((await fetchNasdaqQuote({ secondaryData: null, primaryData: beforeTheClose }))?.price, 106);
});

test("nasdaq: leaves out a change that contradicts its percentage", async () => {
  const { secondaryData } = createNasdaqInfo().data;
  const quote = await fetchNasdaqQuote({ secondaryData: { ...secondaryData, percentageChange: "-5.00%" } });
  assert.deepEqual([quote?.price, quote?.change, quote?.changePercent], [105.5, null, null]);
});

test("nasdaq: a failed summary does not break a price", async () => {
  for (const summary of [{ status: 503, body: "" }, { body: "<html>" }, { body: nasdaqUnknown }]) {
    const quote = await fetchNasdaqQuote({}, summary);
    assert.deepEqual([quote?.price, quote?.marketCap, quote?.week52High, quote?.volume], [105.5, null, 120.25, 4_322]);
  }
});

test("nasdaq: N/A is null", async () => {
  const quote = await fetchNasdaqQuote(
    { keyStats: null, primaryData: null },
    { body: createNasdaqSummary({ ShareVolume: "N/A", MarketCap: "N/A", FiftTwoWeekHighLow: "N/A" }) },
  );
  assert.deepEqual([quote?.volume, quote?.marketCap, quote?.week52High, quote?.week52Low], [null, null, null, null]);
});

test("nasdaq: rejects another symbol, and a future, negative or absurd price", async () => {
  const { secondaryData } = createNasdaqInfo().data;
  for (const change of [
    { symbol: "OTHR" },
    { secondaryData: { ...secondaryData, lastTradeTimestamp: "Closed at Nov 21, 2026 4:00 PM ET" } },
    { secondaryData: { ...secondaryData, lastSalePrice: "-$105.50" } },
    { secondaryData: { ...secondaryData, lastSalePrice: "$105,500,000.00" } },
    { secondaryData: { ...secondaryData, lastSalePrice: "N/A" } },
  ]) {
    await assert.rejects(fetchNasdaqQuote(change), { code: "bad_answer" }, JSON.stringify(change));
  }
});

test("nasdaq: returns null for an unknown symbol, even if the response has status 400", async () => {
  assert.equal(
    await createTestNasdaq({ "": { status: 400, body: nasdaqUnknown } }).fetchQuote(SMPL, createSignal()),
    null,
  );
});

test("nasdaq: returns null for a symbol that is neither a stock nor an ETF, and rejects any other answer without data", async () => {
  const asked: string[] = [];
  assert.equal(await createTestNasdaq({ "": { body: nasdaqUnknown } }, asked).fetchQuote(SMPL, createSignal()), null);
  assert.deepEqual(
    asked.map((path) => path.split("assetclass=")[1]),
    ["stocks", "etf"],
  );
  const other = { data: null, status: { rCode: 400, bCodeMessage: [{ code: 1002, errorMessage: "Try later." }] } };
  await assert.rejects(createTestNasdaq({ "": { body: other } }).fetchQuote(SMPL, createSignal()), {
    code: "bad_answer",
  });
});

test("nasdaq: requests six years, or as far back as specified", async () => {
  const asked: string[] = [];
  const provider = createTestNasdaq(
    { "/historical": { body: createNasdaqHistory(createNasdaqDay("11/19/2026")) } },
    asked,
  );
  await provider.fetchDailyBars(SMPL, createSignal());
  await provider.fetchDailyBars(SMPL, createSignal(), "2012-01-01" as IsoDate);
  const since = asked.map((path) => new URLSearchParams(path.split("?")[1]).get("fromdate"));
  assert.deepEqual(since, ["2020-11-20", "2012-01-01"]);
});

test("nasdaq: reads days with text values and fractional volumes, and leaves out malformed or implausible days", async () => {
  const rows = [
    createNasdaqDay("11/20/2026"),
    createNasdaqDay("11/19/2026", { volume: "N/A" }),
    createNasdaqDay("11/18/2026", { close: "-$1.00" }),
    createNasdaqDay("17.11.2026"),
    createNasdaqDay("11/23/2026"),
    createNasdaqDay("11/13/2026", { high: "$98" }),
    createNasdaqDay("11/12/2026", { close: 101.5 }),
    createNasdaqDay("11/16/2026"),
  ];
  const answer = await createTestNasdaq({ "/historical": { body: createNasdaqHistory(...rows) } }).fetchDailyBars(
    SMPL,
    createSignal(),
  );
  assert.deepEqual(answer, {
    bars: ["2026-11-20", "2026-11-16"].map((date) => ({
      ...{ date, open: 100.25, high: 1_020, low: 99.5, close: 101.5, volume: 1_001 },
    })),
    companyName: null,
    splits: [],
    dropped: 6,
  });
});

test("nasdaq: reads days in every format used so far", async () => {
  const rows = [
    createNasdaqDay("2026-11-20"),
    createNasdaqDay("Nov 19, 2026"),
    createNasdaqDay("11/18/2026"),
    createNasdaqDay("November 17 2026"),
  ];
  const answer = await createTestNasdaq({ "/historical": { body: createNasdaqHistory(...rows) } }).fetchDailyBars(
    SMPL,
    createSignal(),
  );
  assert.deepEqual(
    answer?.bars.map(({ date }) => date),
    ["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17"],
  );
});

test("nasdaq: a change without a sign takes the sign of the up or down indicator", async () => {
  const secondaryData = { ...createNasdaqInfo().data.secondaryData, netChange: "2.50", percentageChange: "2.31%" };
  for (const [deltaIndicator, change] of [
    ["down", -2.5],
    ["Down", -2.5],
    ["up", null],
  ] as const) {
    const quote = await fetchNasdaqQuote({ secondaryData: { ...secondaryData, deltaIndicator } });
    assert.equal(quote?.change, change, "up by 2.50 from 103 is not 2.31%");
  }
});

test("nasdaq: returns null for an answer without days, and rejects an answer whose days are all unusable", async () => {
  const fetchBars = (body: unknown) =>
    createTestNasdaq({ "/historical": { body } }).fetchDailyBars(SMPL, createSignal());
  assert.equal(await fetchBars(createNasdaqHistory()), null);
  await assert.rejects(
    fetchBars(createNasdaqHistory(createNasdaqDay("x"), createNasdaqDay("y"))),
    /None of the 2 days/,
  );
});
