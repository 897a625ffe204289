import assert from "node:assert/strict";
import { test } from "node:test";
import { createJoinedWordsTest, foldSearchText, hasWordWithPrefix, splitSearchWords } from "./search-words.ts";

test("splits a query into unique words without case and accents", () => {
  assert.deepEqual(splitSearchWords("  José MUÑOZ\u00a0jose\n at&t "), ["jose", "munoz", "at&t"]);
  assert.deepEqual(splitSearchWords(" \t"), []);
  assert.equal(foldSearchText("O’Hara – “Élan”"), `o'hara - "elan"`);
});

test("each word of a query must start a word of the text", () => {
  for (const [text, word, found] of [
    ["Ford Motor", "ford", true],
    ["Stanford", "ford", false],
    ["Stanford and Fordham", "ford", true],
    ["AT&T Inc.", "at&t", true],
    ["AT&T Inc.", "t", true],
    ["AT&T Inc.", "&t", true],
    ["BRK.B", "brk.b", true],
    ["BRK.B", "rk.b", false],
    ["Smith-Jones", "jones", true],
    ["日本電信電話", "電信", false],
    ["ba", "a", false],
    ["bz", "z", false],
    ["10", "0", false],
    ["19", "9", false],
    ["", "a", false],
  ] as const) {
    assert.equal(hasWordWithPrefix(foldSearchText(text), word), found, `${text}: ${word}`);
  }
});

test("a query's letters match however the text splits them into words", () => {
  for (const [typed, text, found] of [
    ["jp morgan", "JPMorgan Chase & Co", true],
    ["jpmorgan", "J.P. Morgan", true],
    ["facebook", "Meta (formerly Face Book)", true],
    ["exxon mobil", "ExxonMobil", true],
    ["att", "AT&T Inc.", true],
    ["mobil", "ExxonMobil", false],
    ["at", "AT&T Inc.", false],
    ["société générale", "SocieteGenerale", true],
    ["(*", "anything (*", false],
    ["", "anything", false],
  ] as const) {
    assert.equal(createJoinedWordsTest(splitSearchWords(typed))(foldSearchText(text)), found, `${typed}: ${text}`);
  }
});
