import assert from "node:assert/strict";
import { test } from "node:test";
import { createExampleQuote } from "../../test/market/example-prices.ts";
import type { Quote } from "../domain/quote.ts";
import { isPossiblePriceTime, makeQuoteConsistent, parse52WeekRange, toNullUnlessPositive } from "./quote-figures.ts";

test("omits a contradictory 52-week range, but keeps a range with only one bound", () => {
  assert.deepEqual(parse52WeekRange(80.5, 120.25), { week52High: 120.25, week52Low: 80.5 });
  assert.deepEqual(parse52WeekRange(120.25, 80.5), { week52High: null, week52Low: null });
  assert.deepEqual(parse52WeekRange(0, 120.25), { week52High: 120.25, week52Low: null });
  assert.deepEqual(parse52WeekRange(undefined, "N/A"), { week52High: null, week52Low: null });
});

test("accepts a price time that is at most five minutes ahead of the server's clock", () => {
  const now = new Date("2026-11-20T15:00:00Z");
  assert.equal(isPossiblePriceTime(new Date("2026-11-20T15:05:00Z"), now), true);
  assert.equal(isPossiblePriceTime(new Date("2026-11-20T15:05:01Z"), now), false);
});

test("treats zero and negative values as missing", () => {
  assert.deepEqual([12.5, 0, -1, null].map(toNullUnlessPositive), [12.5, null, null, null]);
});

/** Runs the checks of change and range. */
function check(change: Partial<Quote>) {
  const { change: by, changePercent, week52High, week52Low } = makeQuoteConsistent(createExampleQuote(change));
  return [by, changePercent, week52Low, week52High];
}

test("leaves a consistent quote unchanged", () => {
  assert.deepEqual(makeQuoteConsistent(createExampleQuote({})), createExampleQuote({}));
  const bare = createExampleQuote({ change: null, changePercent: null, week52High: null, week52Low: null });
  assert.deepEqual(makeQuoteConsistent(bare), bare);
});

test("widens an older 52-week range to include the price, but not across a possible split", () => {
  const none = { change: null, changePercent: null };
  assert.deepEqual(check({ ...none, price: 150 }), [null, null, 80, 150]);
  assert.deepEqual(check({ ...none, price: 70 }), [null, null, 70, 120]);
  assert.deepEqual(check({ ...none, price: 150, week52High: 106 }), [null, null, null, null]);
  assert.deepEqual(check({ ...none, price: 101, week52High: 1_100, week52Low: 900 }), [null, null, null, null]);
});

test("omits a quote's change if it may be a split or contradicts its percentage", () => {
  assert.deepEqual(check({ price: 101, change: -909, changePercent: -90 }), [null, null, 80, 120]);
  assert.deepEqual(check({ price: 108.35, change: 97.35, changePercent: 885.03 }), [null, null, 80, 120]);
  assert.deepEqual(check({ change: 1, changePercent: -1.01 }), [null, null, 80, 120]);
  assert.deepEqual(check({ change: 100, changePercent: 100 }), [null, null, 80, 120], "a previous close of zero");
  assert.deepEqual(check({ price: 110, change: 25, changePercent: 29.41 }), [25, 29.41, 80, 120], "a plausible rise");
});
