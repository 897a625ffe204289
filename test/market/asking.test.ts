/** Which questions providers are asked, and what becomes of their answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quote } from "../../src/domain/quote.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import type { DailyBars } from "../../src/prices/market.ts";
import { eventually } from "../eventually.ts";
import { down, flatDays, madeMarketOf, madeQuote, type Says } from "./made-providers.ts";

const EVENING = "2026-11-20T23:00:00Z";
const CLOSED = "2026-11-20T21:00:00Z";

const barsOfDays = (count: number): DailyBars => ({
  ...{ bars: flatDays("2026-11-20", count), companyName: null },
  ...{ splits: [], dropped: 0 },
});

test("several quotes cost one request; missing ones are requested individually, and fresh ones not at all", async () => {
  const many: string[][] = [];
  const fetchQuotes = async (symbols: readonly CanonicalSymbol[]) => {
    many.push([...symbols]);
    const known = symbols.filter((symbol) => symbol !== "SMPC");
    return new Map(known.map((symbol): [CanonicalSymbol, Quote] => [symbol, madeQuote(50, CLOSED, { symbol })]));
  };
  const yahoo: Says = { quote: (symbol) => madeQuote(60, CLOSED, { symbol }) };
  const { market, asked, kept } = madeMarketOf({ yahoo }, EVENING, { fetchQuotes });
  const prices = async (...symbols: string[]) =>
    (await market.getQuotes(symbols)).quotes.map(({ quote: { symbol, price } }) => `${symbol} ${price}`);
  assert.deepEqual(await prices("SMPA", "SMPB", "SMPC"), ["SMPA 50", "SMPB 50", "SMPC 60"]);
  assert.deepEqual([many.splice(0), asked()], [[["SMPA", "SMPB", "SMPC"]], ["yahoo quote"]]);
  assert.equal(kept.quotes.get("SMPA")?.quote.price, 50);
  assert.deepEqual(await prices("SMPA", "SMPB", "SMPC", "SMPD"), ["SMPA 50", "SMPB 50", "SMPC 60", "SMPD 60"]);
  assert.deepEqual([many, asked()], [[], ["yahoo quote"]], "one alone is no question for several");
});

test("the first request for a quote also fetches the bars, later ones do not", async () => {
  let together = 0;
  const fetchQuoteWithBars = async () => {
    together += 1;
    return { quote: madeQuote(100, CLOSED), bars: barsOfDays(300) };
  };
  const { market, asked, at, history } = madeMarketOf({ yahoo: { quote: () => madeQuote(101, CLOSED) } }, EVENING, {
    fetchQuoteWithBars,
  });
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  assert.deepEqual(await history().then(({ bars, stale }) => [bars.length, stale]), [300, false]);
  assert.deepEqual([together, asked()], [1, []], "the history costs no question");
  at("2026-11-23T15:00:00Z");
  assert.equal((await market.getQuote("SMPL")).quote.price, 101);
  assert.deepEqual([together, asked()], [1, ["yahoo quote"]]);
});

test("without a quote provider, the latest close is the quote, and is stale once a later one is unavailable", async () => {
  const file: Says = { bars: () => ({ bars: flatDays("2026-11-20", 300, 12) }) };
  const { market, asked, at } = madeMarketOf({ file }, EVENING, { fetchQuote: undefined } as object);
  const { quote, stale } = await market.getQuote("SMPL");
  assert.deepEqual([quote.price, quote.pricedAt.toISOString(), stale], [12, "2026-11-20T21:00:00.000Z", false]);
  assert.deepEqual(asked(), ["file bars"]);
  file.bars = down;
  at("2026-11-23T23:00:00Z");
  assert.deepEqual(await market.getQuote("SMPL").then((found) => [found.quote.price, found.stale]), [12, true]);
});

test("does not join a provider's late bars to those of the provider asked in its place", async () => {
  const late = Promise.withResolvers<DailyBars>();
  const answers = [late.promise, Promise.resolve(barsOfDays(30))];
  const fetchDailyBars = async () => answers.shift() ?? down();
  const { market, kept, history } = madeMarketOf({ yahoo: {}, nasdaq: {} }, EVENING, { fetchDailyBars }, 400);
  assert.equal((await history()).bars.length, 30);
  late.resolve(barsOfDays(60));
  await eventually("the first provider has answered", () => market.getHealth()[0]?.lastSuccessAt);
  assert.equal(kept.bars.get("SMPL")?.bars.length, 30);
  assert.equal(market.getHealth()[0]?.state, "closed", "it is no failure of the provider");
});
