import assert from "node:assert/strict";
import { test } from "node:test";
import { crossCheckOwners } from "./cross-check-owners.ts";
import { BLANK, ILLEGIBLE, type Reading } from "./reading.ts";

const sure = (reading: string): Reading => ({ reading, confidence: 0.9, sure: true });
const unsure = (reading: string): Reading => ({ reading, confidence: 0.3, sure: false });
const judged = (first: Reading, ...others: Reading[]) => {
  const [owner] = crossCheckOwners([first, ...others]);
  return owner?.sure ? owner.reading : undefined;
};
const SPOUSES = [sure("SP"), sure("SP"), sure("SP")];

test("accepts a partial owner code if three rows of the page have that code beyond doubt", () => {
  for (const text of ["SP", "S P", "se", "5p", "§P", "8F", "S"])
    assert.equal(judged(unsure(text), ...SPOUSES), "SP", text);
  const children = [sure("DC"), sure("DC"), sure("DC")];
  for (const text of ["D", "oC", "pc", "BC", "pe"]) assert.equal(judged(unsure(text), ...children), "DC", text);
  assert.equal(judged(unsure("se"), sure("SP"), sure("SP")), undefined, "two rows are not enough");
});

test("does not give the page's code to a cell that shows no part of it", () => {
  for (const text of ["DC", "»", "3", "14", "JP Morgan", "oC"])
    assert.equal(judged(unsure(text), ...SPOUSES), undefined, text);
  assert.deepEqual(crossCheckOwners([ILLEGIBLE, ...SPOUSES])[0], ILLEGIBLE);
  assert.deepEqual(crossCheckOwners([BLANK, ...SPOUSES])[0], BLANK, "a blank cell stays blank");
});

test("on a page with several owners, each row's cell decides", () => {
  const page = [...SPOUSES, sure("DC"), sure("DC"), sure("DC")];
  assert.equal(judged(unsure("D"), ...page), "DC");
  assert.equal(judged(unsure("SF"), ...page), "SP");
  assert.equal(judged(unsure("0"), ...page), undefined);
});
