/** Tests price requests while the machine's clock is set ahead and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { prefetchPrices } from "../../src/prices/prefetch/warming.ts";
import { createFlatBars, createQuote, createTestMarket, type ProviderAnswers } from "./made-providers.ts";

const IN_HOURS = "2026-11-20T15:00:00Z";
const HOUR_BACK = "2026-11-20T14:45:00Z";
const SECONDS = 1_000;

const failAsRateLimited = (): never => {
  throw new SourceError("rate_limited", "asks for fewer requests", { retryAfterSeconds: 60 });
};

test("a clock set back during a provider's pause does not extend the pause", async () => {
  const yahoo: ProviderAnswers = { quote: failAsRateLimited };
  const { market, setTime, setElapsed, takeRequests } = createTestMarket({ yahoo }, IN_HOURS);
  setElapsed(0);
  await assert.rejects(market.getQuote("SMPL"), { code: "upstream_unavailable", retryAfterSeconds: 60 });
  setTime("2026-11-20T14:00:00Z");
  assert.deepEqual(market.getHealth()[0]?.pausedUntil, new Date("2026-11-20T14:01:00Z"), "reported on the new clock");
  yahoo.quote = () => createQuote(100, "2026-11-20T13:59:00Z");
  setElapsed(61 * SECONDS);
  takeRequests();
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  assert.deepEqual(takeRequests(), ["yahoo quote"]);
});

test("a clock set ahead neither ends a pause nor refills a budget", async () => {
  const yahoo: ProviderAnswers = { quote: failAsRateLimited };
  const { market, setTime, setElapsed, takeRequests } = createTestMarket({ yahoo }, IN_HOURS);
  setElapsed(0);
  await assert.rejects(market.getQuote("SMPL"));
  const left = market.getHealth()[0]?.budgetLeft;
  setTime("2027-11-19T15:00:00Z");
  setElapsed(30 * SECONDS);
  takeRequests();
  await assert.rejects(market.getQuote("OTHR"), { code: "upstream_unavailable" });
  assert.deepEqual([takeRequests(), market.getHealth()[0]?.budgetLeft], [[], left]);
});

test("a quote fetched while the clock was ahead does not stay fresh longer after the clock is set back", async () => {
  const yahoo: ProviderAnswers = { quote: () => createQuote(100, "2026-11-20T14:44:00Z") };
  const { market, setTime, setElapsed } = createTestMarket({ yahoo }, IN_HOURS);
  setElapsed(0);
  await market.getQuote("SMPL");
  setTime(HOUR_BACK);
  setElapsed(60 * SECONDS);
  yahoo.quote = () => createQuote(101, "2026-11-20T14:44:30Z");
  assert.equal((await market.getQuote("SMPL")).quote.price, 101);
});

test("a day that no provider has yet is requested again after 15 minutes, whatever the clock is set to", async () => {
  const yahoo: ProviderAnswers = { bars: () => ({ bars: createFlatBars("2026-11-18", 30) }) };
  const { getHistory, setTime, setElapsed, takeRequests } = createTestMarket({ yahoo }, "2026-11-20T03:00:00Z");
  setElapsed(0);
  await getHistory();
  takeRequests();
  setTime("2026-11-20T02:00:00Z");
  setElapsed(16 * 60 * SECONDS);
  await getHistory();
  assert.deepEqual(takeRequests(), ["yahoo bars"]);
});

test("prefetching waits by elapsed time, and retries a miss dated in the future", async () => {
  const state = { now: new Date(IN_HOURS), elapsedMs: 0, waits: [] as number[], filled: [] as string[] };
  const triedAt = new Date("2027-06-01T00:00:00Z");
  const inventory = {
    readRefreshTimes: async () => new Map<string, Date>(),
    readFailures: async () => new Map([["SB", { triedAt, kind: "failed" as const, reason: "answered 502" }]]),
    recordFailure: async () => undefined,
    clearFailure: async () => undefined,
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
