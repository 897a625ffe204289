/** Two processes use one price provider: together they behave like one client. */
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { Quote } from "../../src/domain/quote.ts";
import { createMarket, type MarketService } from "../../src/prices/create-market.ts";
import { createInMemoryPriceTable } from "../../src/prices/prices-in-memory.ts";
import { createProviderState } from "../../src/prices/providers/sharing.ts";
import { SharedStore } from "../../src/store/redis/shared-store.ts";
import { eventually } from "../eventually.ts";
import { createExampleQuote } from "../market/example-prices.ts";
import { type RedisServer, startRedis } from "../redis.ts";

const found = await startRedis();
const skip = "skipped" in found ? found.skipped : false;
const redis = found as RedisServer;
after(() => ("skipped" in found ? undefined : found.stop()));

const opened: SharedStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.stop();
});

/** Creates a provider, a database and two processes that use them; `join` starts another process. */
async function setUp() {
  await redis.command("FLUSHALL");
  // A Friday, 10 a.m. in New York.
  const state = { now: new Date("2026-11-20T15:00:00Z"), asked: [] as string[] };
  const provider = {
    quote: async (symbol: string): Promise<Quote | null> => createExampleQuote({ symbol, pricedAt: state.now }),
  };
  const { table } = createInMemoryPriceTable();
  const join = async (): Promise<{ readonly market: MarketService; readonly store: SharedStore }> => {
    const readElapsedMs = () => state.now.getTime();
    const store = new SharedStore({ url: redis.url, replicas: 2, log: createLogger("silent"), waitMs: 5_000 });
    opened.push(store);
    const market = createMarket({
      providers: [
        {
          id: "yahoo",
          splitPolicy: "adjusted",
          budget: { perMinute: 10, perMinuteForUnlistedSymbols: 4 },
          fetchQuote: (symbol) => {
            state.asked.push(symbol);
            return provider.quote(symbol);
          },
        },
      ],
      store: table,
      isListed: (symbol) => !symbol.startsWith("X"),
      getName: () => null,
      log: createLogger("silent"),
      getTime: () => state.now,
      readElapsedMs,
      sharing: createProviderState(store, ["yahoo"], readElapsedMs),
    });
    await store.start(20_000);
    return { market, store };
  };
  const advanceTime = (ms: number) => {
    state.now = new Date(state.now.getTime() + ms);
  };
  return { state, told: provider, join, wait: advanceTime, one: await join(), other: await join() };
}

const createSymbols = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => prefix + String.fromCharCode(65 + at));
const requestQuotes = (market: MarketService, those: readonly string[]) =>
  Promise.allSettled(those.map((symbol) => market.getQuote(symbol)));
const getCircuitState = (market: MarketService) => market.getHealth()[0]?.state;

test("the processes share one rate budget, of which a smaller part is for unlisted symbols", { skip }, async () => {
  const { state, one, other } = await setUp();
  await Promise.all([
    requestQuotes(one.market, createSymbols("XA", 5)),
    requestQuotes(other.market, createSymbols("XB", 5)),
  ]);
  assert.equal(state.asked.length, 4);
  await Promise.all([
    requestQuotes(one.market, createSymbols("CA", 8)),
    requestQuotes(other.market, createSymbols("CB", 8)),
  ]);
  assert.equal(state.asked.length, 10);
  assert.equal(one.market.getHealth()[0]?.budgetLeft, 0);
});

test("while Redis is down, each process uses a share of the rate budget, and later reports the requests to Redis", {
  skip,
}, async () => {
  const { state, one, other } = await setUp();
  await requestQuotes(one.market, createSymbols("CA", 2));
  await redis.kill();
  try {
    await eventually("Redis is down", () => !one.store.isUp && !other.store.isUp);
    await Promise.all([
      requestQuotes(one.market, createSymbols("DA", 8)),
      requestQuotes(other.market, createSymbols("DB", 8)),
    ]);
    assert.equal(state.asked.length, 10);
  } finally {
    await redis.start();
  }
  await eventually("Redis is up", () => one.store.isUp && other.store.isUp);
  // Each process reports its requests on its own connection.
  const asked = one.store.addPrefix("market:yahoo:caller");
  await eventually(
    "all requests are reported to Redis",
    async () => (await redis.command("ZCARD", asked)) === state.asked.length,
  );
  await Promise.all([
    requestQuotes(one.market, createSymbols("EA", 8)),
    requestQuotes(other.market, createSymbols("EB", 8)),
  ]);
  assert.equal(state.asked.length, 10);
});

test("a rate-limited process pauses all others, even processes started later, until a trial request succeeds", {
  skip,
}, async () => {
  const { state, told: provider, join, wait: advanceTime, one, other } = await setUp();
  provider.quote = async () => {
    throw new SourceError("rate_limited", "answered 429", { retryAfterSeconds: 60 });
  };
  await requestQuotes(one.market, ["CA"]);
  await eventually("the other process pauses", () => getCircuitState(other.market) === "open");
  const late = await join();
  await eventually("the third process pauses", () => getCircuitState(late.market) === "open");
  await requestQuotes(other.market, ["CB"]);
  await requestQuotes(late.market, ["CC"]);
  assert.deepEqual(state.asked, ["CA"]);

  advanceTime(61_000);
  assert.deepEqual([getCircuitState(one.market), getCircuitState(other.market)], ["probing", "probing"]);
  const answer = Promise.withResolvers<Quote>();
  provider.quote = () => answer.promise;
  const both = [requestQuotes(one.market, ["DA"]), requestQuotes(other.market, ["DB"])];
  await eventually("one process sends a trial request", () => state.asked.length === 2);
  answer.resolve(createExampleQuote({ symbol: "DA", pricedAt: state.now }));
  await Promise.all(both);
  assert.equal(state.asked.length, 2, "only one process sends a trial request");
  await eventually(
    "the pause ends in both processes",
    () => getCircuitState(one.market) === "closed" && getCircuitState(other.market) === "closed",
  );
});

test("a process reads from the database a quote that another process has fetched", { skip }, async () => {
  const { state, wait: advanceTime, one, other } = await setUp();
  await requestQuotes(one.market, ["CA"]);
  await requestQuotes(other.market, ["CA"]);
  assert.equal(state.asked.length, 1);
  advanceTime(10 * 60_000);
  const { quote } = await one.market.getQuote("CA");
  assert.equal(quote.pricedAt.getTime(), state.now.getTime());
  const { quote: theirs } = await other.market.getQuote("CA");
  assert.equal(theirs.pricedAt.getTime(), state.now.getTime());
  assert.equal(state.asked.length, 2);
});
