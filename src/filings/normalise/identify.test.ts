import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "./asset-master.ts";
import { identifyTicker } from "./identify.ts";

const security = (symbol: string, name: string, exchange = "NYSE"): Security => ({
  symbol,
  name,
  exchange,
  etf: false,
  cik: null,
});
const SINCE = "2019-03-01" as IsoDate;
const LISTED = [
  security("WMT", "Walmart Inc."),
  security("TMUS", "T-Mobile US, Inc.", "Nasdaq"),
  security("TMUSI", "T-Mobile US, Inc.", "Nasdaq"),
  security("GOOG", "Alphabet Inc.", "Nasdaq"),
  security("GOOGL", "Alphabet Inc.", "Nasdaq"),
  security("VRM", "Vroom, Inc.", "Nasdaq"),
  security("VRMWW", "Vroom, Inc.", "OTC"),
  security("WFC", "WELLS FARGO & COMPANY/MN"),
  security("WFC$A", "Wells Fargo & Company"),
  security("WFC.PC", "Wells Fargo & Company"),
  security("ZZA", "Zeta Example Corp."),
  security("ZZB", "Zeta Example Corp."),
  security("ACN", "Accenture plc"),
  security("HPE", "Hewlett Packard Enterprise Co"),
];
const master = new AssetMaster(LISTED, new Map(LISTED.map(({ symbol }) => [symbol, SINCE])));
const identified = (name: string, on = "2022-05-04") => identifyTicker(name, on as IsoDate, master);

test("a truncated name identifies nobody", () => {
  assert.equal(identified("Walmart Inc. …"), "");
});

test("identifies a name of exactly one listed issuer, with or without its legal form and the word for its shares", () => {
  for (const name of ["Walmart Inc.", "WALMART INC", "Walmart, Inc. Common Stock", "Walmart Inc. - Common Stock"]) {
    assert.equal(identified(name), "WMT", name);
  }
  assert.equal(identified("T-Mobile US, Inc. - Common Stock"), "TMUS", "notes of the issuer are no common stock");
  assert.equal(identified("Vroom, Inc."), "VRM");
});

test("does not resolve a ticker from a name with other words, or for an issuer with two common shares", () => {
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
    assert.equal(identified(name), "", name);
  }
});

test("a listed preferred share does not stand for the common share", () => {
  assert.equal(identified("Wells Fargo & Company"), "", "the common share is listed under another name here");
});

test("a symbol before the name counts if it is that issuer's", () => {
  assert.equal(identified("ACN - Accenture plc Class A Ordinary Shares (Ireland)"), "ACN");
  assert.equal(identified("HPE - HP Inc."), "");
  assert.equal(
    identified("ZZA - Zeta Example Corp. - Class C Capital Stock"),
    "",
    "which of two classes is not certain",
  );
  assert.equal(identified("NOPE - Walmart Inc."), "");
});

test("a symbol alone, after the name or joined to it counts if it was that issuer's", () => {
  for (const name of ["WMT", "wmt", "WMT-Walmart, Inc.", "Walmart Inc. - WMT"])
    assert.equal(identified(name), "WMT", name);
  assert.equal(identified("WMT-Wells Fargo & Company"), "", "symbol and issuer do not agree");
  assert.equal(identified("T-Mobile US, Inc."), "TMUS", "a letter that belongs to the name");
  for (const name of ["Wmt", "CASH", "gold", "NOPE", "WMT 5"]) assert.equal(identified(name), "", name);
  assert.equal(identified("wmt", "2019-02-28"), "", "nothing shows it listed by then");
});

test("does not resolve a ticker if any part of the line mentions another kind of paper", () => {
  const rest = (text: string) => identifyTicker("Walmart Inc.", "2022-05-04" as IsoDate, master, text);
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
    assert.equal(rest(text), "", text);
  }
  assert.equal(rest("Dividend reinvestment; bought by an adviser"), "WMT");
});

test("recognizes the words for shares even without a blank before them", () => {
  assert.equal(identified("Walmart Inc. (Delaware)Common Stock REIT"), "WMT");
  assert.equal(identified("Walmart Inc. (REIT) Common Stock"), "WMT");
});

test("does not resolve a ticker before the first filing that shows the security listed", () => {
  assert.equal(identified("Walmart Inc.", "2019-03-01"), "WMT");
  assert.equal(identified("Walmart Inc.", "2019-02-28"), "");
});
