/** The market with two providers: which one is requested, whose answer is used, and what happens if both are down for a day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createExampleQuote, createTradingBars } from "../../test/market/example-prices.ts";
import { SourceError } from "../base/errors.ts";
import { createLogger } from "../base/log.ts";
import type { Bar } from "../domain/bar.ts";
import { toBars } from "../domain/bar-columns.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { createMarket } from "./create-market.ts";
import type { MarketProvider } from "./market.ts";
import { createInMemoryPriceTable } from "./prices-in-memory.ts";

/** A Friday, ten in the morning in New York. */
const OPEN = new Date("2026-11-20T15:00:00Z");
const EVENING = new Date("2026-11-20T23:00:00Z");

const createQuote = (symbol: string, change: Partial<Quote> = {}): Quote => createExampleQuote({ symbol, ...change });

const failProvider = () => Promise.reject(new SourceError("server_error", "answered 502"));

interface ProviderAnswers {
  quote: (symbol: CanonicalSymbol) => Promise<Quote | null>;
  bars: (symbol: CanonicalSymbol) => Promise<readonly Bar[] | null>;
  name: string | null;
}

function setUp({ listed = ["SMPL"], now = OPEN }: { readonly listed?: readonly string[]; readonly now?: Date } = {}) {
  const state = { now, requests: [] as string[] };
  const { table: store, bars: keptBars } = createInMemoryPriceTable();
  const createAnswers = (): ProviderAnswers => ({
    quote: async (symbol) => createQuote(symbol),
    bars: async () => createTradingBars("2026-11-19", 30),
    name: null,
  });
  const first = createAnswers();
  const second = createAnswers();
  const createProvider = (id: "yahoo" | "nasdaq", answers: ProviderAnswers): MarketProvider => ({
    id,
    splitPolicy: id === "yahoo" ? "adjusted" : "unverified",
    budget: { perMinute: 60, perMinuteForUnlistedSymbols: 10 },
    fetchQuote: (symbol) => {
      state.requests.push(`${id} quote ${symbol}`);
      return answers.quote(symbol);
    },
    fetchDailyBars: async (symbol) => {
      state.requests.push(`${id} bars ${symbol}`);
      const found = await answers.bars(symbol);
      return found && { bars: found, companyName: answers.name, splits: [], dropped: 0 };
    },
  });
  const market = createMarket({
    providers: [createProvider("yahoo", first), createProvider("nasdaq", second)],
    store,
    isListed: (symbol) => listed.includes(symbol),
    getName: () => null,
    log: createLogger("silent"),
    getTime: () => state.now,
    readElapsedMs: () => state.now.getTime(),
  });
  const wait = (seconds: number) => {
    state.now = new Date(state.now.getTime() + seconds * 1000);
  };
  const takeRequests = () => state.requests.splice(0);
  return { market, first, second, state, wait, takeRequests, keptBars };
}

test("if the first provider fails, uses the second, and requests the first again only after a pause", async () => {
  const { market, first, takeRequests, wait } = setUp();
  first.quote = failProvider;
  assert.deepEqual(
    [(await market.getQuote("SMPL")).stale, takeRequests()],
    [false, ["yahoo quote SMPL", "nasdaq quote SMPL"]],
  );
  wait(4);
  await market.getHistory("SMPL", "1mo", "1d");
  assert.deepEqual(takeRequests(), ["nasdaq bars SMPL"], "no request to the first provider within five seconds");
  assert.deepEqual(
    market.getHealth().map(({ id, state, lastError }) => [id, state, lastError?.code]),
    [
      ["yahoo", "open", "server_error"],
      ["nasdaq", "closed", undefined],
    ],
  );
  wait(60);
  first.quote = async (symbol) => createQuote(symbol, { price: 101 });
  assert.equal((await market.getQuote("SMPL")).quote.price, 101);
  assert.deepEqual(takeRequests(), ["yahoo quote SMPL"]);
});

