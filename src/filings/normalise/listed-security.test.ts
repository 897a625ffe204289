import assert from "node:assert/strict";
import { test } from "node:test";
import { normaliseTrade } from "../../../test/normalise/example-reports.ts";
import { AssetMaster } from "./asset-master.ts";
import { findListedSecurity } from "./listed-security.ts";

const createListed = (symbol: string, name: string, etf: boolean) => ({ symbol, name, exchange: null, etf, cik: null });
const master = new AssetMaster([
  createListed("XQQ", "Sample XQQ Trust, Series 1", true),
  createListed("CA", "Sample California Municipal Bond ETF", true),
  createListed("XPL", "Example Corp.", false),
]);
const findListed = (assetNameRaw: string, comment: string | null = null, ticker = "") =>
  findListedSecurity({ ticker, currentTicker: null, coin: null, assetNameRaw }, comment, master)?.symbol;

test("identifies a fund filed without a symbol field by a symbol in or next to the fund's name", () => {
  assert.equal(findListed("SAMPLE XQQ TR UNIT SER 1"), "XQQ");
  assert.equal(findListed("SAMPLE TR SERIES 1", "40 SHARES OF XQQ @ $457.41"), "XQQ");
  assert.equal(findListed("Sample XQQ Trust Series 1"), "XQQ");
  assert.equal(findListed("XQQ"), "XQQ");
});

test("does not identify a fund by a chance match of letters, or if the name or symbol is another issuer's", () => {
  assert.equal(findListed("East Sample CA MUN WTR UTIL"), undefined);
  assert.equal(findListed("Example Corp."), undefined);
  assert.equal(findListed("Other Corp.", "Sold to buy 40 SHARES OF XQQ"), undefined);
  assert.equal(findListed("Sample XQQ Trust, Series 1", null, "OLD"), undefined);
});

test("does not judge the lateness of excepted investment funds or of bonds that were called or matured", () => {
  const row = { ticker: null, assetCell: "" };
  const findExemption = (line: Parameters<typeof normaliseTrade>[0]) =>
    normaliseTrade({ ...row, ...line }).lateExemption;
  assert.equal(findExemption({ assetName: "Example Partners", assetTypeCode: "HE" }), "excepted_investment_fund");
  assert.equal(findExemption({ assetName: "Example Partners", assetTypeCode: "HN" }), null);
  assert.equal(
    findExemption({ assetName: "Example Motors 5% 2030", assetTypeCode: "CS", description: "note called by issuer" }),
    "bond_called_or_matured",
  );
  assert.equal(
    findExemption({ assetName: "Example Motors 5% 02/03/2020", assetTypeCode: "CS" }),
    "bond_called_or_matured",
  );
});
