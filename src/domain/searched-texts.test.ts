import assert from "node:assert/strict";
import { test } from "node:test";
import { hasWord, hasWordsJoined, searchText, searchWords } from "./search-words.ts";
import { SearchedTexts } from "./searched-texts.ts";

const NAMES = [
  "JPMorgan Chase & Co",
  "J.P. Morgan",
  "",
  "Meta (formerly Face Book)",
  "ExxonMobil",
  "AT&T Inc.",
  "AT&T Inc.",
  "Société Générale",
  "Face 😀 Book",
  "morgan",
];

test("searching many texts at once finds the same as searching them one by one", () => {
  const texts = NAMES.map(searchText);
  const searched = new SearchedTexts(texts);
  for (const typed of [
    "morgan",
    "jp morgan",
    "jpmorgan",
    "face",
    "facebook",
    "at",
    "att",
    "&t",
    "(",
    "inc.",
    "co",
    "k j",
  ]) {
    const words = searchWords(typed);
    for (const word of words) {
      assert.deepEqual(
        [...searched.withWord(word)].map(Boolean),
        texts.map((text) => hasWord(text, word)),
        word,
      );
    }
    const isJoined = hasWordsJoined(words);
    assert.deepEqual([...searched.withWordsJoined(words)].map(Boolean), texts.map(isJoined), typed);
  }
});

test("an empty set of texts gives no results", () => {
  assert.equal(new SearchedTexts([]).withWord("a").length, 0);
});
