import assert from "node:assert/strict";
import { test } from "node:test";
import { createExampleQuote } from "../../test/market/example-prices.ts";
import { NotFoundError, SourceError, UnavailableError } from "../base/errors.ts";
import { createLogger } from "../base/log.ts";
import type { Bar } from "../domain/bar.ts";
import { toBars } from "../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../domain/dates.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { createMarket, type MarketOptions } from "./create-market.ts";
import type { MarketProvider } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import { createInMemoryPriceTable } from "./prices-in-memory.ts";
import { createListedSymbols } from "./symbols.ts";

const OPEN = "2026-11-20T15:00:00Z"; // a Friday, ten in the morning in New York

const createQuote = (symbol: string, price = 100): Quote => createExampleQuote({ symbol, price });

/** Bars of weekdays going back from November 19, 2026, newest first. */
function createDailyBars(days: number): Bar[] {
  const bars: Bar[] = [];
  for (let date = "2026-11-19" as IsoDate; bars.length < days; date = addDays(date, -1)) {
    if (new Date(date).getUTCDay() % 6 === 0) continue;
    bars.push({ date, open: 100, high: 110, low: 90, close: 100 + bars.length / 100, volume: 1_000 });
  }
  return bars;
}

/** A market with a scripted provider, a settable clock, and a ticker directory that lists only `SMPL`. */
function setUp(change: Partial<MarketOptions> = {}) {
  const state = { now: new Date(OPEN), requests: [] as string[] };
  const provider: { quote: (symbol: CanonicalSymbol) => Promise<Quote | null>; bars: () => Promise<Bar[] | null> } = {
    quote: async (symbol) => createQuote(symbol),
    bars: async () => createDailyBars(30),
  };
  const scriptedProvider: MarketProvider = {
    id: "yahoo",
    splitPolicy: "adjusted",
    budget: { perMinute: 120, perMinuteForUnlistedSymbols: 20 },
    fetchQuote: (symbol) => {
      state.requests.push(`quote ${symbol}`);
      return provider.quote(symbol);
    },
    fetchDailyBars: async (symbol) => {
      state.requests.push(`bars ${symbol}`);
      const bars = await provider.bars();
      return bars === null ? null : { bars, companyName: "Sample Widgets Inc.", splits: [], dropped: 0 };
    },
  };
  const options: MarketOptions = {
    providers: [scriptedProvider],
    store: createInMemoryPriceTable().table,
    isListed: (symbol) => symbol === "SMPL",
    getName: (symbol) => (symbol === "SMPL" ? "SAMPLE WIDGETS INC" : null),
    log: createLogger("silent"),
    getTime: () => state.now,
    readElapsedMs: () => state.now.getTime(),
    ...change,
  };
  const wait = (seconds: number) => {
    state.now = new Date(state.now.getTime() + seconds * 1000);
  };
  return { market: createMarket(options), again: () => createMarket(options), state, provider, wait, options };
}

const failProvider = () => Promise.reject(new SourceError("server_error", "answered 502"));

test("serves a quote, stores it, and requests it again after 15 seconds during trading hours", async () => {
  const { market, again, state, wait } = setUp();
  assert.deepEqual(await market.getQuote("smpl"), { quote: createQuote("SMPL"), stale: false });
  wait(14);
  await market.getQuote("SMPL");
  await again().getQuote("SMPL");
  assert.equal(state.requests.length, 1, "from memory, and after a restart from the store");
  wait(1);
  await market.getQuote("SMPL");
  await new Promise(setImmediate);
  assert.equal(state.requests.length, 2);
});

test("100 simultaneous callers of a quote or a history cause a single request", async () => {
  const { market, state } = setUp();
  const answers = await Promise.all(Array.from({ length: 100 }, () => market.getQuote("SMPL")));
  const histories = await Promise.all(Array.from({ length: 100 }, () => market.getHistory("SMPL", "1mo", "1d")));
  assert.equal(answers.length + histories.length, 200);
  assert.deepEqual(state.requests, ["quote SMPL", "bars SMPL"]);
});

