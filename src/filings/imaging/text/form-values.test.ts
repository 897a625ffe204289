import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerLike, ownerOf } from "./form-values.ts";

test("accepts three owner codes, and maps nothing else to one", () => {
  assert.equal(ownerOf("|SP"), "SP");
  assert.equal(ownerOf("jt."), "JT");
  for (const text of ["DC 1", "mkn", "S", "8P", ""]) assert.equal(ownerOf(text), null, text);
  assert.equal(ownerLike("8P"), "SP");
  assert.equal(ownerLike("§P"), "SP");
  assert.equal(ownerLike("Jr"), null);
  assert.equal(ownerLike("mkn"), null);
});
