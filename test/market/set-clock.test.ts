/** The machine's clock is set ahead and back while prices are asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { prefetchPrices } from "../../src/prices/prefetch/warming.ts";
import { flatDays, madeMarketOf, madeQuote, type Says } from "./made-providers.ts";

const IN_HOURS = "2026-11-20T15:00:00Z";
const HOUR_BACK = "2026-11-20T14:45:00Z";
const SECONDS = 1_000;

const refused = (): never => {
  throw new SourceError("rate_limited", "asks for fewer requests", { retryAfterSeconds: 60 });
};

test("a clock set back during a provider's pause does not extend it", async () => {
  const yahoo: Says = { quote: refused };
  const { market, at, elapsed, asked } = madeMarketOf({ yahoo }, IN_HOURS);
  elapsed(0);
  await assert.rejects(market.getQuote("SMPL"), { code: "upstream_unavailable", retryAfterSeconds: 60 });
  at("2026-11-20T14:00:00Z");
  assert.deepEqual(market.getHealth()[0]?.pausedUntil, new Date("2026-11-20T14:01:00Z"), "told on the new clock");
  yahoo.quote = () => madeQuote(100, "2026-11-20T13:59:00Z");
  elapsed(61 * SECONDS);
  asked();
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  assert.deepEqual(asked(), ["yahoo quote"]);
});

test("a clock set ahead neither ends a pause nor refills a budget", async () => {
  const yahoo: Says = { quote: refused };
  const { market, at, elapsed, asked } = madeMarketOf({ yahoo }, IN_HOURS);
  elapsed(0);
  await assert.rejects(market.getQuote("SMPL"));
  const left = market.getHealth()[0]?.budgetLeft;
  at("2027-11-19T15:00:00Z");
  elapsed(30 * SECONDS);
  asked();
  await assert.rejects(market.getQuote("OTHR"), { code: "upstream_unavailable" });
  assert.deepEqual([asked(), market.getHealth()[0]?.budgetLeft], [[], left]);
});

test("a quote fetched while the clock ran ahead does not stay fresh until then", async () => {
  const yahoo: Says = { quote: () => madeQuote(100, "2026-11-20T14:44:00Z") };
  const { market, at, elapsed } = madeMarketOf({ yahoo }, IN_HOURS);
  elapsed(0);
  await market.getQuote("SMPL");
  at(HOUR_BACK);
  elapsed(60 * SECONDS);
  yahoo.quote = () => madeQuote(101, "2026-11-20T14:44:30Z");
  assert.equal((await market.getQuote("SMPL")).quote.price, 101);
});

test("a day that no provider has yet is requested again after 15 minutes, whatever the clock is set to", async () => {
  const yahoo: Says = { bars: () => ({ bars: flatDays("2026-11-18", 30) }) };
  const { history, at, elapsed, asked } = madeMarketOf({ yahoo }, "2026-11-20T03:00:00Z");
  elapsed(0);
  await history();
  asked();
  at("2026-11-20T02:00:00Z");
  elapsed(16 * 60 * SECONDS);
  await history();
  assert.deepEqual(asked(), ["yahoo bars"]);
});

test("prefetching waits by elapsed time, and retries a miss dated in the future", async () => {
  const state = { now: new Date(IN_HOURS), elapsedMs: 0, waits: [] as number[], filled: [] as string[] };
  const triedAt = new Date("2027-06-01T00:00:00Z");
  const inventory = {
    readRefreshTimes: async () => new Map<string, Date>(),
    readMisses: async () => new Map([["SB", { triedAt, kind: "failed" as const, reason: "answered 502" }]]),
    recordMiss: async () => undefined,
    deleteMiss: async () => undefined,
  };
  await prefetchPrices(
    ["SA", "SB", "SC"] as CanonicalSymbol[],
    "missing",
    {
      inventory,
      log: createLogger("silent"),
      getTime: () => state.now,
      readElapsedMs: () => state.elapsedMs,
      fill: async (symbol) => {
        state.filled.push(symbol);
        state.now = new Date(HOUR_BACK);
        return { kind: "filled" };
      },
      wait: async (ms) => {
        state.waits.push(ms);
        state.elapsedMs += ms;
      },
    },
    new AbortController().signal,
  );
  assert.deepEqual(
    [state.filled, state.waits],
    [
      ["SA", "SB", "SC"],
      [2_000, 2_000],
    ],
  );
});
