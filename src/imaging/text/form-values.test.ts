import assert from "node:assert/strict";
import { test } from "node:test";
import { amountOf, letteredAmountOf, ownerLike, ownerOf, typeOf } from "./form-values.ts";

test("owners: three codes, and nothing made into one that is none", () => {
  assert.equal(ownerOf("|SP"), "SP");
  assert.equal(ownerOf("jt."), "JT");
  for (const text of ["DC 1", "mkn", "S", "8P", ""]) assert.equal(ownerOf(text), null, text);
  assert.equal(ownerLike("8P"), "SP");
  assert.equal(ownerLike("§P"), "SP");
  assert.equal(ownerLike("Jr"), null);
  assert.equal(ownerLike("mkn"), null);
});

test("types in the words of the electronic form", () => {
  assert.equal(typeOf("Purchase"), "P");
  assert.equal(typeOf("S (partial)"), "S (partial)");
  assert.equal(typeOf("Partial  Sale"), "S (partial)");
  assert.equal(typeOf("E |"), "E");
  for (const text of ["X", "Sale of rights", "PS"]) assert.equal(typeOf(text), null, text);
});

test("brackets: only the form's own", () => {
  assert.equal(amountOf("$15,001 - $50,000"), "$15,001 - $50,000");
  assert.equal(amountOf("$1,001- $15.000"), "$1,001 - $15,000");
  assert.equal(amountOf("$1,000 - $15,000"), "$1,000 - $15,000");
  assert.equal(amountOf("$25,000,001 – 50,000,000"), "$25,000,001 - $50,000,000");
  assert.equal(amountOf("Over $50,000,000"), "Over $50,000,000");
  for (const text of ["$15,001 - $15,000", "$1,001 - $50,000", "$318.74", "15,001", "$15,001 - $5O,000"]) {
    assert.equal(amountOf(text), null, text);
  }
});

test("brackets by the letters of the form's columns", () => {
  assert.equal(letteredAmountOf("A"), "$1,001 - $15,000");
  assert.equal(letteredAmountOf("| c."), "$50,001 - $100,000");
  assert.equal(letteredAmountOf("K"), "Spouse/DC Over $1,000,000");
  for (const text of ["L", "AB", "1", ""]) assert.equal(letteredAmountOf(text), null, text);
});
