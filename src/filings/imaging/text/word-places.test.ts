import assert from "node:assert/strict";
import { test } from "node:test";
import { alignPasses } from "./word-places.ts";

const toPass = (text: string, confidence = 0.9) => text.split(" ").map((word) => ({ text: word, confidence }));
const align = (...passes: string[]) =>
  alignPasses(passes.map((text) => toPass(text))).map((place) => place.map(({ text }) => text));

test("aligns each word with the other passes' words in the same place", () => {
  assert.deepEqual(align("FIRE EYE INC", "FIRE EYF INC"), [
    ["FIRE", "FIRE"],
    ["EYE", "EYF"],
    ["INC", "INC"],
  ]);
});

test("aligns a word with the same letters in another pass that joined or split the word", () => {
  assert.deepEqual(align("INTL FLAVORS CMN", "INTLFLAVORS CMN"), [
    ["INTL", "INTL"],
    ["FLAVORS", "FLAVORS"],
    ["CMN", "CMN"],
  ]);
  const [, flavors, cmn] = alignPasses([toPass("INTL FLAVORS CMN"), toPass("INTLFLAVORS CMN")]);
  assert.deepEqual([flavors?.[1]?.followsOn, cmn?.[1]?.followsOn], [true, false]);
  assert.deepEqual(align("COLGATE CO", "COL GATE CO")[0], ["COLGATE", "COL GATE"]);
});

test("a period that one pass missed stays with the word before it", () => {
  assert.deepEqual(align("FUNDING INC CMN", "FUNDING, INC. CMN"), [
    ["FUNDING", "FUNDING,"],
    ["INC", "INC."],
    ["CMN", "CMN"],
  ]);
});

test("keeps a word that only one pass read; a pass without the word has empty text in its place", () => {
  assert.deepEqual(align("NIKE CLASS", "NIKE CLASS B")[1], ["CLASS", "CLASS B"]);
  assert.deepEqual(align("NIKE CLASS B", "NIKE CLASS")[2], ["B", ""]);
});

test("the text in a place is as certain as the least certain of its words", () => {
  const [, second] = alignPasses([
    toPass("ONE TWOS"),
    [
      { text: "ONE", confidence: 0.9 },
      { text: "TW", confidence: 0.8 },
      { text: "OS", confidence: 0.3 },
    ],
  ]);
  assert.deepEqual(second?.[1], { text: "TW OS", confidence: 0.3, followsOn: false });
});
