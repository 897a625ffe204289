import assert from "node:assert/strict";
import { test } from "node:test";
import { isInverseFund } from "./inverse-fund.ts";

test("recognizes inverse funds and notes by their names", () => {
  for (const name of [
    "ProShares Short S&P500",
    "PROSHARES TR SHORT S&P 500 NE",
    "ProShares UltraShort QQQ",
    "ProShares UltraPro Short QQQ -3x Shares",
    "UltraPro Short Dow30",
    "ProShares UltraShort 20+ Year Treasury",
    "ProShares Short VIX Short-Term Futures ETF",
    "Ultra Short S&P 500",
    "Direxion Daily Small Cap Bear 3X Shares",
    "DIREXION SHS ETF TR SMALL CAP BEAR",
    "Example 2x Short EXMP Daily ETF",
    "Example Index -3X Inverse Leveraged ETNs due January 8, 2038",
    "Example Gold Double Short ETN",
    "Example Equity Bear ETF",
    "Bear ProFund Investor Class",
  ]) {
    assert.equal(isInverseFund([name]), true, name);
  }
});

test("short-term bond, long-short and leveraged long funds, and companies, are not inverse funds", () => {
  for (const name of [
    "Example Short-Term Bond ETF",
    "ProShares Short Term USD Emerging Markets Bond ETF",
    "Example Ultra-Short Income ETF",
    "Example UltraShort Treasury ETF",
    "Example ESG Ultra Short ETF",
    "Example Ultra Short Bond Fund Class I",
    "iShares Short Treasury Bond ETF",
    "Example Short Muni ETF",
    "Example Long/Short Equity ETF",
    "Example Long-Short Equity Fund",
    "ProShares Long Online/Short Stores ETF",
    "ProShares Ultra VIX Short-Term Futures ETF",
    "ProShares UltraPro QQQ",
    "Direxion Daily Small Cap Bull 3X Shares",
    "2X Long Example Daily ETF",
    "Bear Example Holdings Inc. Common Stock",
    "Build-A-Bear Example Inc",
    "Maplebear Inc. - Common Stock",
    "Example BullBear Value 3000 ETF",
  ]) {
    assert.equal(isInverseFund([name]), false, name);
  }
});
