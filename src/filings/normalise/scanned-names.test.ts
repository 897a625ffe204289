import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankLine, type RawTransaction } from "../../domain/printed-report.ts";
import type { PassText, ScannedFieldName } from "../../domain/scanned-page.ts";
import { AssetMaster } from "./asset-master.ts";
import { findRepeatedNames, resolveAssetName } from "./scanned-names.ts";

const NOT_READ = { exchange: null, etf: false, cik: null };
const MASTER = new AssetMaster([{ symbol: "ELBH", name: "Elderberry Health, Inc.", ...NOT_READ }], new Map(), [
  { name: "Allotment Alpha Partners LLC", symbol: "" },
  { name: "Hazel Markets Ltd", symbol: "", scanned: true },
]);

function toLine(
  passes: readonly PassText[] | undefined,
  changes: object = {},
  uncertain: ScannedFieldName[] = ["asset"],
) {
  const row = { handwritten: false, fields: { asset: { reading: "X", ...(passes && { passes }) } }, ...changes };
  return { ...createBlankLine(1), scan: { uncertain, row } } as unknown as RawTransaction;
}

const read = (text: string, count = 8): PassText => ({ text, count });

/** Returns `= NAME`, or `~ NAME` if letters are uncertain, and says if it gets no symbol; null if the line stays uncertain. */
function settle(...passes: PassText[]): string | null {
  const { scan, assetName, assetNameUnsure, identifiedAs } = resolveAssetName(toLine(passes), MASTER);
  if (scan?.uncertain.includes("asset")) return null;
  return `${assetNameUnsure ? "~" : "="} ${assetName}${identifiedAs === "" ? ", no symbol" : ""}`;
}

test("accepts a name that is listed or in another filing, and marks letters uncertain unless all letters match", () => {
  assert.equal(settle(read("ELDERBERRY HEALTH INC", 2)), "= ELDERBERRY HEALTH INC");
  assert.equal(settle(read("ELDERBERRY HEAKTH INC", 12)), "~ ELDERBERRY HEAKTH INC");
  assert.equal(settle(read("ALLOTMENT ALPHA PARTNRS LLC", 3)), "~ ALLOTMENT ALPHA PARTNRS LLC");
});

test("accepts a name known only from another scan, but marks the name's letters uncertain", () => {
  assert.equal(settle(read("HAZEL MARKETS LTD CMN", 3)), "~ HAZEL MARKETS LTD CMN");
  assert.equal(settle(read("HAZFL MARKETS LTD CMN", 3)), "~ HAZFL MARKETS LTD CMN");
});

test("resolves an uncertain name once a later list or filing contains the name", () => {
  const passes = [read("ELDERBERRY HEAKTH INC", 3)];
  assert.deepEqual(resolveAssetName(toLine(passes), new AssetMaster([])).scan?.uncertain, ["asset"]);
  assert.deepEqual(resolveAssetName(toLine(passes), MASTER).scan?.uncertain, []);
});

test("accepts an unknown name as read, without a symbol, if nearly all of at least six OCR passes agree", () => {
  assert.equal(settle(read("PORT AUTHNY & NJ", 6), read("PORT AUTH NY & NJ", 2)), "~ PORT AUTH NY & NJ, no symbol");
  assert.equal(settle(read("PINE CNTY GO 5% 12/01/30 JD", 12)), "~ PINE CNTY GO 5% 12/01/30 JD, no symbol");
  assert.equal(
    settle(read('"PINE CNTY HSG', 5), read("'PINE CNTY HSG", 3), read("PINE CNTY HSG")),
    "~ PINE CNTY HSG, no symbol",
  );
  assert.equal(settle(read("OAKEN FUND II LP", 5), read("OAKEN FUND Il LP", 7)), "~ OAKEN FUND II LP, no symbol");
  assert.equal(settle(read("OAKEN FUND II LP", 11), read("OAKEN FUND I LP", 2)), null, "a lost stroke");
  for (const name of ["PINE CNTY ILL SCH DIST", "PINE CO IL SCH DIST", "OAKEN BOATS INSTITUTIONAL CLASS"]) {
    assert.equal(settle(read(name, 12)), `~ ${name}, no symbol`);
  }
  assert.equal(settle(read("PORT AUTH NY & NJ", 5)), null, "too few passes");
  assert.equal(settle(read("PORT AUTH NY & NJ", 8), read("FORT AUTH NY & NJ", 1)), null, "8 of 9");
  assert.equal(settle(read("PINE CNTY GO 5% 12/01/30", 11), read("PINE CNTY GO 5% 12/01/38", 1)), null, "a digit");
});

