import assert from "node:assert/strict";
import { test } from "node:test";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "./asset-master.ts";
import { isWordLikeSymbol, readSymbolInName } from "./filed-symbol.ts";

const toSecurity = (symbol: string, name: string): Security => ({
  symbol,
  name,
  exchange: null,
  etf: false,
  cik: null,
});
const master = new AssetMaster([
  toSecurity("BHP", "BHP Group Ltd"),
  toSecurity("C", "Citigroup Inc."),
  toSecurity("DE", "DEERE & CO"),
  toSecurity("MA", "Mastercard Inc"),
  toSecurity("UL", "UNILEVER PLC"),
  toSecurity("SE", "Sea Ltd"),
  toSecurity("SAP", "SAP SE"),
  toSecurity("BRK.B", "Berkshire Hathaway Inc."),
  toSecurity("CAT", "Caterpillar Inc."),
  toSecurity("T", "AT&T Inc."),
  toSecurity("HPE", "Hewlett Packard Enterprise Co"),
  toSecurity("HP", "Helmerich & Payne, Inc."),
  toSecurity("HPQ", "HP Inc."),
  toSecurity("REIT", "ALPS Active REIT ETF"),
  toSecurity("NVDA", "NVIDIA Corp"),
  toSecurity("ZZIV", "Zeta Core 500 ETF"),
  toSecurity("LTC", "LTC Properties Inc"),
  toSecurity("BC", "Brunswick Corp"),
  toSecurity("K", "Kellanova"),
]);
const read = (name: string, assetType = "Stock", isExchange = false) => {
  const found = readSymbolInName(name, { assetType, isExchange }, master);
  return found && [found.ticker, found.name];
};

test("takes the symbol from a name's parentheses, even if the name also has other parentheses or states the type of security", () => {
  for (const [text, ticker, name] of [
    ["BHP Group Limited (BHP)", "BHP", "BHP Group Limited"],
    ["Citigroup New Inc (C)", "C", "Citigroup New Inc"],
    ["Rolls Royce Holdings plc Sponsored ADR (RYCEY)", "RYCEY", "Rolls Royce Holdings plc Sponsored ADR"],
    ["Sample Foods SA (SMPFY) Sponsored ADR", "SMPFY", "Sample Foods SA Sponsored ADR"],
    ["Sample Foods SA (SMPFY) (ADR)", "SMPFY", "Sample Foods SA (ADR)"],
    ["Sample Foods SA ADR (SMPFY) Japan", "SMPFY", "Sample Foods SA ADR Japan"],
    ["Sample Inc (The) (SMPL)*", "SMPL", "Sample Inc (The)"],
    ["Sample Inc (SMPL) (1)", "SMPL", "Sample Inc (1)"],
    ["Sample Inc (NYSE: SMPL)", "SMPL", "Sample Inc"],
    ["Sample Inc [SMPL]", "SMPL", "Sample Inc"],
    ["Berkshire Hathaway Inc (BRK/B)", "BRK.B", "Berkshire Hathaway Inc"],
    ["Berkshire Hathaway Inc (BRK B)", "BRK.B", "Berkshire Hathaway Inc"],
    ["Sample Bank Pfd (SMPL-PRC)", "SMPL.PC", "Sample Bank Pfd"],
    ["Unilever PLC (UL)", "UL", "Unilever PLC"],
    ["Sea Limited (SE)", "SE", "Sea Limited"],
    ["Illustria Group Ltd (BHP)", "BHP", "Illustria Group Ltd"],
    ["Nvidia Corp (nvda)", "NVDA", "Nvidia Corp"],
  ] as const) {
    assert.deepEqual(read(text), [ticker, name], text);
  }
});

