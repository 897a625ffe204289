import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf, instrumentOf, sideOf } from "./direction.ts";
import type { Trade } from "./trade.ts";

const facts = (transactionType: Trade["transactionType"], type: string | null, shortSale = false) => ({
  transactionType,
  assetType: type === null ? "Stock" : "Stock Option",
  option: type === null ? null : { type, strike: null, expiry: null },
  shortSale,
});

test("buying a put is bearish and selling one bullish; a short sale is bearish and its cover bullish", () => {
  assert.equal(directionOf(facts("purchase", null)), "bullish");
  assert.equal(directionOf(facts("sale_partial", null)), "bearish");
  assert.equal(directionOf(facts("purchase", "Call")), "bullish");
  assert.equal(directionOf(facts("sale_full", "Call")), "bearish");
  assert.equal(directionOf(facts("purchase", "Put")), "bearish");
  assert.equal(directionOf(facts("sale_partial", "Put")), "bullish");
  assert.equal(directionOf(facts("sale_full", null, true)), "bearish");
  assert.equal(directionOf(facts("purchase", null, true)), "bullish");
});

test("what is neither bought nor sold, and an option of unknown kind, have no direction", () => {
  assert.equal(directionOf(facts("exchange", null)), null);
  assert.equal(directionOf(facts("other", "Put")), null);
  assert.equal(directionOf(facts("purchase", "Neither")), null);
  assert.equal(directionOf({ ...facts("purchase", null), assetType: "Stock Option" }), null);
  assert.equal(instrumentOf({ ...facts("purchase", null), assetType: "Stock Option" }), "option");
  assert.equal(sideOf("exchange"), 0);
});
