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
const toBare = (price: number) => createExampleQuote({ ...EMPTY_QUOTE_FIELDS, price, pricedAt: CLOSED });

function store(bars: readonly Bar[], refreshedAt = EVENING): StoredBars {
  const origin = { providers: ["yahoo"], adjustment: "splits" } as const;
  return { bars, refreshedAt: new Date(refreshedAt), companyName: null, origin, dividends: null };
}

test("the last known quote keeps the time and the values stored with the price", () => {
  const toBars = (close?: number) => createTradingBars("2026-11-20", 3, close);
  const quote = createExampleQuote({ pricedAt: new Date("2026-11-20T20:59:40Z") });
  const fetchedAt = new Date("2026-11-20T21:00:00Z");
  const pick = (of: typeof quote, bars: StoredBars) => pickLastKnownQuote(SYMBOL, { quote: of, fetchedAt }, bars);
  assert.deepEqual(pick(quote, store(toBars())), quote, "the close equals the price");
  const inHours = createExampleQuote({ pricedAt: new Date("2026-11-20T16:45:00Z") });
  const running = store(toBars(101), "2026-11-20T17:00:00Z");
  assert.deepEqual(pick(inHours, running), inHours, "the time at which a bar was fetched is not the time of its price");
  const later = pick(inHours, store(toBars(101)));
  assert.deepEqual([later?.price, later?.companyName], [101, "Sample Widgets Inc."]);
  assert.equal(later?.pricedAt.toISOString(), "2026-11-20T21:00:00.000Z");
});

test("fills a missing change and range from stored bars, and nothing else", () => {
  const bars = store(createTradingBars("2026-11-19", 300, 99));
  const found = { change: 1, changePercent: 1.01, week52High: 104, week52Low: 94 };
  assert.deepEqual(completeQuoteFromBars(toBare(100), bars), { ...toBare(100), ...found });
  assert.equal(completeQuoteFromBars(toBare(110), bars).week52High, 110, "the range includes the price");
  assert.equal(completeQuoteFromBars(toBare(90), bars).week52Low, 90);
  const whole = createExampleQuote({ pricedAt: CLOSED });
  assert.deepEqual(completeQuoteFromBars(whole, bars), whole, "keeps the provider's own values");
});

test("fills in a change only from the completed previous day, and a 52-week range only from a year of bars", () => {
  assert.deepEqual(completeQuoteFromBars(toBare(100), undefined), toBare(100));
  assert.deepEqual(completeQuoteFromBars(toBare(100), store(createTradingBars("2026-11-18", 300, 99))), toBare(100));
  const running = store(createTradingBars("2026-11-19", 300, 99), "2026-11-19T17:00:00Z");
  assert.deepEqual(
    completeQuoteFromBars(toBare(100), running),
    toBare(100),
    "the day before had not ended when the bars were fetched",
  );
  const month = completeQuoteFromBars(toBare(100), store(createTradingBars("2026-11-19", 30, 99)));
  assert.deepEqual([month.change, month.week52High, month.week52Low], [1, null, null]);
});

test("computes no value across a possible split", () => {
  assert.deepEqual(completeQuoteFromBars(toBare(100), store(createTradingBars("2026-11-19", 300, 1_000))), toBare(100));
});
