/** Two processes ask one provider of prices: it meets them as one. */
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { Quote } from "../../src/domain/quote.ts";
import { createMarket, type MarketService } from "../../src/prices/create-market.ts";
import { createInMemoryPriceTable } from "../../src/prices/prices-in-memory.ts";
import { createMarketSharing } from "../../src/prices/providers/sharing.ts";
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

/** A provider and a database; `join` starts one more process that uses both. */
async function setUp() {
  await redis.command("FLUSHALL");
  // A Friday, ten in the morning in New York.
  const state = { now: new Date("2026-11-20T15:00:00Z"), asked: [] as string[] };
  const told = {
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
            return told.quote(symbol);
          },
        },
      ],
      store: table,
      isListed: (symbol) => !symbol.startsWith("X"),
      getName: () => null,
      log: createLogger("silent"),
      getTime: () => state.now,
      readElapsedMs,
      sharing: createMarketSharing(store, ["yahoo"], readElapsedMs),
    });
    await store.start(20_000);
    return { market, store };
  };
  const wait = (ms: number) => {
    state.now = new Date(state.now.getTime() + ms);
  };
  return { state, told, join, wait, one: await join(), other: await join() };
}

const symbols = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => prefix + String.fromCharCode(65 + at));
const ask = (market: MarketService, those: readonly string[]) =>
  Promise.allSettled(those.map((symbol) => market.getQuote(symbol)));
const stateOf = (market: MarketService) => market.getHealth()[0]?.state;

test("the processes share one budget, and one part of it for invented symbols", { skip }, async () => {
  const { state, one, other } = await setUp();
  await Promise.all([ask(one.market, symbols("XA", 5)), ask(other.market, symbols("XB", 5))]);
  assert.equal(state.asked.length, 4);
  await Promise.all([ask(one.market, symbols("CA", 8)), ask(other.market, symbols("CB", 8))]);
  assert.equal(state.asked.length, 10);
  assert.equal(one.market.getHealth()[0]?.budgetLeft, 0);
});

test("without Redis each process has its share, and reports its requests to Redis afterward", { skip }, async () => {
  const { state, one, other } = await setUp();
  await ask(one.market, symbols("CA", 2));
  await redis.kill();
  try {
    await eventually("its loss", () => !one.store.isUp && !other.store.isUp);
    await Promise.all([ask(one.market, symbols("DA", 8)), ask(other.market, symbols("DB", 8))]);
    assert.equal(state.asked.length, 10);
  } finally {
    await redis.start();
  }
  await eventually("Redis", () => one.store.isUp && other.store.isUp);
  // Each tells it on a connection of its own.
  const asked = one.store.addPrefix("market:yahoo:caller");
  await eventually("what was asked", async () => (await redis.command("ZCARD", asked)) === state.asked.length);
  await Promise.all([ask(one.market, symbols("EA", 8)), ask(other.market, symbols("EB", 8))]);
  assert.equal(state.asked.length, 10);
});

test("a rejected process tells the others, even ones started later, and so does one that succeeds again", {
  skip,
}, async () => {
  const { state, told, join, wait, one, other } = await setUp();
  told.quote = async () => {
    throw new SourceError("rate_limited", "answered 429", { retryAfterSeconds: 60 });
  };
  await ask(one.market, ["CA"]);
  await eventually("the pause of the other", () => stateOf(other.market) === "open");
  const late = await join();
  await eventually("the pause of the third", () => stateOf(late.market) === "open");
  await ask(other.market, ["CB"]);
  await ask(late.market, ["CC"]);
  assert.deepEqual(state.asked, ["CA"]);

  wait(61_000);
  assert.deepEqual([stateOf(one.market), stateOf(other.market)], ["probing", "probing"]);
  const answer = Promise.withResolvers<Quote>();
  told.quote = () => answer.promise;
  const both = [ask(one.market, ["DA"]), ask(other.market, ["DB"])];
  await eventually("a trial", () => state.asked.length === 2);
  answer.resolve(createExampleQuote({ symbol: "DA", pricedAt: state.now }));
  await Promise.all(both);
  assert.equal(state.asked.length, 2, "one process tries");
  await eventually(
    "the end of the pause",
    () => stateOf(one.market) === "closed" && stateOf(other.market) === "closed",
  );
});

test("a process reads a quote that another has fetched from the database", { skip }, async () => {
  const { state, wait, one, other } = await setUp();
  await ask(one.market, ["CA"]);
  await ask(other.market, ["CA"]);
  assert.equal(state.asked.length, 1);
  wait(10 * 60_000);
  const { quote } = await one.market.getQuote("CA");
  assert.equal(quote.pricedAt.getTime(), state.now.getTime());
  const { quote: theirs } = await other.market.getQuote("CA");
  assert.equal(theirs.pricedAt.getTime(), state.now.getTime());
  assert.equal(state.asked.length, 2);
});
