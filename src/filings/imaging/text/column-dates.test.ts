import assert from "node:assert/strict";
import { test } from "node:test";
import { findDatesConfirmedByColumn } from "./column-dates.ts";

const toCell = (...dates: [string, number][]) => dates.map(([date, chance]) => ({ date, chance }));
const repeat = (date: string, count: number) =>
  Array.from({ length: count }, () => toCell([date, 0.97], ["01/01/2031", 0.01]));
const find = (given: ReturnType<typeof toCell>, ...others: ReturnType<typeof toCell>[]) =>
  findDatesConfirmedByColumn([given, ...others])[0]?.date ?? null;

test("of the two likeliest readings of a blotted date, picks the reading that other rows of the column show", () => {
  const clotted = toCell(["06/01/2020", 0.3], ["08/01/2020", 0.6]);
  assert.equal(find(clotted, ...repeat("06/01/2020", 8)), "06/01/2020");
  assert.equal(find(clotted), null, "alone");
  assert.equal(find(clotted, ...repeat("06/01/2020", 4), ...repeat("08/01/2020", 4)), null, "the rows show both");
  assert.equal(
    find(toCell(["06/01/2020", 0.05], ["08/01/2020", 0.8]), ...repeat("06/01/2020", 8)),
    null,
    "too unlikely to the network",
  );
  assert.equal(
    find(toCell(["06/01/2020", 0.2], ["08/01/2020", 0.2]), ...repeat("06/01/2020", 8)),
    null,
    "both readings are unlikely",
  );
});

test("a date can also be confirmed by other dates of the same month and year in the column", () => {
  const clotted = toCell(["04/17/2020", 0.6], ["04/17/2070", 0.35]);
  assert.equal(find(clotted, ...repeat("04/07/2020", 6), ...repeat("04/21/2020", 6)), "04/17/2020");
  assert.equal(find(clotted, ...repeat("04/07/2019", 6)), null);
});

test("leaves a date that differs from all others in its column unconfirmed", () => {
  const other = toCell(["06/01/2020", 0.7], ["06/02/2020", 0.25]);
  assert.equal(find(other, ...repeat("06/02/2020", 9)), null);
  assert.equal(find(toCell(["09/14/2020", 0.97]), ...repeat("06/02/2020", 9)), null, "in another month");
});

test("a year misread in every row does not confirm itself", () => {
  const misread = Array.from({ length: 9 }, () => toCell(["02/04/2011", 0.6], ["02/04/2022", 0.3]));
  assert.deepEqual(
    findDatesConfirmedByColumn(misread),
    misread.map(() => null),
  );
});

test("cells without a date have no effect", () => {
  assert.deepEqual(findDatesConfirmedByColumn([]), []);
  assert.deepEqual(findDatesConfirmedByColumn([[], []]), [null, null]);
});
