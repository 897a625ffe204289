import assert from "node:assert/strict";
import { test } from "node:test";
import { type Bitmap, rotateBitmap, straightenBitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { chooseMarkedCell } from "../../src/filings/imaging/tables/mark.ts";
import { findTableLines } from "../../src/filings/sources/house-clerk/paper/lines.ts";
import { isTransaction } from "../../src/filings/sources/house-clerk/paper/rows.ts";
import { turnUpright } from "../../src/filings/sources/house-clerk/paper/upright-page.ts";
import { COLUMNS, type DrawnForm, drawForm } from "./drawn-form.ts";

const FORM: DrawnForm = {
  boxes: true,
  gap: 0,
  lines: [
    { type: 0, amount: 0, style: "cross" },
    { type: 1, amount: 10, style: "check" },
    { type: 2, amount: 4, style: "filled" },
    { type: 3, amount: 9, style: "cross" },
    null,
  ],
};
const WRITTEN = [
  [0, 0],
  [1, 10],
  [2, 4],
  [3, 9],
];

/** Reads the marked type and amount of each transaction line, and whether all of them are sure. */
function readForm(image: Bitmap): { turn: number; marks: (number | null)[][]; sure: boolean } {
  const upright = turnUpright(image);
  assert.ok(upright.layout, "the table is not recognized");
  assert.ok(upright.layout.isRegular);
  assert.equal(upright.table?.columns.length, COLUMNS.length);
  const lines = findTableLines(upright, upright.layout).lines.filter((line) => isTransaction(line, true));
  const choices = lines.map((line) => [chooseMarkedCell(line.types), chooseMarkedCell(line.amounts)]);
  return {
    turn: upright.turn,
    marks: choices.map((line) => line.map(({ index }) => index)),
    sure: choices.flat().every(({ sure }) => sure),
  };
}

for (const boxes of [true, false]) {
  test(`recognizes marks of every style, ${boxes ? "with" : "without"} boxes`, () => {
    assert.deepEqual(readForm(drawForm({ ...FORM, boxes })), { turn: 0, marks: WRITTEN, sure: true });
  });
}

test("reads a page that is rotated by 90, 180 or 270 degrees", () => {
  const form = drawForm(FORM);
  for (const turn of [90, 180, 270] as const) {
    const { turn: back, marks } = readForm(rotateBitmap(form, turn));
    assert.equal((turn + back) % 360, 0);
    assert.deepEqual(marks, WRITTEN);
  }
});

test("straightens a skewed or unevenly stretched page", () => {
  for (const skew of [
    { level: -1.8, upright: -1.8, fan: 0 },
    { level: 2, upright: 1.2, fan: 0 },
    { level: -0.8, upright: 0, fan: 0.5 },
  ]) {
    assert.deepEqual(readForm(straightenBitmap(drawForm(FORM), skew)).marks, WRITTEN, JSON.stringify(skew));
  }
});

test("reads the marks of a form whose ruled lines have gaps", () => {
  assert.deepEqual(readForm(drawForm({ ...FORM, gap: 5 })).marks, WRITTEN);
});

test("specks are not marks, and lines without marks are not transactions", () => {
  const form = drawForm({ ...FORM, lines: [null, null, null, null, null] });
  for (let i = 0; i < form.pixels.length; i += 977) form.pixels[i] = 0;
  assert.deepEqual(readForm(form).marks, []);
});

test("a line with two marks or no mark is uncertain", () => {
  assert.deepEqual(chooseMarkedCell([0, 300, 280]).sure, false);
  assert.deepEqual(chooseMarkedCell([0, 3, 0]), { index: null, confidence: 0, sure: false });
  assert.deepEqual(chooseMarkedCell([20, 300, 0]).index, 1);
  assert.equal(chooseMarkedCell([20, 300, 0]).sure, true);
});

test("a form without dates and marks has no rows; a date or a mark makes a line a possible row", () => {
  const hasNoRows = (lines: DrawnForm["lines"]): boolean => {
    const upright = turnUpright(drawForm({ ...FORM, lines }));
    assert.ok(upright.layout);
    return findTableLines(upright, upright.layout).hasNoRows;
  };
  const empty = Array<null>(5).fill(null);
  assert.equal(hasNoRows(empty), true);
  assert.equal(
    hasNoRows([{ type: null, amount: null, style: "cross" }, ...empty]),
    false,
    "a line with dates but no marks",
  );
  assert.equal(hasNoRows([...empty, { type: 1, amount: 3, style: "cross" }]), false);
});
