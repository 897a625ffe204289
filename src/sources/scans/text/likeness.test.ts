import assert from "node:assert/strict";
import { test } from "node:test";
import { hasSameLetters, likeness } from "./likeness.ts";

test("letters and digits count, nothing else", () => {
  assert.equal(likeness("Visa Inc. Class A", "VISA INC CLASS A"), 1);
  assert.equal(likeness("abcdefghij", "abcdefghiX"), 0.9);
  assert.equal(likeness("abc", ""), 0);
  assert.ok(likeness("Chevron Corp", "Coca-Cola Co") < 0.5);
});

test("a name that is nine tenths alike is not therefore letter-exact", () => {
  assert.ok(likeness("ADQBE INC CMN", "ADOBE INC CMN") >= 0.9);
  assert.equal(hasSameLetters("ADQBE INC CMN", "ADOBE INC CMN"), false);
  assert.equal(hasSameLetters("Adobe, Inc. CMN", "ADOBE INC CMN"), true);
});