test("all spellings of a share class mean one symbol, and the response has the canonical form", async () => {
  const { market, state } = setUp();
  for (const spelling of ["BRK.B", "brk-b", "BRK/B"])
    assert.equal((await market.getQuote(spelling)).quote.symbol, "BRK.B");
  assert.equal(state.requests.length, 1);
});

test("text that is not a symbol is not found, without a request", async () => {
  const { market, state } = setUp();
  for (const given of ["!!!", "\u0000", "💥", "A".repeat(300), "../../etc", ""]) {
    await assert.rejects(
      market.getQuote(given),
      (error) => error instanceof NotFoundError && error.message.length < 130,
    );
    await assert.rejects(market.getHistory(given, "1mo", "1d"), { code: "symbol_not_found" });
  }
  assert.deepEqual(state.requests, []);
});

test("if a provider is down, serves the last known price with the time of that price, marked stale", async () => {
  const { market, provider, wait } = setUp();
  await market.getQuote("SMPL");
  await market.getHistory("SMPL", "1mo", "1d");
  provider.quote = failProvider;
  provider.bars = failProvider;
  wait(3_600);
  assert.deepEqual(await market.getQuote("SMPL"), { quote: createQuote("SMPL"), stale: true });
  const history = await market.getHistory("SMPL", "1mo", "1d");
  assert.equal(history.stale, true);
  assert.equal(toBars(history.bars)[0]?.date, "2026-11-19");
});

test("if a provider is down and no price is known, a listed symbol is unavailable, an unlisted symbol not found", async () => {
  const { market, provider } = setUp();
  provider.quote = failProvider;
  provider.bars = failProvider;
  for (const ask of [() => market.getQuote("SMPL"), () => market.getHistory("SMPL", "5y", "1wk")]) {
    await assert.rejects(ask, (error) => {
      assert.ok(error instanceof UnavailableError);
      assert.equal(error.code, "upstream_unavailable");
      assert.equal(error.retryAfterSeconds, 30);
      return true;
    });
  }
  await assert.rejects(market.getQuote("ZZZZZ"), { code: "symbol_not_found" });
});

test("until the list of securities is loaded, an uncheckable symbol is unavailable, not unknown", async () => {
  const { market, provider } = setUp({ isListed: () => null });
  provider.quote = failProvider;
  await assert.rejects(market.getQuote("ZZZZZ"), { code: "upstream_unavailable" });
});

test("requests an unknown symbol once in five minutes", async () => {
  const { market, state, provider, wait } = setUp();
  provider.quote = async () => null;
  for (let time = 0; time < 3; time += 1) await assert.rejects(market.getQuote("ZZZZZ"), { code: "symbol_not_found" });
  assert.equal(state.requests.length, 1);
  wait(300);
  await assert.rejects(market.getQuote("ZZZZZ"), { code: "symbol_not_found" });
  assert.equal(state.requests.length, 2);
});

test("a scan of 10,000 invented symbols stays within its request budget, and leaves room for real symbols", async () => {
  const { market, state, provider } = setUp();
  provider.quote = async (symbol) => (symbol === "SMPL" ? createQuote("SMPL") : null);
  const letters = [..."ABCDEFGHIJ"];
  const scan = letters.flatMap((a) =>
    letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => `Z${a}${b}${c}${d}`))),
  );
  for (const symbol of scan) await assert.rejects(market.getQuote(symbol), { code: "symbol_not_found" });
  assert.equal(scan.length, 10_000);
  assert.equal(state.requests.length, 20);
  assert.equal((await market.getQuote("SMPL")).stale, false);
});

test("serves stored data for a delisted security that the provider no longer knows", async () => {
  const { market, provider, wait } = setUp();
  await market.getHistory("OLD", "1mo", "1d");
  provider.quote = async () => null;
  provider.bars = async () => null;
  wait(30 * 86_400);
  const history = await market.getHistory("OLD", "1mo", "1d");
  assert.equal(history.stale, true);
  const answer = await market.getQuote("OLD");
  assert.equal(answer.stale, true);
  assert.equal(answer.quote.price, 100);
  assert.equal(answer.quote.change, -0.01);
  assert.equal(answer.quote.pricedAt.toISOString(), "2026-11-19T21:00:00.000Z");
  assert.equal(answer.quote.week52High, null, "30 days tell nothing of 52 weeks");
  assert.equal(answer.quote.companyName, "Sample Widgets Inc.");
});

