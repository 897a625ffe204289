import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "./asset-master.ts";
import { identifyTicker } from "./identify.ts";

const toSecurity = (symbol: string, name: string, exchange = "NYSE"): Security => ({
  symbol,
  name,
  exchange,
  etf: false,
  cik: null,
});
const SINCE = "2019-03-01" as IsoDate;
const LISTED = [
  toSecurity("WMT", "Walmart Inc."),
  toSecurity("TMUS", "T-Mobile US, Inc.", "Nasdaq"),
  toSecurity("TMUSI", "T-Mobile US, Inc.", "Nasdaq"),
  toSecurity("GOOG", "Alphabet Inc.", "Nasdaq"),
  toSecurity("GOOGL", "Alphabet Inc.", "Nasdaq"),
  toSecurity("VRM", "Vroom, Inc.", "Nasdaq"),
  toSecurity("VRMWW", "Vroom, Inc.", "OTC"),
  toSecurity("WFC", "WELLS FARGO & COMPANY/MN"),
  toSecurity("WFC$A", "Wells Fargo & Company"),
  toSecurity("WFC.PC", "Wells Fargo & Company"),
  toSecurity("ZZA", "Zeta Example Corp."),
  toSecurity("ZZB", "Zeta Example Corp."),
  toSecurity("ACN", "Accenture plc"),
  toSecurity("HPE", "Hewlett Packard Enterprise Co"),
];
const master = new AssetMaster(LISTED, new Map(LISTED.map(({ symbol }) => [symbol, SINCE])));
const find = (name: string, on = "2022-05-04") => identifyTicker(name, on as IsoDate, master);

test("a truncated name identifies no issuer", () => {
  assert.equal(find("Walmart Inc. …"), "");
});

test("identifies a name of exactly one listed issuer, with or without the legal form and words such as Common Stock", () => {
  for (const name of ["Walmart Inc.", "WALMART INC", "Walmart, Inc. Common Stock", "Walmart Inc. - Common Stock"]) {
    assert.equal(find(name), "WMT", name);
  }
  assert.equal(find("T-Mobile US, Inc. - Common Stock"), "TMUS", "the issuer's notes are not common stock");
  assert.equal(find("Vroom, Inc."), "VRM");
});

test("does not resolve a ticker from a name with additional words, or if the issuer has two listed share classes", () => {
  for (const name of [
    "Walmart Inc. Bond",
    "Walmart Inc. 4.5% 2028",
    "Walmart CALL",
    "Walmart Inc. PFD",
    "Alphabet Inc. - Class A Common Stock",
    "Zeta Example Corp.",
    "Zeta Example Corp. Class A Common Stock",
    "",
    "Wells Fargo & Company Preferred",
    "Walmart Inc. Class A",
    "Walmart Series A",
    "WMT - Walmart put options",
    "WMT - Walmart Inc. 5.35% GLB NTS 66",
    "WMT - Walmart Inc. Preferred Series L",
    "WMT - Walmart Credit Company",
  ]) {
    assert.equal(find(name), "", name);
  }
});

test("the name of a listed preferred share does not identify the common share", () => {
  assert.equal(find("Wells Fargo & Company"), "", "the common share is listed under another name here");
});

test("accepts a symbol before the name only if the symbol belongs to the named issuer", () => {
  assert.equal(find("ACN - Accenture plc Class A Ordinary Shares (Ireland)"), "ACN");
  assert.equal(find("HPE - HP Inc."), "");
  assert.equal(find("ZZA - Zeta Example Corp. - Class C Capital Stock"), "", "the class is not certain");
  assert.equal(find("NOPE - Walmart Inc."), "");
});

test("accepts a lone symbol, or the named issuer's symbol beside the name, only if listed by the transaction date", () => {
  for (const name of ["WMT", "wmt", "WMT-Walmart, Inc.", "Walmart Inc. - WMT"]) assert.equal(find(name), "WMT", name);
  assert.equal(find("WMT-Wells Fargo & Company"), "", "symbol and issuer do not agree");
  assert.equal(find("T-Mobile US, Inc."), "TMUS", "`T` is part of the name");
  for (const name of ["Wmt", "CASH", "gold", "NOPE", "WMT 5"]) assert.equal(find(name), "", name);
  assert.equal(find("wmt", "2019-02-28"), "", "no filing shows it listed by then");
});

test("does not resolve a ticker if other text of the line mentions another type of security", () => {
  const findWith = (text: string) => identifyTicker("Walmart Inc.", "2022-05-04" as IsoDate, master, text);
  for (const text of [
    "Preferred Stock: 3.65%",
    "PFD series A",
    "Corporate bond",
    "Senior notes",
    "Debenture",
    "Warrants",
    "rights",
    "1 unit",
    "call",
    "Put",
    "Rate: 6.3% Maturity Date: 2/12/21",
    "Rate/Coupon",
    "Matures",
    "due 2028, 4.5%",
  ]) {
    assert.equal(findWith(text), "", text);
  }
  assert.equal(findWith("Dividend reinvestment; bought by an adviser"), "WMT");
});

test("recognizes `Common Stock` even without a space before the words", () => {
  assert.equal(find("Walmart Inc. (Delaware)Common Stock REIT"), "WMT");
  assert.equal(find("Walmart Inc. (REIT) Common Stock"), "WMT");
});

test("does not resolve a ticker before the first filing that shows the security listed", () => {
  assert.equal(find("Walmart Inc.", "2019-03-01"), "WMT");
  assert.equal(find("Walmart Inc.", "2019-02-28"), "");
});
