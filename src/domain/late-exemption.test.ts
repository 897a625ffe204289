import assert from "node:assert/strict";
import { test } from "node:test";
import { lateExemptionOf } from "./late-exemption.ts";

const asset = (fields: Partial<Parameters<typeof lateExemptionOf>[0]>) =>
  lateExemptionOf({
    assetType: "Stock",
    option: null,
    ticker: "EXMP",
    currentTicker: "EXMP",
    assetNameRaw: "Example Corp.",
    comment: null,
    shortSale: false,
    listedFund: null,
    ...fields,
  });

test("trades in mutual and exchange-traded funds are never called late, whatever class they are filed under", () => {
  for (const fields of [
    { assetType: "ETF" },
    { assetType: "Mutual Fund", ticker: "", currentTicker: null },
    { listedFund: "Sample 500 ETF" },
    { assetType: "Other", ticker: "XMPLX", currentTicker: null },
    { assetType: "Other", ticker: "", currentTicker: null, assetNameRaw: "Example Core Bond ETF" },
    { assetType: "Other", ticker: "", currentTicker: null, comment: "Mutual fund" },
    { comment: "Held in a widely held, diversified investment fund over which I have no control." },
    { assetType: "Other", comment: "Excepted investment fund" },
    { assetType: "Other", comment: "The fund is widely held and managed without my input." },
    { assetType: "Other", comment: "ETF; dividend reinvestment" },
  ]) {
    assert.equal(asset(fields), "widely_held_fund", JSON.stringify(fields));
  }
});

test("trades in real property are never called late", () => {
  assert.equal(asset({ assetType: "Real Property" }), "real_property");
  assert.equal(asset({ assetType: "Farm" }), "real_property");
});

test("lateness is judged for shares, bonds, options on funds and doubtful cases", () => {
  for (const fields of [
    {},
    { assetType: "Government Security", assetNameRaw: "U.S. Treasury Note" },
    { assetType: "Corporate Bond" },
    { assetType: "Private Fund", assetNameRaw: "Example Ventures Fund II, LP" },
    { assetType: "Exchange-Traded Note" },
    { listedFund: "Sample 500 ETF", option: { type: "Put", strike: null, expiry: null } },
    { listedFund: "Sample 500 ETF", assetType: "Stock Option" },
    { listedFund: "Sample 500 ETF", currentTicker: null },
    { listedFund: "Sample 500 ETF", shortSale: true },
    { listedFund: "Sample Oil 3x ETN due 2040" },
    { comment: "This is not a widely held fund." },
    { comment: "Mutual fund sold to raise cash for this purchase" },
    { comment: "ETF provider; shares of the company" },
    { assetNameRaw: "Sample (ETF sponsor) common stock" },
    { comment: "I moved from single stocks into passive ETFs and mutual funds." },
    { assetNameRaw: "Betfair Group" },
  ]) {
    assert.equal(asset(fields), null, JSON.stringify(fields));
  }
});
