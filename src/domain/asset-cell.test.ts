import assert from "node:assert/strict";
import { test } from "node:test";
import { splitAsset } from "./asset-cell.ts";

const cases: [cell: string, name: string, ticker: string | null, code: string | null][] = [
  ["Welltower Inc. (HCN) [ST]", "Welltower Inc.", "HCN", "ST"],
  ["Berkshire Hathaway Inc. New (BRK.B) [ST]", "Berkshire Hathaway Inc. New", "BRK.B", "ST"],
  ["AT&T Inc. Depositary Shares, Series A (T$A) [ST]", "AT&T Inc. Depositary Shares, Series A", "T$A", "ST"],
  ["Bitcoin (CRYPTO:BTC) [CT]", "Bitcoin", "CRYPTO:BTC", "CT"],
  ["Lending Fund (Ticker: CCLFX) [OT]", "Lending Fund", "CCLFX", "OT"],
  ["Growth Fund (Symbol: CWGIX) [OT]", "Growth Fund", "CWGIX", "OT"],
  ["Cheniere Energy, Inc. (LNG)", "Cheniere Energy, Inc.", "LNG", null],
  ["Brown-Forman Corporation Class B (BF- B) [ST]", "Brown-Forman Corporation Class B", "BF-B", "ST"],
  ["Education Plan [5P]", "Education Plan", null, "5P"],
  ["US Treasury Note (91282CJP7) [GS]", "US Treasury Note (91282CJP7)", null, "GS"],
  ["GM Note ( 37045XEF9) [CS]", "GM Note ( 37045XEF9)", null, "CS"],
  ["Alpine Investors IX, LP (GLAS Funds, LP) [HN]", "Alpine Investors IX, LP (GLAS Funds, LP)", null, "HN"],
  ["Capital Partners I LP (GLAS) - Core [HN]", "Capital Partners I LP (GLAS) - Core", null, "HN"],
  ["BTC (Bitcoin) [CT]", "BTC (Bitcoin)", null, "CT"],
  ["Treasury Bill (3-Month, Matures 5/1/2025) [GS]", "Treasury Bill (3-Month, Matures 5/1/2025)", null, "GS"],
  ["Sample Mining Ltd (NYSE) [ST]", "Sample Mining Ltd (NYSE)", null, "ST"],
  ["Sample Mining Ltd (TSX) [ST]", "Sample Mining Ltd (TSX)", null, "ST"],
  ["Sample Mining Ltd (NYSE: SMPL) [ST]", "Sample Mining Ltd", "SMPL", "ST"],
  ["Sample Mining Ltd (NASDAQ:SMPL) [ST]", "Sample Mining Ltd", "SMPL", "ST"],
  ["Sample Mining Ltd (SMPL) (Nasdaq) [ST]", "Sample Mining Ltd", "SMPL", "ST"],
  ["Cboe Global Markets (CBOE) [ST]", "Cboe Global Markets", "CBOE", "ST"],
  ["Los Angeles CA GO UTX", "Los Angeles CA GO UTX", null, null],
];

for (const [cell, name, ticker, code] of cases) {
  test(`"${cell}" is ${ticker ?? "no ticker"}, ${code ?? "no code"}`, () => {
    assert.deepEqual(splitAsset(cell), { name, ticker, code });
  });
}