test('one provider\'s "unknown" is final only if no other knows the symbol', async () => {
  const { market, first, second, takeRequests } = setUp();
  first.quote = async () => null;
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  second.quote = async () => null;
  await assert.rejects(market.getQuote("ZZZZ"), { code: "symbol_not_found" });
  takeRequests();
  await assert.rejects(market.getQuote("ZZZZ"), { code: "symbol_not_found" });
  assert.deepEqual(takeRequests(), [], "both providers already said so");
});

test("a quote 15 to 60 seconds old is served at once, while a single request fetches the next", async () => {
  const { market, first, takeRequests, wait } = setUp();
  await market.getQuote("SMPL");
  takeRequests();
  wait(30);
  const answering = Promise.withResolvers<Quote>();
  first.quote = () => answering.promise;
  const answers = await Promise.all(Array.from({ length: 10 }, () => market.getQuote("SMPL")));
  assert.ok(answers.every(({ quote: { price }, stale }) => price === 100 && !stale));
  await new Promise(setImmediate);
  assert.deepEqual(takeRequests(), ["yahoo quote SMPL"]);
  answering.resolve(createQuote("SMPL", { price: 102 }));
  await new Promise(setImmediate);
  assert.equal((await market.getQuote("SMPL")).quote.price, 102);
  assert.deepEqual(takeRequests(), []);
});

test("if no provider can be reached, the last known quote is served as stale, at any age", async () => {
  const { market, first, second, wait } = setUp();
  await market.getQuote("SMPL");
  first.quote = failProvider;
  second.quote = failProvider;
  wait(20);
  assert.equal((await market.getQuote("SMPL")).stale, false, "the failure is not known yet");
  await new Promise(setImmediate);
  wait(5);
  assert.equal((await market.getQuote("SMPL")).stale, true);
});

test("fills missing values of a quote from stored bars, otherwise with null, without requesting a second provider", async () => {
  const closed = new Date("2026-11-20T21:00:01Z");
  const unpriced = { change: null, changePercent: null, week52High: null, week52Low: null };
  const { market, first, second, takeRequests } = setUp({ now: EVENING });
  first.bars = async () => createTradingBars("2026-11-19", 300, 99);
  second.bars = async () => null;
  await market.getHistory("SMPL", "1y", "1d");
  takeRequests();
  first.quote = async (symbol) => createQuote(symbol, { ...unpriced, volume: null, marketCap: null, pricedAt: closed });
  second.quote = async (symbol) => createQuote(symbol, { change: 50, marketCap: 7, pricedAt: closed });
  const answer = (await market.getQuote("SMPL")).quote;
  assert.deepEqual([answer.change, answer.changePercent], [1, 1.01]);
  assert.deepEqual([answer.volume, answer.marketCap, answer.peRatio], [null, null, 20]);
  assert.deepEqual(takeRequests(), ["yahoo quote SMPL"]);
});

test("an unlisted symbol follows its rename; a listed symbol means the security that has it today", async () => {
  const { market, takeRequests } = setUp({ listed: ["META"] });
  assert.equal((await market.getQuote("FB")).quote.symbol, "META");
  assert.equal((await market.getHistory("fb", "1mo", "1d")).symbol, "META");
  assert.deepEqual(takeRequests(), ["yahoo quote META", "yahoo bars META"]);
  const today = setUp({ listed: ["META", "FB"] });
  assert.equal((await today.market.getQuote("FB")).quote.symbol, "FB");
  assert.deepEqual(today.takeRequests(), ["yahoo quote FB"]);
});

test("does not serve a former issuer's old data that a provider still returns for the symbol", async () => {
  const { market, first, second } = setUp({ listed: ["FB", "META"] });
  const fetchFormer = async (symbol: string) =>
    symbol === "FB"
      ? createQuote(symbol, { price: 190, pricedAt: new Date("2022-06-08T20:00:00Z") })
      : createQuote(symbol);
  first.quote = fetchFormer;
  second.quote = fetchFormer;
  first.bars = async (symbol) => createTradingBars(symbol === "FB" ? "2022-06-08" : "2026-11-19", 30);
  second.bars = async () => null;
  await assert.rejects(market.getQuote("FB"), { code: "price_not_found" }, "listed, so it is not META");
  await assert.rejects(market.getHistory("FB", "1mo", "1d"), { code: "price_not_found" });
  const other = setUp({ listed: ["META"] });
  Object.assign(other.first, first);
  other.second.quote = fetchFormer;
  assert.deepEqual((await other.market.getQuote("FB")).quote.symbol, "META", "FB is not listed");
});

