import assert from "node:assert/strict";
import { test } from "node:test";
import { likeness } from "./likeness.ts";

test("letters and digits count, nothing else", () => {
  assert.equal(likeness("Visa Inc. Class A", "VISA INC CLASS A"), 1);
  assert.equal(likeness("abcdefghij", "abcdefghiX"), 0.9);
  assert.equal(likeness("abc", ""), 0);
  assert.ok(likeness("Chevron Corp", "Coca-Cola Co") < 0.5);
});
