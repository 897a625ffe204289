import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreGivenNames } from "./given-names.ts";

test("a full given name matches better than a short form, and a short form better than an initial", () => {
  for (const [one, other, score] of [
    ["al", "al", 3],
    ["a", "a", 1],
    ["tim", "timothy", 2],
    ["bob", "robert", 2],
    ["t", "timothy", 1],
    ["t", "robert", 0],
    ["", "robert", 0],
    ["robert", "timothy", 0],
  ] as const) {
    assert.equal(scoreGivenNames(one, other), score, `${one} / ${other}`);
    assert.equal(scoreGivenNames(other, one), score, `${other} / ${one}`);
  }
});
