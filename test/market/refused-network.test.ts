/** One provider with a small budget is all there is: what one question brings, and how callers share it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { flatDays, madeMarketOf, madeQuote, type Says } from "./made-providers.ts";

const FRIDAY = "2026-11-13";
const evening = `${FRIDAY}T23:00:00Z`;
const says = (): Says => ({
  bars: () => ({ bars: flatDays(FRIDAY, 40) }),
  quote: (symbol) => madeQuote(100, `${FRIDAY}T21:00:00Z`, { symbol, change: 1, changePercent: 1.01 }),
});
const small = (perMinute: number) =>
  ({ barsMustBeConfirmedByQuote: true, budget: { perMinute, perMinuteForUnlistedSymbols: 1 } }) as const;

test("the quote that confirms a first history also answers the next quote request", async () => {
  const { market, history, asked } = madeMarketOf({ nasdaq: says() }, evening, small(1));
  await history();
  const { quote, stale } = await market.getQuote("SMPL");
  assert.deepEqual([quote.price, quote.change, quote.marketCap, stale], [100, 1, 1_000_000, false]);
  assert.deepEqual(asked(), ["nasdaq bars", "nasdaq quote"]);
});

test("does not store a quote that contradicts the first history", async () => {
  const bad = { ...says(), quote: () => madeQuote(10, `${FRIDAY}T21:00:00Z`) };
  const { history, kept } = madeMarketOf({ nasdaq: bad }, evening, small(5));
  await assert.rejects(history(), { code: "upstream_unavailable" });
  assert.equal(kept.quotes.size, 0);
});

test("a history and a quote requested together cost one request", async () => {
  const fetchQuoteWithBars = async () => ({
    quote: madeQuote(100, `${FRIDAY}T21:00:00Z`),
    bars: { bars: flatDays(FRIDAY, 40), companyName: null, splits: [], dropped: 0 },
  });
  for (const order of ["history first", "quote first"]) {
    const { market, history } = madeMarketOf({ nasdaq: says() }, evening, { ...small(1), fetchQuoteWithBars });
    const both = [() => history(), () => market.getQuote("SMPL")];
    const asking = order === "quote first" ? both.toReversed() : both;
    for (const { stale } of await Promise.all(asking.map((ask) => ask()))) assert.equal(stale, false, order);
    assert.equal(market.getHealth()[0]?.budgetLeft, 0);
  }
});

test("without stored data, a caller waits its turn for the budget, or is rejected at once if none is free in time", async () => {
  const made = madeMarketOf({ nasdaq: says() }, evening, small(2), 2_000);
  const time = Date.parse(evening);
  made.elapsed(time);
  await made.history("AAAA");
  made.elapsed(time + 59_800);
  await made.history("AAAB");
  made.elapsed(time + 59_900);
  const waited = made.history("AAAC");
  const refused = made.history("AAAD");
  await assert.rejects(refused, { code: "upstream_unavailable", retryAfterSeconds: 60 });
  made.elapsed(time + 60_001);
  assert.equal((await waited).stale, false);
});
