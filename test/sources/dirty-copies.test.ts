import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseMarkedCell } from "../../src/filings/imaging/tables/mark.ts";
import { findTableLines } from "../../src/filings/sources/house-clerk/paper/lines.ts";
import { isTransaction } from "../../src/filings/sources/house-clerk/paper/rows.ts";
import { turnUpright } from "../../src/filings/sources/house-clerk/paper/upright-page.ts";
import { COLUMNS, type DrawnLine, drawForm } from "./drawn-form.ts";

const MARKS = [
  [0, 2],
  [1, 0],
  [1, 9],
] as const;
/** Geometry of the drawn form: the left edge, the top and the height of the lines, and the index of the first amount column. */
const [LEFT, BODY, LINE, AMOUNTS] = [120, 970, 72, 8];

for (const boxes of [true, false]) {
  test(`does not take rows of a dirty copy for headings, ${boxes ? "with" : "without"} boxes`, () => {
    const lines = MARKS.map(([type, amount]): DrawnLine => ({ type, amount, style: "cross" }));
    const form = drawForm({ boxes, gap: 0, lines: [...lines, null] });
    let x = LEFT;
    for (const [column, width] of COLUMNS.entries()) {
      for (let line = 0; column >= AMOUNTS && line < MARKS.length; line += 1) {
        const [left, top] = [x + Math.round(width / 2) - 6, BODY + line * LINE + 34];
        for (let y = top; y < top + 5; y += 1) form.pixels.fill(0, y * form.width + left, y * form.width + left + 5);
      }
      x += width + 4;
    }
    const upright = turnUpright(form);
    assert.ok(upright.layout);
    const rows = findTableLines(upright, upright.layout).lines.filter((line) => isTransaction(line, true));
    assert.deepEqual(
      rows.map(({ types, amounts }) => [chooseMarkedCell(types).index, chooseMarkedCell(amounts).index]),
      MARKS.map((line) => [...line]),
    );
  });
}
