import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "./asset-master.ts";
import { findTodaysSymbol } from "./current-ticker.ts";

const toSecurity = (symbol: string, name: string): Security => ({
  symbol,
  name,
  exchange: null,
  etf: false,
  cik: null,
});
const master = new AssetMaster([
  toSecurity("META", "Meta Platforms, Inc."),
  toSecurity("FB", "ProShares Trust ProShares S&P 500 Dynamic Buffer ETF"),
  toSecurity("RTX", "RTX Corp"),
  toSecurity("UTX", "Ultratrex Inc."),
  toSecurity("COR", "Cencora, Inc."),
  toSecurity("SI", "SHOULDER INNOVATIONS, INC."),
  toSecurity("EXE", "EXPAND ENERGY Corp"),
  toSecurity("AMBR", "Amber International Holding Ltd"),
  toSecurity("XYZ", "Block, Inc."),
  toSecurity("WELL", "Welltower Inc."),
  toSecurity("AVGO", "Broadcom Inc."),
  toSecurity("GEHC", "GE HealthCare Technologies Inc."),
  toSecurity("BWIN", "Baldwin Insurance Group, Inc."),
  toSecurity("K", "Kellanova"),
  toSecurity("IP", "INTERNATIONAL PAPER CO"),
  toSecurity("ADBE", "Adobe Inc."),
  toSecurity("COHR", "Coherent Corp."),
  toSecurity("GOLD", "Gold.com, Inc."),
  toSecurity("B", "Barrick Mining Corporation"),
  toSecurity("ATLPF", "Atlas Copco AB"),
  toSecurity("ZZA", "Zeta Example Corp."),
  toSecurity("ZZB", "Zeta Example Corp."),
  toSecurity("SPLG", "SPDR Portfolio S&P 500 ETF"),
  toSecurity("SHEL", "Shell plc"),
  toSecurity("TTE", "TotalEnergies SE"),
  toSecurity("SGI", "Somnigroup International Inc."),
  toSecurity("ZQ.B", "Quill Example Holdings"),
  { ...toSecurity("ZTEL", "TELEFON AB ZETA"), otherNames: ["Zeta Telephone Company"] },
  toSecurity("ZPAL", "Zeta Palace Technologies Inc."),
  toSecurity("ZPAU", "GraniteShares 2x Long ZPAL Daily ETF"),
  toSecurity("GTM", "ZoomInfo Technologies Inc."),
]);
const find = (ticker: string, name: string, on: string) =>
  findTodaysSymbol(ticker, name, on as IsoDate, master).currentTicker;

test("does not follow a symbol that another issuer has today", () => {
  assert.equal(find("COR", "CoreSite Realty Corporation Common Stock", "2021-11-16"), null);
  assert.equal(find("SI", "Silvergate Capital Corporation", "2020-11-20"), null);
  assert.equal(find("EXE", "Crexendo, Inc.", "2025-04-08"), null);
  assert.equal(find("AMBR", "Amber Road, Inc.", "2019-05-15"), null, "one word in common is not enough");
  assert.equal(find("COR", "CoreSite", "2021-11-16"), null, "a name of one word that is not the symbol");
  assert.equal(find("COR", "Cencora, Inc.", "2026-03-23"), "COR");
});

test("keeps the issuer's symbol even if the filed name is truncated, abbreviated or a former name, or repeats the symbol", () => {
  assert.equal(find("ADBE", "Adobe Systems Inc", "2023-10-03"), "ADBE");
  assert.equal(find("IP", "INTL PAPER CO 4 C PR", "2025-10-14"), "IP");
  assert.equal(find("K", "Kellogg Company", "2020-03-03"), "K");
  assert.equal(find("COR", "COR", "2026-03-23"), "COR", "a symbol alone contradicts nobody");
  assert.equal(find("COR", "COR - Cencora Inc", "2026-03-23"), "COR");
});