test("a listed symbol without a price is price_not_found, but unavailable while a provider cannot be reached", async () => {
  const { market, first, second, wait } = setUp();
  first.quote = failProvider;
  first.bars = failProvider;
  second.quote = async () => null;
  second.bars = async () => null;
  const unavailable = { code: "upstream_unavailable", retryAfterSeconds: 60 };
  await assert.rejects(market.getQuote("SMPL"), unavailable);
  await assert.rejects(market.getHistory("SMPL", "1mo", "1d"), unavailable);
  await assert.rejects(market.getQuote("ZZZZ"), { code: "symbol_not_found" });
  wait(600);
  first.quote = async () => null;
  await assert.rejects(market.getQuote("SMPL"), {
    code: "price_not_found",
    message: "SMPL is listed, but no price source has a price for it.",
  });
});

test("never serves an older price than the one served before", async () => {
  const { market, first, second, wait } = setUp();
  await market.getQuote("SMPL");
  wait(120);
  first.quote = failProvider;
  second.quote = async (symbol) => createQuote(symbol, { price: 98, pricedAt: new Date("2026-11-19T21:00:00Z") });
  assert.deepEqual(await market.getQuote("SMPL"), { quote: createQuote("SMPL"), stale: false });
});

test("moves a former issuer's bars to its new symbol, and never merges them with the bars of today's issuer", async () => {
  const { market, first, keptBars } = setUp({ listed: ["META", "FB"] });
  const former = createTradingBars("2022-06-08", 40, 190);
  keptBars.set("FB", {
    bars: former,
    refreshedAt: new Date("2022-06-09T12:00:00Z"),
    companyName: "Meta Platforms, Inc.",
    origin: { providers: ["yahoo"], adjustment: "splits" },
    dividends: null,
  });
  first.bars = async () => createTradingBars("2026-11-19", 25, 42);
  const history = await market.getHistory("FB", "5y", "1d");
  assert.deepEqual(toBars(history.bars), createTradingBars("2026-11-19", 25, 42));
  assert.deepEqual(keptBars.get("META")?.bars, former);
});

test("moves a former issuer's bars to its new symbol once, not on every request", async () => {
  const { market, first, second, keptBars } = setUp({ listed: ["META", "FB"] });
  keptBars.set("FB", {
    bars: createTradingBars("2022-06-08", 40, 190),
    refreshedAt: new Date("2022-06-09T12:00:00Z"),
    companyName: null,
    origin: { providers: ["yahoo"], adjustment: "splits" },
    dividends: null,
  });
  first.bars = failProvider;
  second.bars = failProvider;
  await assert.rejects(market.getHistory("FB", "5y", "1d"), { code: "upstream_unavailable" });
  assert.equal(keptBars.get("META")?.bars.length, 40);
  keptBars.delete("META");
  await assert.rejects(market.getHistory("FB", "5y", "1d"), { code: "upstream_unavailable" });
  assert.equal(keptBars.has("META"), false);
});

test("sets old bars aside if another issuer takes the symbol without a known rename", async () => {
  const { market, first, keptBars, wait } = setUp();
  first.name = "Sample Widgets Inc.";
  await market.getHistory("SMPL", "1mo", "1d");
  const former = keptBars.get("SMPL");
  wait(86_400 * 3);
  first.name = "Other Gadgets ETF";
  first.bars = async () =>
    createTradingBars("2026-11-20", 40).map((bar, n) => ({ ...bar, close: 7 + n, open: 7 + n, high: 50, low: 5 }));
  assert.equal(toBars((await market.getHistory("SMPL", "5y", "1d")).bars)[0]?.close, 7);
  assert.deepEqual(keptBars.get("SMPL@2026-11-19")?.bars, former?.bars);
});

