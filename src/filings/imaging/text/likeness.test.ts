import assert from "node:assert/strict";
import { test } from "node:test";
import { computeLikeness, containsSimilar, toLowerAlphanumeric } from "./likeness.ts";

test("only letters and digits count for similarity", () => {
  assert.equal(computeLikeness("Visa Inc. Class A", "VISA INC CLASS A"), 1);
  assert.equal(computeLikeness("abcdefghij", "abcdefghiX"), 0.9);
  assert.equal(computeLikeness("abc", ""), 0);
  assert.ok(computeLikeness("Chevron Corp", "Coca-Cola Co") < 0.5);
});

test("a name that is 90% similar does not count as having the same letters", () => {
  assert.ok(computeLikeness("ADQBE INC CMN", "ADOBE INC CMN") >= 0.9);
  assert.notEqual(toLowerAlphanumeric("ADQBE INC CMN"), toLowerAlphanumeric("ADOBE INC CMN"));
  assert.equal(toLowerAlphanumeric("Adobe, Inc. CMN"), toLowerAlphanumeric("ADOBE INC CMN"));
});

test("finds a phrase in a text despite a few misread letters", () => {
  assert.equal(containsSimilar("Mathing to report for June 2021", "nothing to report", 3), true);
  assert.equal(containsSimilar("so: Nothing +o Reporte!", "nothing to report", 3), true);
  assert.equal(containsSimilar("Please see the attached report", "nothing to report", 3), false);
  assert.equal(containsSimilar("", "nothing to report", 3), false);
});
