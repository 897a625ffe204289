/** A trade's asset: ticker, company, description. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createHouseFiling,
  filer,
  house,
  normaliseRejection,
  normaliseTrade,
  parseDay,
} from "../../../test/normalise/example-reports.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import { AssetMaster } from "./asset-master.ts";
import { normaliseFiling } from "./normalise.ts";

test("keeps a symbol and a company's name as filed, even if the company has a different name today", () => {
  const facebook = normaliseTrade({ ticker: "FB", assetName: "Facebook, Inc. - Class A" });
  assert.deepEqual([facebook.ticker, facebook.company], ["FB", "Facebook, Inc."]);
  const coin = normaliseTrade({ ticker: "CRYPTO:BTC", assetName: "Bitcoin", assetTypeCode: "CT" });
  assert.deepEqual([coin.ticker, coin.coin, coin.company, coin.assetType], ["", "BTC", "Bitcoin", "Cryptocurrency"]);
  assert.deepEqual([coin.tickerSource, coin.currentTicker], ["none", null], "a fund with that symbol is another asset");
  const classB = normaliseTrade({ ticker: "brk-b", assetName: "Berkshire Hathaway Inc. New" });
  assert.deepEqual([classB.ticker, classB.company], ["BRK.B", "Berkshire Hathaway Inc."]);
  assert.equal(normaliseTrade({ ticker: "T$A", assetName: "AT&T Inc. Depositary Shares" }).company, "AT&T Inc.");
  assert.equal(normaliseTrade({ ticker: "HCN", assetName: "Welltower Inc." }).company, "Welltower Inc.");
  const bull = normaliseTrade({ ticker: "ZBEA", assetName: "Sample Daily Small Cap Bull 3X ETF" });
  assert.deepEqual([bull.noCurrentTicker, bull.company], ["another_issuer", "Sample Daily Small Cap Bull 3X ETF"]);
});

test("removes the words for any common share class from a company's name, but keeps words for other securities", () => {
  const normaliseCompany = (ticker: string | null, assetName: string) => normaliseTrade({ ticker, assetName }).company;
  for (const [filed, company] of [
    ["Quill Example, Inc. - Common Stock", "Quill Example, Inc."],
    ["Quill Example, Inc. - Class A Common Stock", "Quill Example, Inc."],
    ["Quill Example, Inc. - Class A", "Quill Example, Inc."],
    ["Quill Example, Inc. Class A Subordinate Voting Shares", "Quill Example, Inc."],
    ["Quill Example plc Class A Ordinary Shares (Ireland)", "Quill Example plc"],
    ["Quill Example plc American Depositary Shares, each rep", "Quill Example plc"],
    ["Quill Example plc Unsponsored American Depositary Receipt", "Quill Example plc"],
    ["QUILL EXAMPLE CORP S/ADR", "QUILL EXAMPLE CORP"],
    ["Quill Example Preferred Stock Series A Common Shares", "Quill Example Preferred Stock Series A Common Shares"],
    ["Quill Example Notes due 2056", "Quill Example Notes due 2056"],
    ["Common Stock", "Common Stock"],
  ] as const) {
    assert.equal(normaliseCompany("ZZQE", filed), company, filed);
  }
  assert.equal(normaliseCompany(null, "Quill Example, Inc. - Class A"), "Quill Example, Inc. - Class A", "no symbol");
});

test("never guesses a ticker", () => {
  for (const ticker of [
    null,
    "--",
    "",
    "N/A",
    "None",
    "NYSE",
    "Nasdaq",
    "91282CJP7",
    "VZ TMUS",
    "widely held",
    "0700.HK",
  ]) {
    const trade = normaliseTrade({ ticker });
    assert.deepEqual(
      [trade.ticker, trade.tickerSource, trade.company],
      ["", "none", "Apple Inc. - Common Stock"],
      `${ticker}`,
    );
  }
});

test("resolves a symbol filed as the asset's name; does not resolve a name if the comment mentions another type of security", () => {
  const apple = { symbol: "AAPL", name: "Apple Inc.", exchange: "Nasdaq", etf: false, cik: 320193 };
  const listed = new AssetMaster([apple], new Map([["AAPL", parseDay("2019-01-02")]]));
  const normaliseFields = (line: Partial<RawTransaction>) => {
    const [trade] = normaliseFiling(createHouseFiling([{ ticker: null, ...line }]), house, filer, listed).trades;
    return [trade?.ticker, trade?.tickerSource, trade?.currentTicker, trade?.company];
  };
  assert.deepEqual(normaliseFields({ assetName: "aapl" }), ["AAPL", "resolved", "AAPL", "Apple Inc."]);
  assert.deepEqual(normaliseFields({ assetName: "Apple Inc.", comment: "Preferred Stock: 3.65%" }), [
    "",
    "none",
    null,
    "Apple Inc.",
  ]);
});

test("the company is never empty, and a line without an asset is rejected", () => {
  assert.equal(normaliseTrade({ assetName: " ", assetCell: "(XYZ) [ST]", ticker: "XYZ" }).company, "(XYZ) [ST]");
  assert.equal(normaliseTrade({ assetName: "", assetCell: "", ticker: "XYZ" }).company, "XYZ");
  assert.equal(normaliseRejection({ assetName: "", assetCell: " ", ticker: null }), "asset_missing");
});

test("joins description and comment into one text", () => {
  assert.equal(normaliseTrade({ description: "Sold", comment: "At a loss" }).comment, "Sold; At a loss");
  assert.equal(normaliseTrade({ description: null, comment: "--" }).comment, null);
});

test("does not resolve a ticker from the asset's name if the symbol field has a CUSIP, or if the line is an option", () => {
  const apple = { symbol: "AAPL", name: "Apple Inc.", exchange: "Nasdaq", etf: false, cik: 320193 };
  const listed = new AssetMaster([apple], new Map([["AAPL", parseDay("2019-01-02")]]));
  const normaliseTicker = (line: Partial<RawTransaction>) =>
    normaliseFiling(createHouseFiling([{ ticker: null, assetName: "Apple Inc.", ...line }]), house, filer, listed)
      .trades[0]?.ticker;
  assert.equal(normaliseTicker({}), "AAPL");
  assert.equal(normaliseTicker({ ticker: "91282CJP7" }), "", "a CUSIP");
  assert.equal(normaliseTicker({ description: "Purchased 10 call options, strike price $150" }), "");
});

test("only a transaction of type exchange has a received asset, identified by name or ticker", () => {
  const normaliseReceived = (assetParts: string[], tickers: string[], transactionType = "Exchange") =>
    normaliseTrade({ transactionType, assetParts, tickers }).received;
  assert.deepEqual(normaliseReceived(["Old Inc.", "New Inc. (Received)"], ["OLD", "NEW"]), {
    ticker: "NEW",
    name: "New Inc.",
  });
  assert.deepEqual(normaliseReceived(["Old Inc.", "New Inc."], ["OLD"]), { ticker: "", name: "New Inc." });
  assert.deepEqual(normaliseReceived(["Old Inc."], ["OLD", "NEW"]), { ticker: "NEW", name: "NEW" });
  assert.equal(normaliseReceived(["Old Inc."], ["OLD"]), null);
  assert.equal(normaliseReceived(["Old Inc.", "New Inc."], ["OLD", "NEW"], "P"), null);
});
