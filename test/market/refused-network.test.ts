/** Tests a market with a single provider that has a small budget: what one request provides, and how callers share the budget. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFlatBars, createQuote, createTestMarket, type ProviderAnswers } from "./made-providers.ts";

const FRIDAY = "2026-11-13";
const evening = `${FRIDAY}T23:00:00Z`;
const createAnswers = (): ProviderAnswers => ({
  bars: () => ({ bars: createFlatBars(FRIDAY, 40) }),
  quote: (symbol) => createQuote(100, `${FRIDAY}T21:00:00Z`, { symbol, change: 1, changePercent: 1.01 }),
});
const withBudget = (perMinute: number) =>
  ({ barsMustBeConfirmedByQuote: true, budget: { perMinute, perMinuteForUnlistedSymbols: 1 } }) as const;

test("the quote fetched to confirm a symbol's first bars also answers the next quote request", async () => {
  const { market, getHistory, takeRequests } = createTestMarket({ nasdaq: createAnswers() }, evening, withBudget(1));
  await getHistory();
  const { quote, stale } = await market.getQuote("SMPL");
  assert.deepEqual([quote.price, quote.change, quote.marketCap, stale], [100, 1, 1_000_000, false]);
  assert.deepEqual(takeRequests(), ["nasdaq bars", "nasdaq quote"]);
});

test("does not store a quote that contradicts a symbol's first bars", async () => {
  const bad = { ...createAnswers(), quote: () => createQuote(10, `${FRIDAY}T21:00:00Z`) };
  const { getHistory, kept } = createTestMarket({ nasdaq: bad }, evening, withBudget(5));
  await assert.rejects(getHistory(), { code: "upstream_unavailable" });
  assert.equal(kept.quotes.size, 0);
});

test("a history and a quote requested together cost one request", async () => {
  const fetchQuoteWithBars = async () => ({
    quote: createQuote(100, `${FRIDAY}T21:00:00Z`),
    bars: { bars: createFlatBars(FRIDAY, 40), companyName: null, splits: [], dropped: 0 },
  });
  for (const order of ["history first", "quote first"]) {
    const { market, getHistory } = createTestMarket({ nasdaq: createAnswers() }, evening, {
      ...withBudget(1),
      fetchQuoteWithBars,
    });
    const both = [() => getHistory(), () => market.getQuote("SMPL")];
    const requests = order === "quote first" ? both.toReversed() : both;
    for (const { stale } of await Promise.all(requests.map((ask) => ask()))) assert.equal(stale, false, order);
    assert.equal(market.getHealth()[0]?.budgetLeft, 0);
  }
});

test("without stored data, a request waits for rate budget, or fails at once if the wait would exceed the time limit", async () => {
  const made = createTestMarket({ nasdaq: createAnswers() }, evening, withBudget(2), 2_000);
  const time = Date.parse(evening);
  made.setElapsed(time);
  await made.getHistory("AAAA");
  made.setElapsed(time + 59_800);
  await made.getHistory("AAAB");
  made.setElapsed(time + 59_900);
  const waited = made.getHistory("AAAC");
  const refused = made.getHistory("AAAD");
  await assert.rejects(refused, { code: "upstream_unavailable", retryAfterSeconds: 60 });
  made.setElapsed(time + 60_001);
  assert.equal((await waited).stale, false);
});
