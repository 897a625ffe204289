import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyMisreading, isInLexicon } from "./listed-words.ts";

test("accepts words of listed securities' names; known words and abbreviations are not misreadings", () => {
  for (const word of ["adobe", "metlife", "tjx", "halliburton", "at&t"]) assert.equal(isInLexicon(word), true, word);
  for (const word of ["HALLIBURTON", "Coca-Cola", "AUTH", "CNTY", "TEX", "(ADBE)", "5%", "Inc."]) {
    assert.equal(classifyMisreading(word), null, word);
  }
});

test("distinguishes a likely misreading of a listed word from a word that is merely similar", () => {
  for (const word of ["ADQBE", "TIX", "METUFE", "HALUBURTON", "LLLUMINA", "ANALDG", "TnMas"]) {
    assert.equal(classifyMisreading(word), "alike", word);
  }
  for (const word of ["UBIQUITY", "iSelect"]) assert.equal(classifyMisreading(word), "near", word);
  assert.equal(classifyMisreading("ZQXWVUT"), null);
});
