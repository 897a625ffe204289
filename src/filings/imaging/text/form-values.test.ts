import assert from "node:assert/strict";
import { test } from "node:test";
import { guessOwnerCode, parseOwnerCode } from "./form-values.ts";

test("accepts three owner codes, and maps nothing else to one", () => {
  assert.equal(parseOwnerCode("|SP"), "SP");
  assert.equal(parseOwnerCode("jt."), "JT");
  for (const text of ["DC 1", "mkn", "S", "8P", ""]) assert.equal(parseOwnerCode(text), null, text);
  assert.equal(guessOwnerCode("8P"), "SP");
  assert.equal(guessOwnerCode("§P"), "SP");
  assert.equal(guessOwnerCode("Jr"), null);
  assert.equal(guessOwnerCode("mkn"), null);
});
