/** Tests the operator's view of the price providers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { trackReadiness } from "../../src/app/service/readiness.ts";
import { readConfig } from "../../src/base/config.ts";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { createMarket } from "../../src/prices/create-market.ts";
import type { MarketProvider } from "../../src/prices/market.ts";
import { createMarketMeters } from "../../src/prices/meters.ts";
import { createInMemoryPriceTable } from "../../src/prices/prices-in-memory.ts";
import { createProviders } from "../../src/prices/providers/all.ts";
import { makeDataset } from "../contract/made-dataset.ts";

const log = createLogger("silent");
const now = new Date("2026-11-20T15:00:00Z");

function openMarket(fetchQuote: MarketProvider["fetchQuote"], registry = new Registry()) {
  const provider: MarketProvider = {
    id: "yahoo",
    splitPolicy: "adjusted",
    budget: { perMinute: 60, perMinuteForUnlistedSymbols: 10 },
    ...(fetchQuote && { fetchQuote }),
  };
  return createMarket({
    providers: [provider],
    store: createInMemoryPriceTable().table,
    isListed: () => true,
    getName: () => null,
    log,
    getTime: () => now,
    readElapsedMs: () => now.getTime(),
    meters: createMarketMeters(registry),
  });
}

test("metrics count each provider's requests by result, and show its state and remaining rate budget", async () => {
  const registry = new Registry();
  const market = openMarket(async () => null, registry);
  for (let time = 0; time < 2; time += 1) await assert.rejects(market.getQuote("SMPL"));
  const text = await registry.metrics();
  assert.match(text, /market_provider_questions_total\{provider="yahoo",about="quote",result="unknown"\} 1/);
  assert.match(text, /market_provider_state\{provider="yahoo"\} 0/);
  assert.match(text, /market_provider_budget_left\{provider="yahoo"\} 59/);
});

test("readiness reports each provider's state, but does not depend on any provider", async () => {
  const nothing = { listAll: async () => [], list: async () => [] };
  const config = readConfig({});
  const store = {
    sources: nothing,
    held: nothing,
    archive: { explainWrongFolder: async () => null },
  } as unknown as Parameters<typeof trackReadiness>[1];
  const readiness = await trackReadiness(config, store, makeDataset().getCurrent);
  const findCheck = (market: ReturnType<typeof openMarket>) => {
    const { ready, checks } = readiness.buildReadiness(null, market.getHealth());
    assert.equal(ready, true);
    return checks.find(({ name }) => name === "prices-yahoo");
  };
  const market = openMarket(() => Promise.reject(new SourceError("rate_limited", "Yahoo asks for fewer requests.")));
  assert.deepEqual([findCheck(market)?.ready, findCheck(market)?.detail], [true, "Not asked yet."]);
  await assert.rejects(market.getQuote("SMPL"), { code: "upstream_unavailable" });
  assert.equal(findCheck(market)?.ready, false);
  assert.match(
    findCheck(market)?.detail ?? "",
    /last success none since the service started; last error .*Z rate_limited: Yahoo asks for fewer requests.; paused until 2026-11-20T15:15:00.000Z\./,
  );
});

test("MARKET_PROVIDERS sets the providers and their order, and an error names each missing setting", () => {
  const listIds = (environment: Record<string, string>) =>
    createProviders(readConfig(environment), log).map(({ id }) => id);
  assert.deepEqual(listIds({}), ["yahoo", "nasdaq"]);
  const all = {
    MARKET_PROVIDERS: "file,tiingo,finnhub,yahoo",
    TIINGO_API_KEY: "k",
    FINNHUB_API_KEY: "k",
    MARKET_FILES: ".",
  };
  assert.deepEqual(listIds(all), ["file", "tiingo", "finnhub", "yahoo"]);
  assert.throws(() => listIds({ MARKET_PROVIDERS: "file tiingo finnhub" }), {
    code: "config",
    message:
      /file, which needs MARKET_FILES.\n.*tiingo, which needs TIINGO_API_KEY.\n.*finnhub, which needs FINNHUB_API_KEY/,
  });
  assert.throws(() => listIds({ MARKET_PROVIDERS: "stooq" }), { code: "config", message: /"stooq"/ });
});
