/** Tests providers that hang, and old prices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import {
  createFinnhubProfile,
  createFinnhubQuote,
  createSignal,
  createTestFinnhub,
  finnhubMetric,
  SMPL,
} from "./json-answers.ts";
import { createFlatBars, createQuote, createTestMarket, failAsDown, type ProviderAnswers } from "./made-providers.ts";

const EVENING = "2026-11-20T23:00:00Z";

test("remembers a hanging provider: it delays one quote, but hardly the next twenty", async () => {
  const end = Promise.withResolvers<never>();
  const yahoo: ProviderAnswers = { quote: () => end.promise };
  const nasdaq: ProviderAnswers = { quote: () => createQuote(100, "2026-11-20T21:00:00Z") };
  const { market } = createTestMarket({ yahoo, nasdaq }, EVENING, {}, 2_000);
  const measureQuote = async (symbol: string) => {
    const startedAt = performance.now();
    assert.equal((await market.getQuote(symbol)).quote.price, 100);
    return performance.now() - startedAt;
  };
  const first = await measureQuote("SMPL");
  assert.ok(first >= 490 && first < 1_100, `${first} ms: a quarter of the time, not three fifths`);
  let others = 0;
  for (let n = 0; n < 20; n += 1) others += await measureQuote(`S${String.fromCharCode(65 + n)}`);
  assert.ok(others < 20 * 250, `${others} ms for twenty`);
  end.reject(new SourceError("timeout", "did not answer"));
});

test("still waits for a late answer if no other provider answers", async () => {
  const answer = Promise.withResolvers<ReturnType<typeof createQuote>>();
  const nasdaq: ProviderAnswers = {
    quote: () => {
      answer.resolve(createQuote(100, "2026-11-20T21:00:00Z"));
      return failAsDown();
    },
  };
  const { market } = createTestMarket({ yahoo: { quote: () => answer.promise }, nasdaq }, EVENING, {}, 400);
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  assert.equal(market.getHealth()[0]?.state, "closed");
});

test("marks a listed symbol with prices that are months old as stale, even if its provider answers", async () => {
  const pricedAt = "2026-06-15T20:00:00Z";
  const answers: ProviderAnswers = {
    bars: () => ({ bars: createFlatBars("2026-06-15", 30) }),
    quote: () => createQuote(100, pricedAt),
  };
  const { market } = createTestMarket({ yahoo: answers }, EVENING);
  assert.equal((await market.getHistory("SMPL", "1y", "1d")).stale, true);
  assert.equal((await market.getQuote("SMPL")).stale, true);
  const recent = createTestMarket(
    { yahoo: { ...answers, bars: () => ({ bars: createFlatBars("2026-11-20", 30) }) } },
    EVENING,
  );
  assert.equal((await recent.market.getHistory("SMPL", "1y", "1d")).stale, false);
});

test("finnhub: midnight UTC means that date, not the evening before in New York", async () => {
  const fetchQuoteAt = (t: string) =>
    createTestFinnhub({
      "/quote": { body: createFinnhubQuote({ t: Date.parse(t) / 1000 }) },
      "/profile2": { body: createFinnhubProfile() },
      "/metric": { body: finnhubMetric },
    }).fetchQuote(SMPL, createSignal());
  assert.equal((await fetchQuoteAt("2026-11-19T00:00:00Z"))?.pricedAt.toISOString(), "2026-11-19T21:00:00.000Z");
  assert.equal((await fetchQuoteAt("2026-11-19T20:59:00Z"))?.pricedAt.toISOString(), "2026-11-19T20:59:00.000Z");
});
