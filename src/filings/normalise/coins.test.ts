import assert from "node:assert/strict";
import { test } from "node:test";
import { findCoin } from "./coins.ts";

test("recognizes a coin in any spelling, by symbol and by name", () => {
  for (const [name, ticker] of [
    ["BTC", null],
    ["Bitcoin", null],
    ["bitcoin", "BTC"],
    ["BTC (Bitcoin)", null],
    ["Bitcoin (BTC)", null],
    ["BTC - Bitcoin", null],
    ["Bitcoin", "CRYPTO:BTC"],
  ] as const) {
    assert.deepEqual(findCoin(name, ticker, "Cryptocurrency"), { symbol: "BTC", name: "Bitcoin" }, name);
  }
  assert.deepEqual(findCoin("XRP (Ripple)", null, "Cryptocurrency"), { symbol: "XRP", name: "XRP" });
  assert.deepEqual(findCoin("Bitcoin", "CRYPTO:BTC", "Other"), { symbol: "BTC", name: "Bitcoin" });
  assert.deepEqual(
    findCoin("Ethereum", null, "Other"),
    { symbol: "ETH", name: "Ethereum" },
    "filed under another class",
  );
});

test("recognizes a coin under any class if words such as `crypto` follow its name; those words alone are not a coin", () => {
  for (const name of [
    "Bitcoin Crypto Currency",
    "Bitcoin - Cryptocurrency",
    "Bitcoin (crypto)",
    "Crypto: Bitcoin",
    "Crypto-currency Bitcoin (BTC)",
    "BTC digital currency",
    "Bitcoin token",
  ]) {
    assert.deepEqual(findCoin(name, null, "Other"), { symbol: "BTC", name: "Bitcoin" }, name);
  }
  assert.deepEqual(findCoin("Stellar coin", null, "Other"), { symbol: "XLM", name: "Stellar" });
  assert.deepEqual(findCoin("USD Coin", null, "Cryptocurrency"), { symbol: "USDC", name: "USD Coin" });
  for (const name of [
    "Crypto Currency",
    "Currency",
    "Token Communities",
    "Compound",
    "Stellar Bancorp currency account",
  ]) {
    assert.equal(findCoin(name, null, "Other"), null, name);
  }
  assert.equal(findCoin("Bitcoin Crypto Currency Fund", null, "Other"), null);
});

test("an unknown coin keeps its name and symbol as filed, and gets no invented symbol", () => {
  assert.deepEqual(findCoin("Some New Coin", null, "Cryptocurrency"), { symbol: null, name: "Some New Coin" });
  assert.deepEqual(findCoin("Some New Coin (SNC)", null, "Cryptocurrency"), { symbol: "SNC", name: "Some New Coin" });
  assert.deepEqual(findCoin("Some New Coin", "CRYPTO:SNC", "Cryptocurrency"), { symbol: "SNC", name: "Some New Coin" });
  assert.deepEqual(
    findCoin("Ethereum", "BTC", "Cryptocurrency"),
    { symbol: "BTC", name: "Ethereum" },
    "what is filed contradicts itself",
  );
});

test("a coin fund, a company and an ambiguous word are not coins", () => {
  assert.equal(findCoin("GBTC - Grayscale Bitcoin Trust", null, "Cryptocurrency"), null);
  assert.equal(findCoin("Grayscale Bitcoin Mini Trust", "BTC", "ETF"), null);
  assert.equal(findCoin("iShares Bitcoin Trust ETF", "IBIT", "Stock"), null);
  assert.equal(findCoin("Compound", null, "Stock"), null);
  assert.equal(findCoin("SOL", "SOL", "Stock"), null);
  assert.equal(findCoin("Apple Inc.", "AAPL", "Stock"), null);
});

test("a name and a symbol identify a coin only if they agree, and need no class if they are unambiguous", () => {
  assert.deepEqual(findCoin("Bitcoin (BTC)", null, "Stock"), { symbol: "BTC", name: "Bitcoin" });
  assert.equal(findCoin("Bitcoin (ETH)", null, "Stock"), null);
  assert.equal(findCoin("Compound (COMP)", null, "Stock"), null, "the word has other meanings");
  assert.deepEqual(findCoin("SNC (Some New Coin)", null, "Cryptocurrency"), { symbol: "SNC", name: "Some New Coin" });
});
