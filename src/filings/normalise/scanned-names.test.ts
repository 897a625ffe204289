import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankLine, type RawTransaction } from "../../domain/printed-report.ts";
import type { PassText, ScannedFieldName } from "../../domain/scanned-page.ts";
import { AssetMaster } from "./asset-master.ts";
import { settleName } from "./scanned-names.ts";

const NOT_READ = { exchange: null, etf: false, cik: null };
const MASTER = new AssetMaster([{ symbol: "ELBH", name: "Elderberry Health, Inc.", ...NOT_READ }], new Map(), [
  { name: "Allotment Alpha Partners LLC", symbol: "" },
]);

function line(
  passes: readonly PassText[] | undefined,
  changes: object = {},
  uncertain: ScannedFieldName[] = ["asset"],
) {
  const row = { handwritten: false, fields: { asset: { reading: "X", ...(passes && { passes }) } }, ...changes };
  return { ...createBlankLine(1), scan: { uncertain, row } } as unknown as RawTransaction;
}

const read = (text: string, count = 8): PassText => ({ text, count });

/** `= NAME`, or `~ NAME` if letters are uncertain, with the symbol that the name may have; null if it waits. */
function settled(...passes: PassText[]): string | null {
  const { scan, assetName, assetNameUnsure, identifiedAs } = settleName(line(passes), MASTER);
  if (scan?.uncertain.includes("asset")) return null;
  return `${assetNameUnsure ? "~" : "="} ${assetName}${identifiedAs === "" ? ", no symbol" : ""}`;
}

test("a listed name or one from another filing settles a line, with certain letters if they match exactly", () => {
  assert.equal(settled(read("ELDERBERRY HEALTH INC", 2)), "= ELDERBERRY HEALTH INC");
  assert.equal(settled(read("ELDERBERRY HEAKTH INC", 12)), "~ ELDERBERRY HEAKTH INC");
  assert.equal(settled(read("ALLOTMENT ALPHA PARTNRS LLC", 3)), "~ ALLOTMENT ALPHA PARTNRS LLC");
});

test("a later list or filing settles a waiting line without reading it again", () => {
  const passes = [read("ELDERBERRY HEAKTH INC", 3)];
  assert.deepEqual(settleName(line(passes), new AssetMaster([])).scan?.uncertain, ["asset"]);
  assert.deepEqual(settleName(line(passes), MASTER).scan?.uncertain, []);
});

test("publishes an unknown name as read if nearly all of six or more passes agree, and never with a symbol", () => {
  assert.equal(settled(read("PORT AUTHNY & NJ", 6), read("PORT AUTH NY & NJ", 2)), "~ PORT AUTH NY & NJ, no symbol");
  assert.equal(settled(read("PINE CNTY GO 5% 12/01/30 JD", 12)), "~ PINE CNTY GO 5% 12/01/30 JD, no symbol");
  assert.equal(settled(read("PORT AUTH NY & NJ", 5)), null, "too few passes");
  assert.equal(settled(read("PORT AUTH NY & NJ", 8), read("FORT AUTH NY & NJ", 1)), null, "8 of 9");
  assert.equal(settled(read("PINE CNTY GO 5% 12/01/30", 11), read("PINE CNTY GO 5% 12/01/38", 1)), null, "a digit");
});

test("a name with print that misleads every pass waits, even if all passes agree", () => {
  for (const text of [
    "OAKEN BOATS CLASS 8",
    "OAKEN BOATS CL",
    "OAKEN FUND Il LP",
    "OAKEN FUND 11",
    "PINE CNTY GO 525% 2031",
    "PINE CNTY GO 5% 12/01/30 ID",
    "OAKEN BOATS CMN PINE BOATS CMN",
    "Location: US",
  ]) {
    assert.equal(settled(read(text, 12)), null, text);
  }
});

test("does not settle handwriting, several lines, an older reading, or a name that is already certain", () => {
  const passes = [read("ELDERBERRY HEALTH INC")];
  const asset = { reading: "X", passes, ofSeveralLines: true };
  for (const untouched of [
    line(passes, { handwritten: true }),
    line(passes, { fields: { asset } }),
    line(undefined),
    line(passes, {}, ["owner"]),
    createBlankLine(1),
  ]) {
    assert.equal(settleName(untouched, MASTER), untouched);
  }
  const both = settleName(line(passes, {}, ["asset", "transactionDate"]), MASTER);
  assert.deepEqual(both.scan?.uncertain, ["transactionDate"]);
});
