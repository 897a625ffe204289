import assert from "node:assert/strict";
import { test } from "node:test";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "./asset-master.ts";
import { isWordLikeSymbol, readSymbolInName } from "./filed-symbol.ts";

const security = (symbol: string, name: string): Security => ({ symbol, name, exchange: null, etf: false, cik: null });
const master = new AssetMaster([
  security("BHP", "BHP Group Ltd"),
  security("C", "Citigroup Inc."),
  security("DE", "DEERE & CO"),
  security("MA", "Mastercard Inc"),
  security("UL", "UNILEVER PLC"),
  security("SE", "Sea Ltd"),
  security("SAP", "SAP SE"),
  security("BRK.B", "Berkshire Hathaway Inc."),
  security("CAT", "Caterpillar Inc."),
  security("T", "AT&T Inc."),
  security("HPE", "Hewlett Packard Enterprise Co"),
  security("HP", "Helmerich & Payne, Inc."),
  security("HPQ", "HP Inc."),
  security("REIT", "ALPS Active REIT ETF"),
  security("NVDA", "NVIDIA Corp"),
  security("ZZIV", "Zeta Core 500 ETF"),
  security("LTC", "LTC Properties Inc"),
  security("BC", "Brunswick Corp"),
  security("K", "Kellanova"),
]);
const read = (name: string, assetType = "Stock", isExchange = false) => {
  const found = readSymbolInName(name, { assetType, isExchange }, master);
  return found && [found.ticker, found.name];
};

test("the symbol in a name's last bracket is the filer's, even if it names the kind of paper too", () => {
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

test("states, legal forms, kinds of paper and accounts are not symbols, unless they are the issuer's own", () => {
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
  assert.deepEqual(read("Kellogg Company (K)"), ["K", "Kellogg Company"], "what the issuer was called");
  assert.deepEqual(read("Sample Holdings (SMPL) (DE)"), ["SMPL", "Sample Holdings (DE)"]);
});

test("a symbol before the name, after it or alone counts if it is known", () => {
  assert.deepEqual(read("BRK-B - Berkshire Hathaway Inc Class B"), ["BRK.B", "Berkshire Hathaway Inc Class B"]);
  assert.deepEqual(read("CAT-Caterpillar Inc."), ["CAT", "Caterpillar Inc."]);
  assert.deepEqual(read("SMPFY- Sample Foods (OTC Markets)"), ["SMPFY", "Sample Foods (OTC Markets)"]);
  assert.deepEqual(read("HPE - HP Inc."), ["HPE", "HP Inc."], "they contradict each other");
  assert.deepEqual(read("Zeta Core 500 ETF - ZZIV"), ["ZZIV", "Zeta Core 500 ETF"]);
  assert.deepEqual(read("NVDA"), ["NVDA", ""]);
  assert.deepEqual(read("NVDA PUT"), ["NVDA", ""]);
  assert.equal(read("IRA - Sample Inc."), null);
  assert.equal(read("Sample Inc. - USA"), null);
  assert.equal(read("HP"), null, "the name of another issuer");
  assert.equal(read("SMPL"), null, "no list has it");
  assert.equal(read("NVDA", "Stock", true), null, "which may have been another's at the time of an exchange");
});

test("bonds and private assets have no symbol; another asset's symbol must be its issuer's", () => {
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

test("in a House cell, a state code or word that is another issuer's symbol is not a symbol, unless it abbreviates the name", () => {
  const isWord = (symbol: string, name: string, assetType: string | null = "Stock") =>
    isWordLikeSymbol(symbol, { name, assetType }, master);
  assert.equal(isWord("DE", "Apple Inc. Common Stock"), true);
  assert.equal(isWord("DE", "Deere & Company Common Stock"), false);
  assert.equal(isWord("ME", "23andMe Holding Co."), false, "no list has it");
  assert.equal(isWord("DE", "Sample Partners", "Other"), true);
  assert.equal(isWord("C", "Citigroup Inc."), false);
  assert.equal(isWord("DE", "Deere & Company", null), false);
});
