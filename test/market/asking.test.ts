/** Tests which requests providers get, and how their answers are used. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quote } from "../../src/domain/quote.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import type { DailyBars } from "../../src/prices/market.ts";
import { eventually } from "../eventually.ts";
import { createFlatBars, createQuote, createTestMarket, failAsDown, type ProviderAnswers } from "./made-providers.ts";

const EVENING = "2026-11-20T23:00:00Z";
const CLOSED = "2026-11-20T21:00:00Z";

const createBars = (count: number): DailyBars => ({
  ...{ bars: createFlatBars("2026-11-20", count), companyName: null },
  ...{ splits: [], dropped: 0 },
});

test("requests several quotes in one request, missing quotes individually, and fresh quotes not at all", async () => {
  const batches: string[][] = [];
  const fetchQuotes = async (symbols: readonly CanonicalSymbol[]) => {
    batches.push([...symbols]);
    const known = symbols.filter((symbol) => symbol !== "SMPC");
    return new Map(known.map((symbol): [CanonicalSymbol, Quote] => [symbol, createQuote(50, CLOSED, { symbol })]));
  };
  const yahoo: ProviderAnswers = { quote: (symbol) => createQuote(60, CLOSED, { symbol }) };
  const { market, takeRequests, kept } = createTestMarket({ yahoo }, EVENING, { fetchQuotes });
  const getPrices = async (...symbols: string[]) =>
    (await market.getQuotes(symbols)).quotes.map(({ quote: { symbol, price } }) => `${symbol} ${price}`);
  assert.deepEqual(await getPrices("SMPA", "SMPB", "SMPC"), ["SMPA 50", "SMPB 50", "SMPC 60"]);
  assert.deepEqual([batches.splice(0), takeRequests()], [[["SMPA", "SMPB", "SMPC"]], ["yahoo quote"]]);
  assert.equal(kept.quotes.get("SMPA")?.quote.price, 50);
  assert.deepEqual(await getPrices("SMPA", "SMPB", "SMPC", "SMPD"), ["SMPA 50", "SMPB 50", "SMPC 60", "SMPD 60"]);
  assert.deepEqual(
    [batches, takeRequests()],
    [[], ["yahoo quote"]],
    "a single missing quote is not requested as a batch",
  );
});

test("the first request for a quote also fetches the bars; later requests fetch only the quote", async () => {
  let combinedRequests = 0;
  const fetchQuoteWithBars = async () => {
    combinedRequests += 1;
    return { quote: createQuote(100, CLOSED), bars: createBars(300) };
  };
  const { market, takeRequests, setTime, getHistory } = createTestMarket(
    { yahoo: { quote: () => createQuote(101, CLOSED) } },
    EVENING,
    {
      fetchQuoteWithBars,
    },
  );
  assert.equal((await market.getQuote("SMPL")).quote.price, 100);
  assert.deepEqual(await getHistory().then(({ bars, stale }) => [bars.length, stale]), [300, false]);
  assert.deepEqual([combinedRequests, takeRequests()], [1, []], "the history needs no request");
  setTime("2026-11-23T15:00:00Z");
  assert.equal((await market.getQuote("SMPL")).quote.price, 101);
  assert.deepEqual([combinedRequests, takeRequests()], [1, ["yahoo quote"]]);
});

test("without a quote provider, the latest close is the quote, and is stale if the next close cannot be fetched", async () => {
  const file: ProviderAnswers = { bars: () => ({ bars: createFlatBars("2026-11-20", 300, 12) }) };
  const { market, takeRequests, setTime } = createTestMarket({ file }, EVENING, { fetchQuote: undefined } as object);
  const { quote, stale } = await market.getQuote("SMPL");
  assert.deepEqual([quote.price, quote.pricedAt.toISOString(), stale], [12, "2026-11-20T21:00:00.000Z", false]);
  assert.deepEqual(takeRequests(), ["file bars"]);
  file.bars = failAsDown;
  setTime("2026-11-23T23:00:00Z");
  assert.deepEqual(await market.getQuote("SMPL").then((found) => [found.quote.price, found.stale]), [12, true]);
});

test("discards a slow provider's bars that arrive after those of the next provider", async () => {
  const late = Promise.withResolvers<DailyBars>();
  const answers = [late.promise, Promise.resolve(createBars(30))];
  const fetchDailyBars = async () => answers.shift() ?? failAsDown();
  const { market, kept, getHistory } = createTestMarket({ yahoo: {}, nasdaq: {} }, EVENING, { fetchDailyBars }, 400);
  assert.equal((await getHistory()).bars.length, 30);
  late.resolve(createBars(60));
  await eventually("the first provider has answered", () => market.getHealth()[0]?.lastSuccessAt);
  assert.equal(kept.bars.get("SMPL")?.bars.length, 30);
  assert.equal(market.getHealth()[0]?.state, "closed", "a late answer does not count as a failure");
});
