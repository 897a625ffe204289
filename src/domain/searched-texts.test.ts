import assert from "node:assert/strict";
import { test } from "node:test";
import { foldSearchText, hasWord, hasWordsJoined, splitSearchWords } from "./search-words.ts";
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
  const texts = NAMES.map(foldSearchText);
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
    const words = splitSearchWords(typed);
    for (const word of words) {
      assert.deepEqual(
        [...searched.markWithWord(word)].map(Boolean),
        texts.map((text) => hasWord(text, word)),
        word,
      );
    }
    const isJoined = hasWordsJoined(words);
    assert.deepEqual([...searched.markWithWordsJoined(words)].map(Boolean), texts.map(isJoined), typed);
  }
});

test("an empty set of texts gives no results", () => {
  assert.equal(new SearchedTexts([]).markWithWord("a").length, 0);
});
