import assert from "node:assert/strict";
import { test } from "node:test";
import { splitAssetText } from "./asset-text.ts";

test("takes the owner from the prefix of an asset; without one, the owner is the filer", () => {
  for (const [text, owner, name] of [
    ["(S) Example Four LLC", "Spouse", "Example Four LLC"],
    ["(DC) Example Corp", "Child", "Example Corp"],
    ["(J)Example Corp", "Joint", "Example Corp"],
    ["Example Corp (S)", "Self", "Example Corp (S)"],
  ] as const) {
    assert.deepEqual(splitAssetText(text), { owner, name, prefixed: owner !== "Self" });
  }
});

test("accepts OCR confusions of the three prefixes, and maps anything else to no owner", () => {
  assert.equal(splitAssetText("(8) Example").owner, "Spouse");
  assert.equal(splitAssetText("{S) Example").owner, "Spouse");
  assert.equal(splitAssetText("(0C) Example").owner, "Child");
  assert.equal(splitAssetText("(X) Example").owner, null);
  assert.equal(splitAssetText("(S Example").owner, null);
});

test("reads a lone vertical stroke as a Roman numeral one", () => {
  assert.equal(splitAssetText("(S) Example | LLC").name, "Example I LLC");
  assert.equal(splitAssetText("Example Hall|").name, "Example Hall|");
});