test("treats the name in a truncated text as complete if a broker's remark follows the name", () => {
  const settleCut = (reading: string) => {
    const settledLine = resolveAssetName(toLine(undefined, { fields: { asset: { reading } } }), MASTER);
    return settledLine.assetNameUnsure === true ? settledLine.assetName : null;
  };
  assert.equal(settleCut("ELDERBERRY HEALTH INC Trade#:53713 …"), "ELDERBERRY HEALTH INC Trade#:53713 …");
  assert.equal(settleCut("ELDERBERRY HEAKTH INC Trade#:53713 …"), null, "a misread letter");
  assert.equal(settleCut("ELDERBERRY HEALTH INC GLB 03.625% UNSOLICITED …"), null, "a bond");
  assert.equal(settleCut("ELDERBERRY HEALTH INC …"), null, "the name itself may be truncated");
});

test("a name without digits needs fewer agreeing OCR passes if two rows of the report show the name", () => {
  const settleAll = (...rows: PassText[][]) => {
    const lines = rows.map((passes) => toLine(passes));
    const repeated = findRepeatedNames(lines);
    return lines.map((each) => resolveAssetName(each, MASTER, repeated).assetName || null);
  };
  const name = "PORT AUTH NY & NJ";
  const other = read("PORT AUTN NY & NJ", 2);
  assert.deepEqual(settleAll([read(name, 8), other], [read(name, 7), other]), [name, name]);
  assert.deepEqual(settleAll([read(name, 8), other], [read(name, 5), other]), [null, null], "5 of 7");
  assert.deepEqual(settleAll([read(name, 8), other], [read(`${name} GO`, 8), other]), [null, null]);
  const numbered = [read(`${name} 81`, 8), read("PORT AUTN NY & NJ 81", 2)];
  assert.deepEqual(settleAll(numbered, numbered), [null, null], "a digit");
});

test("accepts only payment months that fit the bond's maturity date", () => {
  const bond = "PINE CNTY GO 5% 12/01/30";
  assert.equal(settle(read(`${bond} 1D`, 7), read(`${bond} JD`, 3), read(`${bond} ID`, 2)), `~ ${bond} JD, no symbol`);
  assert.equal(settle(read(`${bond}-CA 1)`, 7), read(`${bond}-CA JD`, 3)), `~ ${bond}-CA JD, no symbol`);
  assert.equal(settle(read(`${bond} 1D`, 12)), null, "no pass read the payment months");
  assert.equal(settle(read(`${bond} FA`, 12)), null, "these months do not fit the maturity");
  assert.equal(settle(read("PINE CORP 2.55% 03/15/2031 USD", 12)), "~ PINE CORP 2.55% 03/15/2031 USD, no symbol");
  assert.equal(settle(read("PINE HYBRID 04/01/2056", 7), read("PINE HYBRID 04/01/2058", 2)), null, "a year");
});

test("ignores misread payment months of a bond if another OCR pass read the months correctly or read none", () => {
  const bond = "PINE CNTY GO 5% 07/01/26";
  const misread = [read(`${bond} JI`, 4), read(`${bond}41`, 2), read(`${bond} J]`, 1), read(`${bond} II`, 2)];
  assert.equal(settle(...misread, read(bond, 1)), `~ ${bond}, no symbol`);
  assert.equal(settle(...misread, read(`${bond} JJ`, 1)), `~ ${bond} JJ, no symbol`);
  assert.equal(settle(...misread), null, "no pass read the months, or read none");
  assert.equal(settle(read(`${bond} JI`, 11), read("PINE CNTY GO 5% 07/01/28 JJ", 1)), null, "a year");
});

