import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyInstrument, explainNoDirection, findDirection, toTradeSign } from "./direction.ts";
import type { Trade } from "./trade.ts";

const createFacts = (transactionType: Trade["transactionType"], type: string | null, shortSale = false) => ({
  transactionType,
  assetType: type === null ? "Stock" : "Stock Option",
  option: type === null ? null : { type, strike: null, expiry: null },
  shortSale,
  directionDoubt: null,
});

test("buying a put is bearish and selling one bullish; a short sale is bearish and its cover bullish", () => {
  assert.equal(findDirection(createFacts("purchase", null)), "bullish");
  assert.equal(findDirection(createFacts("sale_partial", null)), "bearish");
  assert.equal(findDirection(createFacts("purchase", "Call")), "bullish");
  assert.equal(findDirection(createFacts("sale_full", "Call")), "bearish");
  assert.equal(findDirection(createFacts("purchase", "Put")), "bearish");
  assert.equal(findDirection(createFacts("sale_partial", "Put")), "bullish");
  assert.equal(findDirection(createFacts("sale_full", null, true)), "bearish");
  assert.equal(findDirection(createFacts("purchase", null, true)), "bullish");
});

test("an exchange and an option of unknown kind have no direction", () => {
  assert.equal(findDirection(createFacts("exchange", null)), null);
  assert.equal(findDirection(createFacts("other", "Put")), null);
  assert.equal(findDirection(createFacts("purchase", "Neither")), null);
  assert.equal(findDirection({ ...createFacts("purchase", null), assetType: "Stock Option" }), null);
  assert.equal(classifyInstrument({ ...createFacts("purchase", null), assetType: "Stock Option" }), "option");
  assert.equal(toTradeSign("exchange"), 0);
});

test("a trade without a direction says why", () => {
  const explain = (changes: Partial<Parameters<typeof explainNoDirection>[0]>) => {
    const trade = { ...createFacts("purchase", null), ...changes };
    assert.equal(findDirection(trade) === null, explainNoDirection(trade) !== null);
    return explainNoDirection(trade);
  };
  assert.equal(explain({}), null);
  assert.equal(explain({ transactionType: "exchange" }), "neither_bought_nor_sold");
  assert.equal(explain({ directionDoubt: "inverse_fund" }), "inverse_fund");
  assert.equal(
    explain({ ...createFacts("sale_full", "Put"), directionDoubt: "words_contradict_type" }),
    "words_contradict_type",
  );
  assert.equal(explain(createFacts("purchase", "Neither")), "option_kind_unknown");
  assert.equal(explain({ assetType: "Stock Option" }), "option_kind_unknown");
});

test("an option sold short may be a call or a put", () => {
  const terms = { type: "Short Sale", strike: "$185.00", expiry: "2026-09-18" };
  const sold = { ...createFacts("sale_full", null, true), option: terms };
  assert.equal(findDirection({ ...sold, assetType: "Stock Option" }), null);
  assert.equal(explainNoDirection(sold), "option_kind_unknown");
  assert.equal(findDirection({ ...sold, option: { ...terms, strike: null, expiry: null } }), "bearish");
});