test("follows a rename only for the renamed issuer", () => {
  assert.equal(find("FB", "Facebook, Inc. - Class A", "2021-04-20"), "META");
  assert.equal(find("UTX", "United Technologies Corporation", "2019-08-07"), "RTX");
  assert.equal(find("BRP", "BRP Group, Inc. - Class A Common Stock", "2024-03-21"), "BWIN");
  assert.equal(find("BRP", "The Baldwin Insurance Group, Inc. - Class A Common Stock", "2024-05-08"), "BWIN");
  assert.equal(find("GOLD", "Barrick Gold Corporation Common Stock (BC)", "2022-03-23"), "B");
  assert.equal(
    find("GOLD", "Randgold Resources Limited", "2016-03-23"),
    null,
    "Randgold was discontinued, and Barrick took the symbol",
  );
  assert.equal(find("RDSA", "Royal Dutch Shell Plc", "2020-04-20"), "SHEL");
  assert.equal(find("TOT", "Total S.A.", "2020-04-20"), "TTE");
  assert.equal(find("TPX", "Tempur Sealy International, Inc.", "2024-04-22"), "SGI");
  assert.equal(find("FB", "First Something Bank", "2021-04-20"), null);
});

test("finds the current symbol by the issuer's name if the filed symbol was given up or is not listed", () => {
  assert.equal(find("FB", "Meta Platforms, Inc. - Class A", "2023-04-20"), "META");
  assert.equal(find("SQ", "Block, Inc. Class A Common Stock", "2025-06-02"), "XYZ");
  assert.equal(find("HCN", "Welltower Inc.", "2024-06-03"), "WELL");
  assert.equal(find("BRCM", "Broadcom Corporation - Class A", "2026-02-04"), "AVGO");
  assert.equal(find("GEHCV", "GE HealthCare Technologies Inc.", "2026-05-15"), "GEHC");
  assert.equal(find("FB", "ProShares S&P 500 Dynamic Buffer ETF", "2025-09-02"), "FB");
  assert.equal(find("SQ", "Some Other Company", "2025-06-02"), null);
});

test("an unlisted symbol has no current symbol, unless the name identifies the issuer", () => {
  assert.equal(find("X", "United States Steel Corporation", "2024-06-03"), null);
  assert.equal(find("ZETA", "Zeta Example Corp.", "2024-06-03"), null, "two shares have this name");
  assert.equal(find("ATLKY", "ATLAS COPCO AB A S/ADR", "2024-06-03"), null, "a receipt is not the share");
  assert.equal(find("ATL", "Atlas Copco AB", "2024-06-03"), null, "a share is not a receipt either");
  assert.equal(find("ZZGIX", "Zeta Growth Fund", "2024-06-03"), "ZZGIX", "the lists have no mutual funds");
  assert.equal(
    find("SPYM", "State Street SPDR Portfolio S&P 500 ETF", "2025-11-06"),
    "SPYM",
    "the list is older than the rename",
  );
  assert.equal(find("FEYE", "FireEye, Inc.", "2020-11-06"), null, "the symbol after the rename is not listed");
  assert.equal(find("", "Apple Inc.", "2024-06-03"), null);
  assert.equal(find("WLTWP", "Welltower Inc.", "2024-06-03"), null, "a fifth letter means another type of security");
  assert.equal(find("WLTW", "Welltower Inc. Preferred", "2024-06-03"), null, "so does the word");
});

test("finds the listed symbol of a share class filed without its dot", () => {
  assert.equal(find("ZQB", "Quill Example Holdings Class B", "2024-06-03"), "ZQ.B");
  assert.equal(find("ZQB", "Some Other Company", "2024-06-03"), null);
  assert.equal(find("ZQA", "Quill Example Holdings Class A", "2024-06-03"), null, "class A is not listed");
});

test("a discontinued security has no current symbol, even if another issuer has its symbol and nearly its name today", () => {
  assert.equal(find("COHR", "Coherent, Inc.", "2019-08-07"), null);
  assert.equal(find("COHR", "Coherent Corp.", "2024-08-07"), "COHR");
});

test("keeps a symbol filed with any name under which the symbol is listed", () => {
  assert.equal(find("ZTEL", "Zeta Telephone Company", "2024-05-08"), "ZTEL");
  assert.equal(find("ZTEL", "Telefon AB Zeta", "2024-05-08"), "ZTEL");
  assert.equal(find("ZTEL", "Quite Another Company", "2024-05-08"), null);
});

