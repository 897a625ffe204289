/** Tests the providers with stand-ins of their sites, which serve the same prices, each in its own format. */
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { toDayNumber } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { MarketProvider } from "../../src/prices/market.ts";
import { createFinnhubProvider } from "../../src/prices/providers/finnhub.ts";
import { createNasdaqProvider } from "../../src/prices/providers/nasdaq/nasdaq.ts";
import { createTiingoProvider } from "../../src/prices/providers/tiingo.ts";
import { createYahooProvider } from "../../src/prices/providers/yahoo/yahoo.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";

const now = new Date("2026-11-20T12:00:00Z");
const material = fictionalMaterial({ today: now });
const upstream = await startUpstream({ material, port: 0 });
after(upstream.stop);
beforeEach(upstream.clearLog);

const createOptions = (site: string) => ({
  baseUrl: `${upstream.url}/${site}`,
  contact: "https://operator.example",
  log: createLogger("silent"),
  getTime: () => now,
  apiKey: "made-up-key",
});
const providers: readonly MarketProvider[] = [
  createYahooProvider(createOptions("yahoo")),
  createNasdaqProvider(createOptions("nasdaq")),
  createTiingoProvider(createOptions("tiingo")),
  createFinnhubProvider(createOptions("finnhub")),
];
const createSignal = () => AbortSignal.timeout(20_000);
const toSymbol = (text: string): CanonicalSymbol => toCanonicalSymbol(text) ?? assert.fail(`${text} is no symbol`);

/** The material's facts about a security. */
async function findPrices(of: string) {
  const security = (await material.prices.findSecurity(of.replace(".", "-"))) ?? assert.fail(of);
  const [before, last] = security.prices.slice(-2);
  assert.ok(before && last);
  return { security, last, before };
}

for (const provider of providers) {
  for (const name of ["ZZWID", "ZZHLD.B", "ZZALL"]) {
    test(`${provider.id}: the quote of ${name} has price, change and time of the close`, async () => {
      const { last, before } = await findPrices(name);
      const quote = (await provider.fetchQuote?.(toSymbol(name), createSignal())) ?? assert.fail("no quote");
      assert.deepEqual([quote.symbol, quote.price], [name, last.close]);
      assert.ok(Math.abs((quote.change ?? Number.NaN) - (last.close - before.close)) < 0.011, String(quote.change));
      assert.equal(quote.pricedAt.toISOString(), `${last.date}T21:00:00.000Z`);
      assert.ok(quote.volume === null || quote.volume === last.volume);
    });
  }

  test(`${provider.id}: an unknown symbol is null, not an error`, async () => {
    assert.equal(await provider.fetchQuote?.(toSymbol("NONE"), createSignal()), null);
    assert.equal((await provider.fetchDailyBars?.(toSymbol("NONE"), createSignal())) ?? null, null);
  });

  test(`${provider.id}: each request names the program and its operator, and no URL contains the API key`, async () => {
    await provider.fetchQuote?.(toSymbol("ZZGAD"), createSignal());
    await provider.fetchDailyBars?.(toSymbol("ZZGAD"), createSignal());
    const requests = upstream.listRequests();
    assert.ok(requests.length > 0);
    for (const request of requests) {
      assert.match(request.userAgent ?? "", /congress-trades; \+https:\/\/operator\.example/);
      assert.ok(!(request.path + request.query).includes("made-up-key"));
    }
  });

  if (provider.fetchDailyBars === undefined) continue;
  test(`${provider.id}: daily bars match the test data, newest first`, async () => {
    const { security } = await findPrices("ZZHLD.B");
    const answer = (await provider.fetchDailyBars?.(toSymbol("ZZHLD.B"), createSignal())) ?? assert.fail("no bars");
    assert.equal(answer.bars.length, security.prices.length);
    assert.deepEqual(
      answer.bars,
      security.prices
        .map(({ date, open, high, low, close, volume }) => ({ date, open, high, low, close, volume }))
        .reverse(),
    );
    assert.deepEqual([answer.splits, answer.dropped], [[], 0]);
    if (provider.id === "nasdaq") return assert.equal(answer.dividends, undefined);
    const paid = security.dividends ?? [];
    assert.ok(paid.length > 0);
    assert.deepEqual(
      [...(answer.dividends?.cash ?? [])],
      paid.map(({ date, dollars }) => [toDayNumber(date as IsoDate), dollars]),
    );
  });
}

for (const provider of providers.filter(({ fetchQuotes }) => fetchQuotes !== undefined)) {
  test(`${provider.id}: fetches several quotes in one request, and leaves out unknown symbols`, async () => {
    const { last } = await findPrices("ZZROB");
    await provider.fetchQuotes?.([toSymbol("ZZROB")], createSignal());
    upstream.clearLog();
    const quotes = await provider.fetchQuotes?.(["ZZROB", "ZZHLD.B", "NONE"].map(toSymbol), createSignal());
    assert.deepEqual([...(quotes?.keys() ?? [])], ["ZZROB", "ZZHLD.B"]);
    assert.equal(quotes?.get(toSymbol("ZZROB"))?.price, last.close);
    assert.equal(upstream.listRequests().length, 1);
  });
}

test("each provider's quote has every value except a known list for that provider", async () => {
  const missing: Record<string, unknown> = {};
  for (const provider of providers) {
    const quote = await provider.fetchQuote?.(toSymbol("ZZGAD"), createSignal());
    missing[provider.id] = Object.entries(quote ?? {})
      .filter(([, value]) => value === null)
      .map(([name]) => name);
  }
  assert.deepEqual(missing, {
    yahoo: [],
    nasdaq: ["peRatio"],
    tiingo: ["companyName", "volume", "marketCap", "peRatio", "week52High", "week52Low"],
    finnhub: ["volume"],
  });
});

test("market value is in dollars everywhere, even though Finnhub sends millions", async () => {
  const { security, last } = await findPrices("ZZWID");
  const cap = (security.sharesOutstanding ?? 0) * last.close;
  for (const provider of providers.filter(({ id }) => id !== "tiingo")) {
    const quote = await provider.fetchQuote?.(toSymbol("ZZWID"), createSignal());
    assert.ok(Math.abs((quote?.marketCap ?? 0) / cap - 1) < 1e-6, provider.id);
  }
});

test("finnhub: requests a symbol's profile and metrics once, not with every quote", async () => {
  const provider = createFinnhubProvider(createOptions("finnhub"));
  for (const _ of [1, 2]) await provider.fetchQuote(toSymbol("ZZWID"), createSignal());
  assert.deepEqual(
    upstream.listRequests().map((request) => request.path.split("/").at(-1)),
    ["quote", "profile2", "metric", "quote"],
  );
});

test("nasdaq: looks for a fund among the stocks only once", async () => {
  const provider = createNasdaqProvider(createOptions("nasdaq"));
  for (const _ of [1, 2]) await provider.fetchDailyBars(toSymbol("ZZBND"), createSignal());
  assert.deepEqual(
    upstream.listRequests().map((request) => /assetclass=(\w+)/.exec(request.query)?.[1]),
    ["stocks", "etf", "etf"],
  );
});

for (const provider of providers.filter(({ id }) => id === "tiingo" || id === "finnhub")) {
  test(`${provider.id}: a rejected API key is reported as a block, not as an unknown symbol`, async () => {
    upstream.force(`/${provider.id}/`, "forbidden", 1);
    await assert.rejects(async () => provider.fetchQuote?.(toSymbol("ZZNET"), createSignal()), { code: "blocked" });
  });
}
