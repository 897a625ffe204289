import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyHouseCode, classifySenateType, HOUSE_ASSET_CLASSES, SENATE_ASSET_CLASSES } from "./asset-class.ts";

test("every code on the Clerk's list has a label", () => {
  const codes =
    "4K 5C 5F 5P AB BA BK CO CS CT DB DO DS EF EQ ET FA FE FN FU GS HE HN IC IH IP IR MA MF MO OI OL OP OT PE PM PS RE RF RN RP RS SA ST TR VA VI WU";
  assert.deepEqual(Object.keys(HOUSE_ASSET_CLASSES).sort(), codes.split(" ").sort());
});

test("labels are in title case and never empty", () => {
  for (const label of [...Object.values(HOUSE_ASSET_CLASSES), ...Object.values(SENATE_ASSET_CLASSES)]) {
    assert.match(label, /^[A-Z][A-Za-z]*([ -][A-Z][A-Za-z]*)*$/);
  }
});

test("a class has the same label in both chambers", () => {
  for (const [code, words, label] of [
    ["ST", "Stock", "Stock"],
    ["OP", "Stock Option", "Stock Option"],
    ["CS", "Corporate Bond", "Corporate Bond"],
    ["PS", "Non-Public Stock", "Non-Public Stock"],
    ["CT", "Cryptocurrency", "Cryptocurrency"],
    ["FU", "Commodities/Futures Contract", "Futures Contract"],
    ["OT", "Other Securities", "Other"],
  ] as const) {
    assert.equal(classifyHouseCode(code), label);
    assert.equal(classifySenateType(words), label);
  }
  assert.equal(classifySenateType("Municipal Security"), "Municipal Security");
  assert.equal(classifyHouseCode("gs"), "Government Security");
});

test("an unknown code or wording, or a form without a class, becomes Other", () => {
  for (const none of ["ZZ", "", null]) {
    assert.equal(classifyHouseCode(none), "Other");
    assert.equal(classifySenateType(none), "Other");
  }
  assert.equal(classifyHouseCode("toString"), "Other");
  assert.equal(classifySenateType("constructor"), "Other");
});