test("letters that look alike in print do not count as different, and the text keeps the likelier letters", () => {
  assert.equal(settle(read("Ivelo Group NV", 5), read("lveIo Group NV", 4)), "~ Ivelo Group NV, no symbol");
  assert.equal(settle(read("OAKEN MSCI BOATS", 4), read("OAKEN MSC! BOATS", 4)), "~ OAKEN MSCI BOATS, no symbol");
  assert.equal(settle(read("PINE AR SLS", 6), read("PINE AR 5LS", 6)), "~ PINE AR SLS, no symbol");
  assert.equal(settle(read("8DT OAKEN LLC", 2), read("BDT OAKEN LLC", 9)), "~ BDT OAKEN LLC, no symbol");
  assert.equal(
    settle(read("OAKEN BOATS ADR CMVIN", 6), read("OAKEN BOATS ADR CMN", 2)),
    "~ OAKEN BOATS ADR CMN, no symbol",
  );
});

test("reads a vertical stroke as dirt or as a numeral, depending on the other OCR passes", () => {
  assert.equal(settle(read("OAKEN MSCI BOATS", 9), read("OAKEN MSCI| BOATS", 3)), "~ OAKEN MSCI BOATS, no symbol");
  assert.equal(settle(read("OAKEN FUND |", 7), read("OAKEN FUND I", 5)), "~ OAKEN FUND I, no symbol");
  assert.equal(settle(read("OAKEN FUND |", 7), read("OAKEN FUND", 5)), "~ OAKEN FUND, no symbol");
  assert.equal(settle(read("OAKEN FUND", 7), read("OAKEN FUND I", 5)), null);
});

test("reads letters in a number as digits if an OCR pass read only digits there", () => {
  const put = (strike: string, day = "11/15/2024") => `PUT/OAK @ ${strike} EXP ${day}`;
  assert.equal(settle(read(put("S4O"), 8), read(put("540"), 1)), `~ ${put("540")}, no symbol`);
  assert.equal(settle(read("OAKEN NOTE S&P SOO", 8), read("OAKEN NOTE S&P 500", 1)), "~ OAKEN NOTE S&P 500, no symbol");
  assert.equal(settle(read("PINE TR O-3 MNTH", 1), read("PINE TR 0-3 MNTH", 11)), "~ PINE TR 0-3 MNTH, no symbol");
  assert.equal(settle(read("PINE GO S% 2031", 1), read("PINE GO 5% 2031", 11)), "~ PINE GO 5% 2031, no symbol");
  assert.equal(settle(read(put("S4O"), 12)), null, "no pass read digits");
  assert.equal(settle(read(put("540"), 11), read(put("S48"), 1)), null, "another number");
});

test("ignores the digits of an OCR pass that lost the end of the text or read an impossible date", () => {
  const bond = "PINE 5.1% 05/11/2033 USD";
  for (const other of [
    "PINE 5.1% 05/11/20338 USD",
    "PINE 5.1% 13/11/2033 USD",
    "PINE 5.1% 05/71/2033 USD",
    "PINE 5.1% 05/11",
  ]) {
    assert.equal(settle(read(bond, 11), read(other, 1)), `~ ${bond}, no symbol`, other);
  }
  assert.equal(settle(read(bond, 11), read("PINE 5.1% 05/11/2038 USD", 1)), null);
  assert.equal(settle(read(bond, 8), read("PINE 5.1% 05/11/20338 USD", 1)), null, "8 of 9");
});

test("a name that every OCR pass is likely to misread stays uncertain, even if all OCR passes agree", () => {
  for (const text of [
    "OAKEN BOATS CLASS 8",
    "OAKEN BOATS CL",
    "OAKEN BOATS INSTITUTIONAL CLASS 8",
    "OAKEN FUND Il LP",
    "OAKEN FUND 11",
    "PINE CNTY GO 525% 2031",
    "PINE CNTY GO 5% 12/01/30 ID",
    "OAKEN BOATS CMN PINE BOATS CMN",
    "Location: US",
  ]) {
    assert.equal(settle(read(text, 12)), null, text);
  }
});

test("does not resolve a handwritten name, several lines, a reading without OCR passes or a certain name", () => {
  const passes = [read("ELDERBERRY HEALTH INC")];
  const asset = { reading: "X", passes, ofSeveralLines: true };
  for (const untouched of [
    toLine(passes, { handwritten: true }),
    toLine(passes, { fields: { asset } }),
    toLine(undefined),
    toLine(passes, {}, ["owner"]),
    createBlankLine(1),
  ]) {
    assert.equal(resolveAssetName(untouched, MASTER), untouched);
  }
  const both = resolveAssetName(toLine(passes, {}, ["asset", "transactionDate"]), MASTER);
  assert.deepEqual(both.scan?.uncertain, ["transactionDate"]);
});
