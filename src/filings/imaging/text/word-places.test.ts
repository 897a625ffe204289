import assert from "node:assert/strict";
import { test } from "node:test";
import { wordPlaces } from "./word-places.ts";

const ocrPass = (text: string, confidence = 0.9) => text.split(" ").map((word) => ({ text: word, confidence }));
const textsOf = (...passes: string[]) =>
  wordPlaces(passes.map((text) => ocrPass(text))).map((place) => place.map(({ text }) => text));

test("each word stands beside what the others read in its place", () => {
  assert.deepEqual(textsOf("FIRE EYE INC", "FIRE EYF INC"), [
    ["FIRE", "FIRE"],
    ["EYE", "EYF"],
    ["INC", "INC"],
  ]);
});

test("a word that another look has joined or split is beside its own letters", () => {
  assert.deepEqual(textsOf("INTL FLAVORS CMN", "INTLFLAVORS CMN"), [
    ["INTL", "INTL"],
    ["FLAVORS", "FLAVORS"],
    ["CMN", "CMN"],
  ]);
  const [, flavors, cmn] = wordPlaces([ocrPass("INTL FLAVORS CMN"), ocrPass("INTLFLAVORS CMN")]);
  assert.deepEqual([flavors?.[1]?.followsOn, cmn?.[1]?.followsOn], [true, false]);
  assert.deepEqual(textsOf("COLGATE CO", "COL GATE CO")[0], ["COLGATE", "COL GATE"]);
});

test("a full stop that one look has not seen stays with the word before it", () => {
  assert.deepEqual(textsOf("FUNDING INC CMN", "FUNDING, INC. CMN"), [
    ["FUNDING", "FUNDING,"],
    ["INC", "INC."],
    ["CMN", "CMN"],
  ]);
});

test("what only one look has is not lost, and where a look has nothing its text is empty", () => {
  assert.deepEqual(textsOf("NIKE CLASS", "NIKE CLASS B")[1], ["CLASS", "CLASS B"]);
  assert.deepEqual(textsOf("NIKE CLASS B", "NIKE CLASS")[2], ["B", ""]);
});

test("a part is as sure as the least sure of the words that it comes from", () => {
  const [, second] = wordPlaces([
    ocrPass("ONE TWOS"),
    [
      { text: "ONE", confidence: 0.9 },
      { text: "TW", confidence: 0.8 },
      { text: "OS", confidence: 0.3 },
    ],
  ]);
  assert.deepEqual(second?.[1], { text: "TW OS", confidence: 0.3, followsOn: false });
});
