import assert from "node:assert/strict";
import { test } from "node:test";
import { crossCheckOwners } from "./cross-check-owners.ts";
import { BLANK, ILLEGIBLE, type Reading } from "./reading.ts";

const toSure = (reading: string): Reading => ({ reading, confidence: 0.9, sure: true });
const toUnsure = (reading: string): Reading => ({ reading, confidence: 0.3, sure: false });
const check = (first: Reading, ...others: Reading[]) => {
  const [owner] = crossCheckOwners([first, ...others]);
  return owner?.sure ? owner.reading : undefined;
};
const SPOUSES = [toSure("SP"), toSure("SP"), toSure("SP")];

test("accepts a partial owner code if three rows of the page have that code beyond doubt", () => {
  for (const text of ["SP", "S P", "se", "5p", "§P", "8F", "S"])
    assert.equal(check(toUnsure(text), ...SPOUSES), "SP", text);
  const children = [toSure("DC"), toSure("DC"), toSure("DC")];
  for (const text of ["D", "oC", "pc", "BC", "pe"]) assert.equal(check(toUnsure(text), ...children), "DC", text);
  assert.equal(check(toUnsure("se"), toSure("SP"), toSure("SP")), undefined, "two rows are not enough");
});

test("does not assign the page's owner code to a cell that shows no part of that code", () => {
  for (const text of ["DC", "»", "3", "14", "JP Morgan", "oC"])
    assert.equal(check(toUnsure(text), ...SPOUSES), undefined, text);
  assert.deepEqual(crossCheckOwners([ILLEGIBLE, ...SPOUSES])[0], ILLEGIBLE);
  assert.deepEqual(crossCheckOwners([BLANK, ...SPOUSES])[0], BLANK, "a blank cell stays blank");
});

test("on a page with several owners, each row's cell decides", () => {
  const page = [...SPOUSES, toSure("DC"), toSure("DC"), toSure("DC")];
  assert.equal(check(toUnsure("D"), ...page), "DC");
  assert.equal(check(toUnsure("SF"), ...page), "SP");
  assert.equal(check(toUnsure("0"), ...page), undefined);
});
