import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyInstrument, explainNoDirection, findDirection, toTradeSign } from "./direction.ts";
import type { Trade } from "./trade.ts";

const facts = (transactionType: Trade["transactionType"], type: string | null, shortSale = false) => ({
  transactionType,
  assetType: type === null ? "Stock" : "Stock Option",
  option: type === null ? null : { type, strike: null, expiry: null },
  shortSale,
  directionDoubt: null,
});

test("buying a put is bearish and selling one bullish; a short sale is bearish and its cover bullish", () => {
  assert.equal(findDirection(facts("purchase", null)), "bullish");
  assert.equal(findDirection(facts("sale_partial", null)), "bearish");
  assert.equal(findDirection(facts("purchase", "Call")), "bullish");
  assert.equal(findDirection(facts("sale_full", "Call")), "bearish");
  assert.equal(findDirection(facts("purchase", "Put")), "bearish");
  assert.equal(findDirection(facts("sale_partial", "Put")), "bullish");
  assert.equal(findDirection(facts("sale_full", null, true)), "bearish");
  assert.equal(findDirection(facts("purchase", null, true)), "bullish");
});

test("an exchange and an option of unknown kind have no direction", () => {
  assert.equal(findDirection(facts("exchange", null)), null);
  assert.equal(findDirection(facts("other", "Put")), null);
  assert.equal(findDirection(facts("purchase", "Neither")), null);
  assert.equal(findDirection({ ...facts("purchase", null), assetType: "Stock Option" }), null);
  assert.equal(classifyInstrument({ ...facts("purchase", null), assetType: "Stock Option" }), "option");
  assert.equal(toTradeSign("exchange"), 0);
});

test("a trade without a direction says why", () => {
  const why = (changes: Partial<Parameters<typeof explainNoDirection>[0]>) => {
    const trade = { ...facts("purchase", null), ...changes };
    assert.equal(findDirection(trade) === null, explainNoDirection(trade) !== null);
    return explainNoDirection(trade);
  };
  assert.equal(why({}), null);
  assert.equal(why({ transactionType: "exchange" }), "neither_bought_nor_sold");
  assert.equal(why({ directionDoubt: "inverse_fund" }), "inverse_fund");
  assert.equal(why({ ...facts("sale_full", "Put"), directionDoubt: "words_contradict_type" }), "words_contradict_type");
  assert.equal(why(facts("purchase", "Neither")), "option_kind_unknown");
  assert.equal(why({ assetType: "Stock Option" }), "option_kind_unknown");
});

test("an option sold short may be a call or a put", () => {
  const terms = { type: "Short Sale", strike: "$185.00", expiry: "2026-09-18" };
  const sold = { ...facts("sale_full", null, true), option: terms };
  assert.equal(findDirection({ ...sold, assetType: "Stock Option" }), null);
  assert.equal(explainNoDirection(sold), "option_kind_unknown");
  assert.equal(findDirection({ ...sold, option: { ...terms, strike: null, expiry: null } }), "bearish");
});
