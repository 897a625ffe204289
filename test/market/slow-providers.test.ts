/** Providers that hang, and prices that are old. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { finnhub, finnhubMetric, finnhubProfile, finnhubQuote, SMPL, signal } from "./json-answers.ts";
import { down, flatDays, madeMarketOf, madeQuote, type Says } from "./made-providers.ts";

const EVENING = "2026-11-20T23:00:00Z";

test("remembers a hanging provider: it delays one quote, but hardly the next twenty", async () => {
  const end = Promise.withResolvers<never>();
  const yahoo: Says = { quote: () => end.promise };
  const nasdaq: Says = { quote: () => madeQuote(100, "2026-11-20T21:00:00Z") };
  const { market } = madeMarketOf({ yahoo, nasdaq }, EVENING, {}, 2_000);
  const took = async (symbol: string) => {
    const startedAt = performance.now();
    assert.equal((await market.getQuote(symbol)).quote.price, 100);
    return performance.now() - startedAt;
  };
  const first = await took("SMPL");
  assert.ok(first >= 490 && first < 1_100, `${first} ms: a quarter of the time, not three fifths`);
  let others = 0;
  for (let n = 0; n < 20; n += 1) others += await took(`S${String.fromCharCode(65 + n)}`);
  assert.ok(others < 20 * 250, `${others} ms for twenty`);
  end.reject(new SourceError("timeout", "did not answer"));
});

test("still waits for a late answer if no other provider answers", async () => {
  const answer = Promise.withResolvers<ReturnType<typeof madeQuote>>();
  const nasdaq: Says = {
    quote: () => {
      answer.resolve(madeQuote(100, "2026-11-20T21:00:00Z"));
      return down();
    },
  };
  const { market } = madeMarketOf({ yahoo: { quote: () => answer.promise }, nasdaq }, EVENING, {}, 400);
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  assert.equal(market.getHealth()[0]?.state, "closed");
});

test("marks a listed symbol with prices that are months old as stale, even if its provider answers", async () => {
  const pricedAt = "2026-06-15T20:00:00Z";
  const says: Says = { bars: () => ({ bars: flatDays("2026-06-15", 30) }), quote: () => madeQuote(100, pricedAt) };
  const { market } = madeMarketOf({ yahoo: says }, EVENING);
  assert.equal((await market.getHistory("SMPL", "1y", "1d")).stale, true);
  assert.equal((await market.getQuote("SMPL")).stale, true);
  const recent = madeMarketOf({ yahoo: { ...says, bars: () => ({ bars: flatDays("2026-11-20", 30) }) } }, EVENING);
  assert.equal((await recent.market.getHistory("SMPL", "1y", "1d")).stale, false);
});

test("finnhub: midnight UTC means that date, not the evening before in New York", async () => {
  const told = (t: string) =>
    finnhub({
      "/quote": { body: finnhubQuote({ t: Date.parse(t) / 1000 }) },
      "/profile2": { body: finnhubProfile() },
      "/metric": { body: finnhubMetric },
    }).fetchQuote(SMPL, signal());
  assert.equal((await told("2026-11-19T00:00:00Z"))?.pricedAt.toISOString(), "2026-11-19T21:00:00.000Z");
  assert.equal((await told("2026-11-19T20:59:00Z"))?.pricedAt.toISOString(), "2026-11-19T20:59:00.000Z");
});
