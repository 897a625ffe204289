import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseMarkedCell } from "../../src/filings/imaging/tables/mark.ts";
import { mergeLeaningColumns } from "../../src/filings/sources/house-clerk/paper/leaning-left-rules.ts";
import { findTableLines } from "../../src/filings/sources/house-clerk/paper/lines.ts";
import { isTransaction } from "../../src/filings/sources/house-clerk/paper/rows.ts";
import { turnUpright } from "../../src/filings/sources/house-clerk/paper/upright-page.ts";
import { type DrawnForm, drawForm, LEAN_END, leanLeftRules } from "./drawn-form.ts";

const FORM: DrawnForm = {
  boxes: true,
  gap: 0,
  lines: [
    { type: 0, amount: 3, style: "cross" },
    { type: 3, amount: 0, style: "check" },
    { type: 1, amount: 10, style: "cross" },
    null,
  ],
};
test("merges owner and asset into one column if the left ruled lines lean, and still reads types and amounts", () => {
  const upright = turnUpright(leanLeftRules(drawForm(FORM)));
  assert.equal(upright.layout?.isRegular ?? false, false, "the table is recognized without merging columns");
  const opened = mergeLeaningColumns(upright);
  assert.ok(opened?.layout);
  assert.equal(opened.layout.owner, null);
  const lines = findTableLines(opened, opened.layout).lines.filter((line) => isTransaction(line, true));
  assert.deepEqual(
    lines.map(({ types, amounts }) => [chooseMarkedCell(types).index, chooseMarkedCell(amounts).index]),
    [
      [0, 3],
      [3, 0],
      [1, 10],
    ],
  );
});

test("does not merge columns on a page without ruled lines to the left of the type columns", () => {
  const form = drawForm(FORM);
  const bare = { ...form, pixels: form.pixels.slice() };
  for (let y = 0; y < form.height; y += 1) bare.pixels.fill(255, y * form.width, y * form.width + LEAN_END);
  assert.equal(mergeLeaningColumns(turnUpright(bare)), null);
});
