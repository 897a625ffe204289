import assert from "node:assert/strict";
import { test } from "node:test";
import { correctToKnownWord } from "./known-words.ts";

test("replaces text shaped like a known word with that word, and keeps the text's punctuation", () => {
  assert.equal(correctToKnownWord("lntemational,"), "International,");
  assert.equal(correctToKnownWord("U.8."), "U.S.");
  assert.equal(correctToKnownWord("8CH"), "SCH");
  assert.equal(correctToKnownWord("rnanagement"), "Management");
});

test("leaves known words, numbers, and text unlike any known word unchanged", () => {
  for (const text of ["Municipal", "inc.", "100", "5.000%", "Vemova", "(SPTI)", "&"]) {
    assert.equal(correctToKnownWord(text), text);
  }
});
