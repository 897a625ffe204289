import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "./asset-master.ts";
import { findTodaysSymbol } from "./current-ticker.ts";

const security = (symbol: string, name: string): Security => ({ symbol, name, exchange: null, etf: false, cik: null });
const master = new AssetMaster([
  security("META", "Meta Platforms, Inc."),
  security("FB", "ProShares Trust ProShares S&P 500 Dynamic Buffer ETF"),
  security("RTX", "RTX Corp"),
  security("UTX", "Ultratrex Inc."),
  security("COR", "Cencora, Inc."),
  security("SI", "SHOULDER INNOVATIONS, INC."),
  security("EXE", "EXPAND ENERGY Corp"),
  security("AMBR", "Amber International Holding Ltd"),
  security("XYZ", "Block, Inc."),
  security("WELL", "Welltower Inc."),
  security("AVGO", "Broadcom Inc."),
  security("GEHC", "GE HealthCare Technologies Inc."),
  security("BWIN", "Baldwin Insurance Group, Inc."),
  security("K", "Kellanova"),
  security("IP", "INTERNATIONAL PAPER CO"),
  security("ADBE", "Adobe Inc."),
  security("COHR", "Coherent Corp."),
  security("GOLD", "Gold.com, Inc."),
  security("B", "Barrick Mining Corporation"),
  security("ATLPF", "Atlas Copco AB"),
  security("ZZA", "Zeta Example Corp."),
  security("ZZB", "Zeta Example Corp."),
  security("SPLG", "SPDR Portfolio S&P 500 ETF"),
  security("SHEL", "Shell plc"),
  security("TTE", "TotalEnergies SE"),
  security("SGI", "Somnigroup International Inc."),
  security("ZQ.B", "Quill Example Holdings"),
  { ...security("ZTEL", "TELEFON AB ZETA"), otherNames: ["Zeta Telephone Company"] },
  security("ZPAL", "Zeta Palace Technologies Inc."),
  security("ZPAU", "GraniteShares 2x Long ZPAL Daily ETF"),
  security("GTM", "ZoomInfo Technologies Inc."),
]);
const current = (ticker: string, name: string, on: string) =>
  findTodaysSymbol(ticker, name, on as IsoDate, master).currentTicker;

test("does not follow a symbol that another issuer has today", () => {
  assert.equal(current("COR", "CoreSite Realty Corporation Common Stock", "2021-11-16"), null);
  assert.equal(current("SI", "Silvergate Capital Corporation", "2020-11-20"), null);
  assert.equal(current("EXE", "Crexendo, Inc.", "2025-04-08"), null);
  assert.equal(current("AMBR", "Amber Road, Inc.", "2019-05-15"), null, "one word in common is no issuer");
  assert.equal(current("COR", "CoreSite", "2021-11-16"), null, "a name of one word that is not the symbol");
  assert.equal(current("COR", "Cencora, Inc.", "2026-03-23"), "COR");
});

test("keeps a symbol for its issuer even if the filer cuts, shortens or misspells the name, or uses a former one", () => {
  assert.equal(current("ADBE", "Adobe Systems Inc", "2023-10-03"), "ADBE");
  assert.equal(current("IP", "INTL PAPER CO 4 C PR", "2025-10-14"), "IP");
  assert.equal(current("K", "Kellogg Company", "2020-03-03"), "K");
  assert.equal(current("COR", "COR", "2026-03-23"), "COR", "a symbol alone contradicts nobody");
  assert.equal(current("COR", "COR - Cencora Inc", "2026-03-23"), "COR");
});

