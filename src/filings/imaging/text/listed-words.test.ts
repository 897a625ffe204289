import assert from "node:assert/strict";
import { test } from "node:test";
import { findMisreading, isListed } from "./listed-words.ts";

test("accepts words from lists and reports; known words and abbreviations are not misreadings", () => {
  for (const word of ["adobe", "metlife", "tjx", "halliburton", "at&t"]) assert.equal(isListed(word), true, word);
  for (const word of ["HALLIBURTON", "Coca-Cola", "AUTH", "CNTY", "TEX", "(ADBE)", "5%", "Inc."]) {
    assert.equal(findMisreading(word), null, word);
  }
});

test("distinguishes a likely misreading of a listed word from a word that is merely similar", () => {
  for (const word of ["ADQBE", "TIX", "METUFE", "HALUBURTON", "LLLUMINA", "ANALDG", "TnMas"]) {
    assert.equal(findMisreading(word), "alike", word);
  }
  for (const word of ["UBIQUITY", "iSelect"]) assert.equal(findMisreading(word), "near", word);
  assert.equal(findMisreading("ZQXWVUT"), null);
});
