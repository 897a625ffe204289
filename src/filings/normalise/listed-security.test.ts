import assert from "node:assert/strict";
import { test } from "node:test";
import { normaliseTrade } from "../../../test/normalise/example-reports.ts";
import { AssetMaster } from "./asset-master.ts";
import { findListedSecurity } from "./listed-security.ts";

const listed = (symbol: string, name: string, etf: boolean) => ({ symbol, name, exchange: null, etf, cik: null });
const master = new AssetMaster([
  listed("XQQ", "Sample XQQ Trust, Series 1", true),
  listed("CA", "Sample California Municipal Bond ETF", true),
  listed("XPL", "Example Corp.", false),
]);
const found = (assetNameRaw: string, comment: string | null = null, ticker = "") =>
  findListedSecurity({ ticker, currentTicker: null, coin: null, assetNameRaw }, comment, master)?.symbol;

test("identifies a fund without its symbol by its name, and by a symbol next to its name", () => {
  assert.equal(found("SAMPLE XQQ TR UNIT SER 1"), "XQQ");
  assert.equal(found("SAMPLE TR SERIES 1", "40 SHARES OF XQQ @ $457.41"), "XQQ");
  assert.equal(found("Sample XQQ Trust Series 1"), "XQQ");
  assert.equal(found("XQQ"), "XQQ");
});

test("letters that match a fund's symbol by chance, a company name and another issuer's symbol are not a fund", () => {
  assert.equal(found("East Sample CA MUN WTR UTIL"), undefined);
  assert.equal(found("Example Corp."), undefined);
  assert.equal(found("Other Corp.", "Sold to buy 40 SHARES OF XQQ"), undefined);
  assert.equal(found("Sample XQQ Trust, Series 1", null, "OLD"), undefined);
});

test("a row says why it needs no report", () => {
  const row = { ticker: null, assetCell: "" };
  const exemptionOf = (line: Parameters<typeof normaliseTrade>[0]) => normaliseTrade({ ...row, ...line }).lateExemption;
  assert.equal(exemptionOf({ assetName: "Example Partners", assetTypeCode: "HE" }), "excepted_investment_fund");
  assert.equal(exemptionOf({ assetName: "Example Partners", assetTypeCode: "HN" }), null);
  assert.equal(
    exemptionOf({ assetName: "Example Motors 5% 2030", assetTypeCode: "CS", description: "note called by issuer" }),
    "bond_called_or_matured",
  );
  assert.equal(
    exemptionOf({ assetName: "Example Motors 5% 02/03/2020", assetTypeCode: "CS" }),
    "bond_called_or_matured",
  );
});
