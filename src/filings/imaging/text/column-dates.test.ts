import assert from "node:assert/strict";
import { test } from "node:test";
import { findDatesConfirmedByColumn } from "./column-dates.ts";

const cell = (...dates: [string, number][]) => dates.map(([date, chance]) => ({ date, chance }));
const plain = (date: string, count: number) =>
  Array.from({ length: count }, () => cell([date, 0.97], ["01/01/2031", 0.01]));
const dateOf = (given: ReturnType<typeof cell>, ...others: ReturnType<typeof cell>[]) =>
  findDatesConfirmedByColumn([given, ...others])[0]?.date ?? null;

test("picks the one of the two most likely readings of a clotted date that other rows of the column show", () => {
  const clotted = cell(["06/01/2020", 0.3], ["08/01/2020", 0.6]);
  assert.equal(dateOf(clotted, ...plain("06/01/2020", 8)), "06/01/2020");
  assert.equal(dateOf(clotted), null, "alone");
  assert.equal(dateOf(clotted, ...plain("06/01/2020", 4), ...plain("08/01/2020", 4)), null, "both are shown");
  assert.equal(
    dateOf(cell(["06/01/2020", 0.05], ["08/01/2020", 0.8]), ...plain("06/01/2020", 8)),
    null,
    "unlikely alone",
  );
  assert.equal(
    dateOf(cell(["06/01/2020", 0.2], ["08/01/2020", 0.2]), ...plain("06/01/2020", 8)),
    null,
    "hardly a date",
  );
});

test("months and years in the column count, too", () => {
  const clotted = cell(["04/17/2020", 0.6], ["04/17/2070", 0.35]);
  assert.equal(dateOf(clotted, ...plain("04/07/2020", 6), ...plain("04/21/2020", 6)), "04/17/2020");
  assert.equal(dateOf(clotted, ...plain("04/07/2019", 6)), null);
});

test("a date that differs from a uniform column stays in doubt, unchanged", () => {
  const other = cell(["06/01/2020", 0.7], ["06/02/2020", 0.25]);
  assert.equal(dateOf(other, ...plain("06/02/2020", 9)), null);
  assert.equal(dateOf(cell(["09/14/2020", 0.97]), ...plain("06/02/2020", 9)), null, "a month of its own");
});

test("a year misread in every row does not confirm itself", () => {
  const misread = Array.from({ length: 9 }, () => cell(["02/04/2011", 0.6], ["02/04/2022", 0.3]));
  assert.deepEqual(
    findDatesConfirmedByColumn(misread),
    misread.map(() => null),
  );
});

test("cells without a date have no effect", () => {
  assert.deepEqual(findDatesConfirmedByColumn([]), []);
  assert.deepEqual(findDatesConfirmedByColumn([[], []]), [null, null]);
});