test("states, legal forms, types of securities and the like in parentheses are not symbols, unless the issuer has that symbol", () => {
  for (const name of [
    "Apple Inc. Common Stock (DE)",
    "MasTec Inc (MA)",
    "Delta Sample Lines (DE)",
    "Sample Realty Holdings (REIT)",
    "Sample Foods SA (ADR)",
    "Sample Holdings (LLC)",
    "Sample Holdings (NEW)",
    "Sample Holdings (A)",
    "Sample Holdings (II)",
    "Sample Holdings (Delaware)",
    "Sample Holdings (Class A)",
    "Sample Mining Corporation Common Stock (BC)",
    "Sample Holdings (JAPAN)",
    "Sample Litecoin Trust (LTC)",
    "Sample Yield Strategy Nvidia (NVDA) ETF",
    "Sample Holdings (CL A)",
    "Sample Holdings (nonvoting)",
    "Sample Holdings (NYSE)",
    "Sample Holdings (91282CJP7)",
    "Advanced Sample Intelligence (ASI) Labs",
    "T-Mobile US, Inc.",
    "Sample Holdings",
  ]) {
    assert.equal(read(name), null, name);
  }
  assert.deepEqual(read("Deere & Company (DE)"), ["DE", "Deere & Company"]);
  assert.deepEqual(read("Mastercard Incorporated Class A (MA)"), ["MA", "Mastercard Incorporated Class A"]);
  assert.deepEqual(read("ALPS Active REIT ETF (REIT)"), ["REIT", "ALPS Active REIT ETF"]);
  assert.deepEqual(read("LTC Properties (LTC)"), ["LTC", "LTC Properties"]);
  assert.deepEqual(read("Kellogg Company (K)"), ["K", "Kellogg Company"], "the issuer's former name");
  assert.deepEqual(read("Sample Holdings (SMPL) (DE)"), ["SMPL", "Sample Holdings (DE)"]);
});

test("reads a symbol before the name, after the name or without a name, but not an ambiguous or unlisted word", () => {
  assert.deepEqual(read("BRK-B - Berkshire Hathaway Inc Class B"), ["BRK.B", "Berkshire Hathaway Inc Class B"]);
  assert.deepEqual(read("CAT-Caterpillar Inc."), ["CAT", "Caterpillar Inc."]);
  assert.deepEqual(read("SMPFY- Sample Foods (OTC Markets)"), ["SMPFY", "Sample Foods (OTC Markets)"]);
  assert.deepEqual(read("HPE - HP Inc."), ["HPE", "HP Inc."], "a symbol that contradicts the name");
  assert.deepEqual(read("Zeta Core 500 ETF - ZZIV"), ["ZZIV", "Zeta Core 500 ETF"]);
  assert.deepEqual(read("NVDA"), ["NVDA", ""]);
  assert.deepEqual(read("NVDA PUT"), ["NVDA", ""]);
  assert.equal(read("IRA - Sample Inc."), null);
  assert.equal(read("Sample Inc. - USA"), null);
  assert.equal(read("HP"), null, "another issuer is called HP");
  assert.equal(read("SMPL"), null, "SMPL is not listed");
  assert.equal(read("NVDA", "Stock", true), null, "in an exchange, the symbol may have been another issuer's then");
});

test("reads no symbol of a bond or private asset, and in class Other only the issuer's symbol or a fund's", () => {
  for (const assetType of [
    "Corporate Bond",
    "Municipal Security",
    "Non-Public Stock",
    "Futures Contract",
    "Real Property",
  ]) {
    assert.equal(read("BHP Group Limited (BHP)", assetType), null, assetType);
  }
  assert.equal(read("Caterpillar Inc. 5.7% Notes (CAT)"), null);
  assert.deepEqual(read("BHP Group Limited (BHP)", "Other"), ["BHP", "BHP Group Limited"]);
  assert.deepEqual(read("Sample Growth Fund (SMPLX)", "Other"), ["SMPLX", "Sample Growth Fund"]);
  assert.equal(read("Sample Partners (SMPL)", "Other"), null);
});

test("in a House cell, a word that is another issuer's symbol is not the asset's symbol", () => {
  const isWord = (symbol: string, name: string, assetType: string | null = "Stock") =>
    isWordLikeSymbol(symbol, { name, assetType }, master);
  assert.equal(isWord("DE", "Apple Inc. Common Stock"), true);
  assert.equal(isWord("DE", "Deere & Company Common Stock"), false);
  assert.equal(isWord("ME", "23andMe Holding Co."), false, "ME is not listed");
  assert.equal(isWord("DE", "Sample Partners", "Other"), true);
  assert.equal(isWord("C", "Citigroup Inc."), false);
  assert.equal(isWord("DE", "Deere & Company", null), false);
});