test("follows a rename only for its own issuer", () => {
  assert.equal(current("FB", "Facebook, Inc. - Class A", "2021-04-20"), "META");
  assert.equal(current("UTX", "United Technologies Corporation", "2019-08-07"), "RTX");
  assert.equal(current("BRP", "BRP Group, Inc. - Class A Common Stock", "2024-03-21"), "BWIN");
  assert.equal(current("BRP", "The Baldwin Insurance Group, Inc. - Class A Common Stock", "2024-05-08"), "BWIN");
  assert.equal(current("GOLD", "Barrick Gold Corporation Common Stock (BC)", "2022-03-23"), "B");
  assert.equal(
    current("GOLD", "Randgold Resources Limited", "2016-03-23"),
    null,
    "it ended, and Barrick took the symbol",
  );
  assert.equal(current("RDSA", "Royal Dutch Shell Plc", "2020-04-20"), "SHEL");
  assert.equal(current("TOT", "Total S.A.", "2020-04-20"), "TTE");
  assert.equal(current("TPX", "Tempur Sealy International, Inc.", "2024-04-22"), "SGI");
  assert.equal(current("FB", "First Something Bank", "2021-04-20"), null);
});

test("follows a symbol filed after it was given up, or that nobody has, by the issuer's name", () => {
  assert.equal(current("FB", "Meta Platforms, Inc. - Class A", "2023-04-20"), "META");
  assert.equal(current("SQ", "Block, Inc. Class A Common Stock", "2025-06-02"), "XYZ");
  assert.equal(current("HCN", "Welltower Inc.", "2024-06-03"), "WELL");
  assert.equal(current("BRCM", "Broadcom Corporation - Class A", "2026-02-04"), "AVGO");
  assert.equal(current("GEHCV", "GE HealthCare Technologies Inc.", "2026-05-15"), "GEHC");
  assert.equal(current("FB", "ProShares S&P 500 Dynamic Buffer ETF", "2025-09-02"), "FB");
  assert.equal(current("SQ", "Some Other Company", "2025-06-02"), null);
});

test("an unlisted symbol has no current symbol, unless the name identifies the issuer", () => {
  assert.equal(current("X", "United States Steel Corporation", "2024-06-03"), null);
  assert.equal(current("ZETA", "Zeta Example Corp.", "2024-06-03"), null, "two shares have this name");
  assert.equal(current("ATLKY", "ATLAS COPCO AB A S/ADR", "2024-06-03"), null, "a receipt is not the share");
  assert.equal(current("ATL", "Atlas Copco AB", "2024-06-03"), null, "nor may a share be a receipt");
  assert.equal(current("ZZGIX", "Zeta Growth Fund", "2024-06-03"), "ZZGIX", "the lists have no mutual funds");
  assert.equal(
    current("SPYM", "State Street SPDR Portfolio S&P 500 ETF", "2025-11-06"),
    "SPYM",
    "the list is older than the rename",
  );
  assert.equal(current("FEYE", "FireEye, Inc.", "2020-11-06"), null, "what it was renamed to is listed for nobody");
  assert.equal(current("", "Apple Inc.", "2024-06-03"), null);
  assert.equal(current("WLTWP", "Welltower Inc.", "2024-06-03"), null, "a fifth letter names another paper");
  assert.equal(current("WLTW", "Welltower Inc. Preferred", "2024-06-03"), null, "so do the words");
});

test("finds the listed symbol of a share class filed without its dot", () => {
  assert.equal(current("ZQB", "Quill Example Holdings Class B", "2024-06-03"), "ZQ.B");
  assert.equal(current("ZQB", "Some Other Company", "2024-06-03"), null);
  assert.equal(current("ZQA", "Quill Example Holdings Class A", "2024-06-03"), null, "class A is not listed");
});

test("a discontinued security has no current symbol, even if its issuer's name lives on", () => {
  assert.equal(current("COHR", "Coherent, Inc.", "2019-08-07"), null);
  assert.equal(current("COHR", "Coherent Corp.", "2024-08-07"), "COHR");
});

test("any listed name of a symbol means its holder", () => {
  assert.equal(current("ZTEL", "Zeta Telephone Company", "2024-05-08"), "ZTEL");
  assert.equal(current("ZTEL", "Telefon AB Zeta", "2024-05-08"), "ZTEL");
  assert.equal(current("ZTEL", "Quite Another Company", "2024-05-08"), null);
});

