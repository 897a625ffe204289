import assert from "node:assert/strict";
import { test } from "node:test";
import { splitAssetCell } from "./asset-cell.ts";

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
  ["Sample Foods SA (SMPFY) (ADR) [ST]", "Sample Foods SA (ADR)", "SMPFY", "ST"],
  ["Sample Realty Holdings (REIT) [ST]", "Sample Realty Holdings (REIT)", null, "ST"],
  ["Sample Partners Fund (LLC) [OI]", "Sample Partners Fund (LLC)", null, "OI"],
  ["Sample Growth Fund (ROTH) [MF]", "Sample Growth Fund (ROTH)", null, "MF"],
  ["Sample Ranch (TX) [RP]", "Sample Ranch (TX)", null, "RP"],
  ["Sample Partners (DE) [OI]", "Sample Partners (DE)", null, "OI"],
  ["Sample 4.5% 2035 (SMPL) [CS]", "Sample 4.5% 2035 (SMPL)", null, "CS"],
  ["Sample Select Trust Class U (SMPLX) [PS]", "Sample Select Trust Class U", "SMPLX", "PS"],
  ["Alphabet Inc. (GOOG) (Class C) [ST]", "Alphabet Inc. (Class C)", "GOOG", "ST"],
  ["Alphabet Inc. (GOOG) Class C [ST]", "Alphabet Inc. Class C", "GOOG", "ST"],
  ["Verizon Communications Inc. (VZ)) [ST]", "Verizon Communications Inc.", "VZ", "ST"],
  ["Verizon Communications Inc. ((VZ) [ST]", "Verizon Communications Inc.", "VZ", "ST"],
  ["Berkshire Hathaway Inc. (BRK/B) [ST]", "Berkshire Hathaway Inc.", "BRK/B", "ST"],
  ["Berkshire Hathaway Inc. (BRK B) [ST]", "Berkshire Hathaway Inc.", "BRK.B", "ST"],
  ["Sample Bank (SMPL-PRB) [ST]", "Sample Bank", "SMPL-PRB", "ST"],
  ["Sample Holdings (SMPL) (DE) [ST]", "Sample Holdings (DE)", "SMPL", "ST"],
  ["Sample Holdings (DE) (SMPL) [ST]", "Sample Holdings (DE)", "SMPL", "ST"],
  ["Deere & Company Common Stock (DE) [ST]", "Deere & Company Common Stock", "DE", "ST"],
  ["Visa Inc. (V) [ST]", "Visa Inc.", "V", "ST"],
  ["Sample Mining Ltd (SMPL, NYSE) [ST]", "Sample Mining Ltd", "SMPL", "ST"],
  ["Sample Mining Ltd (SMPL) Call $50 exp 1/15/27 [OP]", "Sample Mining Ltd Call $50 exp 1/15/27", "SMPL", "OP"],
  ["Sample Fund (Class A) [MF]", "Sample Fund (Class A)", null, "MF"],
  ["Sample Fund (CL A) [MF]", "Sample Fund (CL A)", null, "MF"],
  ["Advanced Sample Intelligence (ASI) Labs [OT]", "Advanced Sample Intelligence (ASI) Labs", null, "OT"],
  ["Los Angeles CA GO UTX", "Los Angeles CA GO UTX", null, null],
];

for (const [cell, name, ticker, code] of cases) {
  test(`reads "${cell}" as ${ticker ?? "no ticker"}, ${code ?? "no code"}`, () => {
    assert.deepEqual(splitAssetCell(cell), { name, ticker, code });
  });
}
