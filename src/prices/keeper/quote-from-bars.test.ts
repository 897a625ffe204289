import assert from "node:assert/strict";
import { test } from "node:test";
import { createExampleQuote, createTradingBars } from "../../../test/market/example-prices.ts";
import type { Bar } from "../../domain/bar.ts";
import { EMPTY_QUOTE_FIELDS } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { StoredBars } from "../../store/market.ts";
import { completeQuoteFromBars, pickLastKnownQuote } from "./quote-from-bars.ts";

const SYMBOL = "SMPL" as CanonicalSymbol;
const EVENING = "2026-11-20T23:00:00Z";
const CLOSED = new Date("2026-11-20T21:00:01Z");
const bare = (price: number) => createExampleQuote({ ...EMPTY_QUOTE_FIELDS, price, pricedAt: CLOSED });

function stored(bars: readonly Bar[], refreshedAt = EVENING): StoredBars {
  const origin = { providers: ["yahoo"], adjustment: "splits" } as const;
  return { bars, refreshedAt: new Date(refreshedAt), companyName: null, origin, dividends: null };
}

test("the last known quote keeps its own time and the values stored with its price", () => {
  const days = (close?: number) => createTradingBars("2026-11-20", 3, close);
  const quote = createExampleQuote({ pricedAt: new Date("2026-11-20T20:59:40Z") });
  const fetchedAt = new Date("2026-11-20T21:00:00Z");
  const last = (of: typeof quote, bars: StoredBars) => pickLastKnownQuote(SYMBOL, { quote: of, fetchedAt }, bars);
  assert.deepEqual(last(quote, stored(days())), quote, "the close is its price");
  const inHours = createExampleQuote({ pricedAt: new Date("2026-11-20T16:45:00Z") });
  const running = stored(days(101), "2026-11-20T17:00:00Z");
  assert.deepEqual(last(inHours, running), inHours, "when a bar was fetched is not the time of its price");
  const later = last(inHours, stored(days(101)));
  assert.deepEqual([later?.price, later?.companyName], [101, "Sample Widgets Inc."]);
  assert.equal(later?.pricedAt.toISOString(), "2026-11-20T21:00:00.000Z");
});

test("fills a missing change and range from stored bars, and nothing else", () => {
  const bars = stored(createTradingBars("2026-11-19", 300, 99));
  const found = { change: 1, changePercent: 1.01, week52High: 104, week52Low: 94 };
  assert.deepEqual(completeQuoteFromBars(bare(100), bars), { ...bare(100), ...found });
  assert.equal(completeQuoteFromBars(bare(110), bars).week52High, 110, "the price belongs to its range");
  assert.equal(completeQuoteFromBars(bare(90), bars).week52Low, 90);
  const whole = createExampleQuote({ pricedAt: CLOSED });
  assert.deepEqual(completeQuoteFromBars(whole, bars), whole, "the provider's own figures stand");
});

test("bars give no value unless they reach the day before the price, and far enough back", () => {
  assert.deepEqual(completeQuoteFromBars(bare(100), undefined), bare(100));
  assert.deepEqual(completeQuoteFromBars(bare(100), stored(createTradingBars("2026-11-18", 300, 99))), bare(100));
  const running = stored(createTradingBars("2026-11-19", 300, 99), "2026-11-19T17:00:00Z");
  assert.deepEqual(completeQuoteFromBars(bare(100), running), bare(100), "the day before had not ended");
  const month = completeQuoteFromBars(bare(100), stored(createTradingBars("2026-11-19", 30, 99)));
  assert.deepEqual([month.change, month.week52High, month.week52Low], [1, null, null]);
});

test("computes no value across a possible split", () => {
  assert.deepEqual(completeQuoteFromBars(bare(100), stored(createTradingBars("2026-11-19", 300, 1_000))), bare(100));
});