test("rejects an answer that contradicts the stored bars, and asks the next provider", async () => {
  const { market, first, second, takeRequests, wait } = setUp();
  await market.getHistory("SMPL", "1mo", "1d");
  takeRequests();
  wait(86_400 * 3);
  first.bars = async () => createTradingBars("2026-11-20", 30).map((bar, n) => ({ ...bar, close: 50 + n, low: 1 }));
  second.bars = async () => createTradingBars("2026-11-20", 30);
  const history = await market.getHistory("SMPL", "1mo", "1d");
  assert.deepEqual([toBars(history.bars)[0]?.date, history.stale], ["2026-11-20", false]);
  assert.deepEqual(takeRequests(), ["yahoo bars SMPL", "nasdaq bars SMPL"]);
});

test("never serves values that contradict the price, for one quote or several", async () => {
  const { market, first } = setUp({ listed: ["SMPL", "OTHR"] });
  first.quote = async (symbol) => createQuote(symbol, { price: 150, change: 90, changePercent: 150, week52High: 120 });
  const { quotes } = await market.getQuotes(["SMPL", "OTHR"]);
  for (const { quote: each } of [await market.getQuote("SMPL"), ...quotes]) {
    assert.deepEqual([each.price, each.change, each.changePercent, each.week52High], [150, null, null, 150]);
  }
});

test("several quotes come in order, each symbol once, with unknown and unavailable ones listed separately", async () => {
  const { market, first, second } = setUp({ listed: ["SMPL", "BRK.B", "LOST"] });
  first.quote = async (symbol) => (symbol === "ZZZZ" ? null : symbol === "LOST" ? failProvider() : createQuote(symbol));
  second.quote = async (symbol) => (symbol === "LOST" ? failProvider() : null);
  const answer = await market.getQuotes(["brk-b", "ZZZZ", "SMPL", "BRK/B", "!!!", "LOST"]);
  assert.deepEqual(
    answer.quotes.map((each) => each.quote.symbol),
    ["BRK.B", "SMPL"],
  );
  assert.deepEqual([answer.notFound, answer.unavailable], [["ZZZZ", "!!!"], ["LOST"]]);
});

test("if all providers are down for a day, serves stored prices with their own times, and sends no burst of requests afterward", async () => {
  const symbols = Array.from({ length: 50 }, (_, n) => `S${String.fromCharCode(65 + (n % 26))}${n < 26 ? "A" : "B"}`);
  const { market, first, second, state, wait, takeRequests } = setUp({ listed: symbols });
  for (const symbol of symbols) {
    await market.getQuote(symbol);
    await market.getHistory(symbol, "1mo", "1d");
    wait(2);
  }
  const before = takeRequests().length;
  assert.equal(before, 100);
  for (const provider of [first, second]) {
    provider.quote = failProvider;
    provider.bars = failProvider;
  }
  wait(900);
  const end = state.now.getTime() + 86_400_000;
  let answers = 0;
  while (state.now.getTime() < end) {
    const symbol = symbols[answers % symbols.length] ?? "";
    const answer = await market.getQuote(symbol);
    const history = await market.getHistory(symbol, "1mo", "1d");
    assert.deepEqual([answer.quote.pricedAt, answer.quote.price], [createQuote(symbol).pricedAt, 100]);
    assert.equal(toBars(history.bars)[0]?.date, "2026-11-19");
    assert.deepEqual([answer.stale, history.stale], [true, true]);
    answers += 1;
    wait(10);
  }
  const whileDown = takeRequests().length;
  assert.ok(whileDown < (2 * 86_400) / 300 + 100, `${whileDown} requests while down, for ${2 * answers} queries`);
  for (const provider of [first, second]) {
    provider.quote = async (symbol) => createQuote(symbol, { pricedAt: state.now });
    provider.bars = async () => createTradingBars("2026-11-20", 30);
  }
  wait(301);
  const back = await Promise.all(symbols.map((symbol) => market.getQuote(symbol)));
  assert.ok(takeRequests().length <= 2, "one probe of each provider");
  assert.equal(back.length, symbols.length);
  for (const symbol of symbols) await market.getQuote(symbol);
  assert.ok(takeRequests().length <= 2 * 60, "within the budget of a minute");
  wait(60);
  for (const symbol of symbols) assert.equal((await market.getQuote(symbol)).stale, false);
});
