import assert from "node:assert/strict";
import { test } from "node:test";
import { createJoinedWordsTest, foldSearchText, hasWordWithPrefix, splitSearchWords } from "./search-words.ts";
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
        [...searched.markTextsWithWord(word)].map(Boolean),
        texts.map((text) => hasWordWithPrefix(text, word)),
        word,
      );
    }
    const isJoined = createJoinedWordsTest(words);
    assert.deepEqual([...searched.markTextsWithJoinedWords(words)].map(Boolean), texts.map(isJoined), typed);
  }
});

test("an empty set of texts gives no results", () => {
  assert.equal(new SearchedTexts([]).markTextsWithWord("a").length, 0);
});