test("a leveraged or inverse fund never gets the symbol of its underlying security", () => {
  for (const name of [
    "Zeta Palace Technologies 2X Long Daily ETF",
    "Zeta Palace Technologies Inc. Daily Bull 1.5X",
    "Zeta Palace Technologies Inverse ETF",
    "Direxion Zeta Palace Technologies Bear Shares",
  ]) {
    assert.equal(find("ZPAL", name, "2025-05-08"), null, name);
  }
  assert.equal(find("ZPAL", "Zeta Palace Technologies", "2025-05-08"), "ZPAL");
  assert.equal(find("ZPAU", "GraniteShares 2x Long ZPAL Daily ETF", "2025-05-08"), "ZPAU");
});

test("a security can lack a current symbol for three reasons", () => {
  const explain = (ticker: string, name: string, on: string) => {
    const { currentTicker, noCurrentTicker, endedOn } = findTodaysSymbol(ticker, name, on as IsoDate, master);
    assert.equal(currentTicker, null);
    return [noCurrentTicker, endedOn];
  };
  assert.deepEqual(explain("SI", "Silvergate Capital Corporation", "2020-11-20"), ["another_issuer", null]);
  assert.deepEqual(explain("COR", "CoreSite Realty Corporation", "2021-11-16"), ["another_issuer", "2021-12-28"]);
  assert.deepEqual(explain("X", "United States Steel Corporation", "2024-06-03"), ["ended", "2025-06-18"]);
  assert.deepEqual(
    explain("X", "United States Steel Corporation", "2025-06-20"),
    ["ended", "2025-06-18"],
    "after its last day",
  );
  assert.deepEqual(explain("AGN", "Allergan plc", "2018-06-03"), ["ended", "2020-05-08"]);
  assert.deepEqual(explain("FEYE", "FireEye, Inc.", "2020-11-06"), ["ended", "2022-09-12"], "under its later symbol");
  assert.deepEqual(explain("X", "Xeta Example Corp.", "2024-06-03"), ["not_listed", null], "another issuer's name");
  assert.deepEqual(explain("NSRGY", "Nestle SA Sponsored ADR", "2024-06-03"), ["not_listed", null]);
});

test("does not follow a rename back to a former symbol that another issuer has today", () => {
  const later = new AssetMaster([
    toSecurity("ACT", "Enact Holdings, Inc."),
    toSecurity("SPLG", "SPDR Portfolio S&P 500 ETF"),
  ]);
  const findIn = (ticker: string, name: string, on: string) =>
    findTodaysSymbol(ticker, name, on as IsoDate, later).currentTicker;
  assert.equal(findIn("AGN", "Allergan plc", "2018-06-03"), null);
  assert.equal(findIn("SPYM", "Tradr 2X Long SPY Monthly ETF", "2025-11-06"), null);
  assert.equal(findIn("SPYM", "State Street SPDR Portfolio S&P 500 ETF", "2025-11-06"), "SPYM");
});

test("another share class, or the other side of a leveraged fund, is a different security", () => {
  const classes = new AssetMaster([
    { ...toSecurity("ZQA", "Quill Example Inc."), otherNames: ["Quill Example Inc. - Class A Common Stock"] },
    toSecurity("ZBEA", "Direxion Daily Small Cap Bear 3X Shares"),
  ]);
  const findIn = (ticker: string, name: string) =>
    findTodaysSymbol(ticker, name, "2025-05-08" as IsoDate, classes).currentTicker;
  assert.equal(findIn("ZQA", "Quill Example Inc. - Class C Capital Stock"), null);
  assert.equal(findIn("ZQA", "Quill Example Inc. - Class A"), "ZQA");
  assert.equal(findIn("ZQA", "Quill Example Inc."), "ZQA");
  assert.equal(findIn("ZBEA", "Direxion Daily Small Cap Bull 3X ETF"), null);
  assert.equal(findIn("ZBEA", "Direxion Daily Small Cap Bear 3X ETF"), "ZBEA");
});

test("follows a rename until the former symbol's last known day by the symbol, and afterwards by the issuer's name", () => {
  assert.equal(find("ZI", "ZoomInfo Technologies Inc.", "2024-03-08"), "GTM");
  assert.equal(find("ZI", "ZoomInfo Technologies Inc. - Common Stock", "2025-01-10"), "GTM");
  assert.equal(find("ZI", "Zeta Industries", "2024-03-08"), null);
});