test("sends no request to a provider until the wait that the provider asked for is over", async () => {
  const { market, state, provider, wait } = setUp();
  provider.quote = () => Promise.reject(new SourceError("rate_limited", "429", { retryAfterSeconds: 120 }));
  await assert.rejects(market.getQuote("SMPL"), { retryAfterSeconds: 120 });
  wait(60);
  await assert.rejects(market.getQuote("SMPL"), { retryAfterSeconds: 60 });
  assert.equal(state.requests.length, 1);
  provider.quote = async (symbol) => createQuote(symbol);
  wait(60);
  assert.equal((await market.getQuote("SMPL")).stale, false);
});

test("keeps all stored bars if a later answer has fewer", async () => {
  const { market, provider, wait } = setUp();
  assert.equal((await market.getHistory("SMPL", "5y", "1d")).bars.count, 30);
  provider.bars = async () => createDailyBars(3);
  wait(3_600);
  const history = await market.getHistory("SMPL", "5y", "1d");
  assert.deepEqual([history.bars.count, history.stale], [30, false]);
});

test("builds weekly and monthly bars from the same daily bars, with one request", async () => {
  const { market, state } = setUp();
  const weeks = await market.getHistory("SMPL", "1mo", "1wk");
  const months = await market.getHistory("SMPL", "1mo", "1mo");
  assert.deepEqual(
    toBars(weeks.bars).map((bar) => bar.date),
    ["2026-11-16", "2026-11-09", "2026-11-02", "2026-10-26"],
  );
  assert.deepEqual(
    toBars(months.bars).map((bar) => bar.date),
    ["2026-11-01"],
  );
  assert.equal(state.requests.length, 1);
});

test("a quote without a name gets the listed name, else the symbol", async () => {
  const { market, provider } = setUp();
  provider.quote = async (symbol) => ({ ...createQuote(symbol), companyName: null });
  assert.equal((await market.getQuote("SMPL")).quote.companyName, "SAMPLE WIDGETS INC");
  assert.equal((await market.getQuote("OTHR")).quote.companyName, "OTHR");
});

test("serves a price that cannot be stored, but does not hide an internal error", async () => {
  const { market, provider } = setUp({
    store: {
      ...createInMemoryPriceTable().table,
      writeQuote: () => Promise.reject(new Error("disk full")),
    },
  });
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  provider.quote = () => Promise.reject(new TypeError("a fault"));
  await assert.rejects(market.getQuote("OTHR"), TypeError);
});

test("serves stored bars without asking a provider, under a former symbol too", async () => {
  const { market, state } = setUp();
  const all = { from: null, to: null };
  assert.equal(await market.readStoredHistory("SMPL", all, "1d"), null);
  assert.equal(await market.readStoredHistory("no symbol", all, "1d"), null);
  assert.deepEqual(state.requests, []);
  await market.getHistory("SMPL", "1mo", "1d");
  const before = state.requests.length;
  const kept = await market.readStoredHistory("smpl", all, "1d");
  assert.deepEqual([kept?.symbol, kept?.bars.count, kept?.lastDay, kept?.stale], ["SMPL", 30, "2026-11-19", false]);
  state.now = new Date("2026-11-25T23:00:00Z");
  assert.equal((await market.readStoredHistory("SMPL", all, "1d"))?.stale, true);
  assert.equal(state.requests.length, before);
  // Block's prices are stored under its current symbol.
  await market.getHistory("XYZ", "1mo", "1d");
  assert.equal((await market.readStoredHistory("SQ", all, "1d"))?.symbol, "XYZ");
});

