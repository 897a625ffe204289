import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "./asset-master.ts";
import { todaysSymbol } from "./current-ticker.ts";

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
  todaysSymbol(ticker, name, on as IsoDate, master).currentTicker;

test("a symbol that another issuer has today is not followed", () => {
  assert.equal(current("COR", "CoreSite Realty Corporation Common Stock", "2021-11-16"), null);
  assert.equal(current("SI", "Silvergate Capital Corporation", "2020-11-20"), null);
  assert.equal(current("EXE", "Crexendo, Inc.", "2025-04-08"), null);
  assert.equal(current("AMBR", "Amber Road, Inc.", "2019-05-15"), null, "one word in common is no issuer");
  assert.equal(current("COR", "CoreSite", "2021-11-16"), null, "a name of one word that is not the symbol");
  assert.equal(current("COR", "Cencora, Inc.", "2026-03-23"), "COR");
});

test("a symbol is the issuer's own however the filer cuts, shortens or spells the name, or calls it as it was called", () => {
  assert.equal(current("ADBE", "Adobe Systems Inc", "2023-10-03"), "ADBE");
  assert.equal(current("IP", "INTL PAPER CO 4 C PR", "2025-10-14"), "IP");
  assert.equal(current("K", "Kellogg Company", "2020-03-03"), "K");
  assert.equal(current("COR", "COR", "2026-03-23"), "COR", "a symbol alone contradicts nobody");
  assert.equal(current("COR", "COR - Cencora Inc", "2026-03-23"), "COR");
});

test("a rename is followed for the issuer that it tells of, and for no other", () => {
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

test("a symbol filed after it was given up, or that nobody has, is followed by the issuer's name", () => {
  assert.equal(current("FB", "Meta Platforms, Inc. - Class A", "2023-04-20"), "META");
  assert.equal(current("SQ", "Block, Inc. Class A Common Stock", "2025-06-02"), "XYZ");
  assert.equal(current("HCN", "Welltower Inc.", "2024-06-03"), "WELL");
  assert.equal(current("BRCM", "Broadcom Corporation - Class A", "2026-02-04"), "AVGO");
  assert.equal(current("GEHCV", "GE HealthCare Technologies Inc.", "2026-05-15"), "GEHC");
  assert.equal(current("FB", "ProShares S&P 500 Dynamic Buffer ETF", "2025-09-02"), "FB");
  assert.equal(current("SQ", "Some Other Company", "2025-06-02"), null);
});

test("a symbol that is in no list has no symbol of today, unless the name identifies the issuer", () => {
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

test("a class share filed without its dot is the listed one of that issuer", () => {
  assert.equal(current("ZQB", "Quill Example Holdings Class B", "2024-06-03"), "ZQ.B");
  assert.equal(current("ZQB", "Some Other Company", "2024-06-03"), null);
  assert.equal(current("ZQA", "Quill Example Holdings Class A", "2024-06-03"), null, "class A is not listed");
});

test("a security that ended has no symbol today, though its issuer's name lives on", () => {
  assert.equal(current("COHR", "Coherent, Inc.", "2019-08-07"), null);
  assert.equal(current("COHR", "Coherent Corp.", "2024-08-07"), "COHR");
});

test("a name that any list has of the symbol is its holder's", () => {
  assert.equal(current("ZTEL", "Zeta Telephone Company", "2024-05-08"), "ZTEL");
  assert.equal(current("ZTEL", "Telefon AB Zeta", "2024-05-08"), "ZTEL");
  assert.equal(current("ZTEL", "Quite Another Company", "2024-05-08"), null);
});

test("a leveraged or inverse fund never has the symbol of what it is named after", () => {
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

test("there are three reasons for which a security has no symbol today", () => {
  const why = (ticker: string, name: string, on: string) => {
    const { currentTicker, noCurrentTicker, endedOn } = todaysSymbol(ticker, name, on as IsoDate, master);
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

test("a former symbol that another issuer has today does not make the later one listed", () => {
  const later = new AssetMaster([
    security("ACT", "Enact Holdings, Inc."),
    security("SPLG", "SPDR Portfolio S&P 500 ETF"),
  ]);
  const symbolOf = (ticker: string, name: string, on: string) =>
    todaysSymbol(ticker, name, on as IsoDate, later).currentTicker;
  assert.equal(symbolOf("AGN", "Allergan plc", "2018-06-03"), null);
  assert.equal(symbolOf("SPYM", "Tradr 2X Long SPY Monthly ETF", "2025-11-06"), null);
  assert.equal(symbolOf("SPYM", "State Street SPDR Portfolio S&P 500 ETF", "2025-11-06"), "SPYM");
});

test("a class of share, and a side of a leveraged fund, that the symbol is not of is another security", () => {
  const classes = new AssetMaster([
    { ...security("ZQA", "Quill Example Inc."), otherNames: ["Quill Example Inc. - Class A Common Stock"] },
    security("ZBEA", "Direxion Daily Small Cap Bear 3X Shares"),
  ]);
  const symbolOf = (ticker: string, name: string) =>
    todaysSymbol(ticker, name, "2025-05-08" as IsoDate, classes).currentTicker;
  assert.equal(symbolOf("ZQA", "Quill Example Inc. - Class C Capital Stock"), null);
  assert.equal(symbolOf("ZQA", "Quill Example Inc. - Class A"), "ZQA");
  assert.equal(symbolOf("ZQA", "Quill Example Inc."), "ZQA");
  assert.equal(symbolOf("ZBEA", "Direxion Daily Small Cap Bull 3X ETF"), null);
  assert.equal(symbolOf("ZBEA", "Direxion Daily Small Cap Bear 3X ETF"), "ZBEA");
});

test("a rename that lies between two lists is followed before its last known day, and after it by the issuer's name", () => {
  assert.equal(current("ZI", "ZoomInfo Technologies Inc.", "2024-03-08"), "GTM");
  assert.equal(current("ZI", "ZoomInfo Technologies Inc. - Common Stock", "2025-01-10"), "GTM");
  assert.equal(current("ZI", "Zeta Industries", "2024-03-08"), null);
});
