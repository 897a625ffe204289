import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOfAmount } from "./headings.ts";

test("an amount's column is told by its letter, its bracket, or both", () => {
  assert.equal(placeOfAmount("A"), 0);
  assert.equal(placeOfAmount("$15,001 - $50,000"), 1);
  assert.equal(placeOfAmount("C $50,001- $100,000"), 2);
  assert.equal(placeOfAmount("$1,000-$15,000"), 0);
  assert.equal(placeOfAmount("Over $50,000,000"), 9);
});

test("a letter that is not its bracket's, and what is neither, is none", () => {
  assert.equal(placeOfAmount("B $1,001 - $15,000"), null);
  assert.equal(placeOfAmount("Amount"), null);
  assert.equal(placeOfAmount("X"), null);
});