test("counts each quote by its origin", async () => {
  const counted: string[] = [];
  const meters = {
    countAsked: () => {},
    countAnswered: (_: string, from: string) => counted.push(from),
    registerHealthGauges: () => {},
  };
  const { market, options, provider, wait } = setUp({ meters: meters as unknown as MarketMeters });
  await market.getQuote("SMPL");
  await market.getQuote("SMPL");
  await createMarket(options).getQuote("SMPL");
  provider.quote = failProvider;
  wait(3_600);
  await market.getQuote("SMPL");
  assert.deepEqual(counted, ["provider", "memory", "store", "kept"]);
});

test("also requests a renamed security under the other symbol, and reports the provider's error if both fail", async () => {
  // Block, whose symbol was SQ until January 2025.
  const { market, state, provider } = setUp({ isListed: (symbol) => symbol === "XYZ" });
  provider.quote = async (symbol) => (symbol === "SQ" ? createQuote("SQ") : null);
  assert.equal((await market.getQuote("SQ")).quote.symbol, "SQ", "the provider does not know the new symbol yet");
  assert.deepEqual(state.requests, ["quote XYZ", "quote SQ"]);
  const away = setUp({ isListed: (symbol) => symbol === "XYZ" });
  away.provider.quote = failProvider;
  await assert.rejects(away.market.getQuote("SQ"), { code: "upstream_unavailable" });
  const unread = setUp({ isListed: () => null });
  unread.provider.quote = async (symbol) => (symbol === "XYZ" ? createQuote("XYZ") : null);
  assert.equal((await unread.market.getQuote("SQ")).quote.symbol, "XYZ");
  assert.deepEqual(unread.state.requests, ["quote SQ", "quote XYZ"]);
});

test("if the store is down, serves closes from memory under the current symbol; other closes are unavailable", async () => {
  const { market, options } = setUp({ isListed: () => null });
  await market.getHistory("XYZ", "1mo", "1d");
  options.store.readPackedBars = () => Promise.reject(new UnavailableError("service_unavailable", "away", 5));
  assert.equal((await market.readCloses("SQ"))?.symbol, "XYZ");
  await assert.rejects(market.readCloses("SMPL"), UnavailableError);
});

test("an unknown spelling finds the listed symbol that matches; a known symbol is never replaced", async () => {
  const listed = createListedSymbols({
    listSecurities: async () =>
      ["SMPL", "BRK.B", "BAC$L", "BAC.PL", "BAC", "AB.C", "ABC", "STO.R"].map((symbol) => ({
        symbol,
        name: `${symbol} Inc.`,
        exchange: null,
        etf: false,
        cik: null,
      })),
  });
  await listed.reload();
  const { isListed, getName, findSpelledLike } = listed;
  const { market, state, options } = setUp({ isListed, getName, findSpelledLike });
  for (const [given, symbol] of [
    ["BRKB", "BRK.B"],
    ["brk b", "BRK.B"],
    ["BAC.PRL", "BAC$L"],
    ["BAC-PL", "BAC$L"],
    ["BACPRL", "BAC$L"],
    ["ABC", "ABC"],
  ] as const) {
    assert.equal((await market.getQuote(given)).quote.symbol, symbol, given);
    assert.equal((await market.getHistory(given, "1mo", "1d")).symbol, symbol, given);
  }
  const { quotes, notFound } = await market.getQuotes(["BRKB", "BRK.B"]);
  assert.deepEqual([quotes.map(({ quote: { symbol } }) => symbol), notFound], [["BRK.B"], []]);
  assert.equal(
    state.requests.some((requests) => requests.includes("BRKB")),
    false,
  );
  await assert.rejects(market.getQuote("ZZ ZZ"), NotFoundError);
  // Trades and their returns use the symbol as filed.
  assert.equal(await market.readStoredHistory("BRKB", "1mo", "1d"), null);
  assert.equal(await market.readCloses("BRKB"), null);
  // A security that has ended is recognized by its stored prices.
  const before = setUp({ store: options.store });
  await before.market.getHistory("STOR", "1mo", "1d");
  assert.equal((await market.getHistory("STOR", "1mo", "1d")).symbol, "STOR");
});