test("a leveraged or inverse fund never gets the symbol of its underlying security", () => {
  for (const name of [
    "Zeta Palace Technologies 2X Long Daily ETF",
    "Zeta Palace Technologies Inc. Daily Bull 1.5X",
    "Zeta Palace Technologies Inverse ETF",
    "Direxion Zeta Palace Technologies Bear Shares",
  ]) {
    assert.equal(current("ZPAL", name, "2025-05-08"), null, name);
  }
  assert.equal(current("ZPAL", "Zeta Palace Technologies", "2025-05-08"), "ZPAL");
  assert.equal(current("ZPAU", "GraniteShares 2x Long ZPAL Daily ETF", "2025-05-08"), "ZPAU");
});

test("a security can lack a current symbol for three reasons", () => {
  const why = (ticker: string, name: string, on: string) => {
    const { currentTicker, noCurrentTicker, endedOn } = findTodaysSymbol(ticker, name, on as IsoDate, master);
    assert.equal(currentTicker, null);
    return [noCurrentTicker, endedOn];
  };
  assert.deepEqual(why("SI", "Silvergate Capital Corporation", "2020-11-20"), ["another_issuer", null]);
  assert.deepEqual(why("COR", "CoreSite Realty Corporation", "2021-11-16"), ["another_issuer", "2021-12-28"]);
  assert.deepEqual(why("X", "United States Steel Corporation", "2024-06-03"), ["ended", "2025-06-18"]);
  assert.deepEqual(why("X", "United States Steel Corporation", "2025-06-20"), ["ended", "2025-06-18"], "paid out");
  assert.deepEqual(why("AGN", "Allergan plc", "2018-06-03"), ["ended", "2020-05-08"]);
  assert.deepEqual(why("FEYE", "FireEye, Inc.", "2020-11-06"), ["ended", "2022-09-12"], "under its later symbol");
  assert.deepEqual(why("X", "Xeta Example Corp.", "2024-06-03"), ["not_listed", null], "the name is another's");
  assert.deepEqual(why("NSRGY", "Nestle SA Sponsored ADR", "2024-06-03"), ["not_listed", null]);
});

test("a former symbol that another issuer has today does not make the later symbol listed", () => {
  const later = new AssetMaster([
    security("ACT", "Enact Holdings, Inc."),
    security("SPLG", "SPDR Portfolio S&P 500 ETF"),
  ]);
  const symbolOf = (ticker: string, name: string, on: string) =>
    findTodaysSymbol(ticker, name, on as IsoDate, later).currentTicker;
  assert.equal(symbolOf("AGN", "Allergan plc", "2018-06-03"), null);
  assert.equal(symbolOf("SPYM", "Tradr 2X Long SPY Monthly ETF", "2025-11-06"), null);
  assert.equal(symbolOf("SPYM", "State Street SPDR Portfolio S&P 500 ETF", "2025-11-06"), "SPYM");
});

test("another share class, or the other side of a leveraged fund, is a different security", () => {
  const classes = new AssetMaster([
    { ...security("ZQA", "Quill Example Inc."), otherNames: ["Quill Example Inc. - Class A Common Stock"] },
    security("ZBEA", "Direxion Daily Small Cap Bear 3X Shares"),
  ]);
  const symbolOf = (ticker: string, name: string) =>
    findTodaysSymbol(ticker, name, "2025-05-08" as IsoDate, classes).currentTicker;
  assert.equal(symbolOf("ZQA", "Quill Example Inc. - Class C Capital Stock"), null);
  assert.equal(symbolOf("ZQA", "Quill Example Inc. - Class A"), "ZQA");
  assert.equal(symbolOf("ZQA", "Quill Example Inc."), "ZQA");
  assert.equal(symbolOf("ZBEA", "Direxion Daily Small Cap Bull 3X ETF"), null);
  assert.equal(symbolOf("ZBEA", "Direxion Daily Small Cap Bear 3X ETF"), "ZBEA");
});

test("follows a rename between two lists before its last known day, and by the issuer's name after it", () => {
  assert.equal(current("ZI", "ZoomInfo Technologies Inc.", "2024-03-08"), "GTM");
  assert.equal(current("ZI", "ZoomInfo Technologies Inc. - Common Stock", "2025-01-10"), "GTM");
  assert.equal(current("ZI", "Zeta Industries", "2024-03-08"), null);
});
