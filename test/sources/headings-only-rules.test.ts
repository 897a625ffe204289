import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bitmap } from "../../src/imaging/raster/bitmap.ts";
import { choiceOf } from "../../src/imaging/tables/mark.ts";
import { withHeadingsOnlyRules } from "../../src/sources/house-clerk/paper/headings-only-rules.ts";
import { linesOf } from "../../src/sources/house-clerk/paper/lines.ts";
import { isTransaction } from "../../src/sources/house-clerk/paper/rows.ts";
import { setUpright } from "../../src/sources/house-clerk/paper/upright-page.ts";
import { COLUMNS, type DrawnForm, type DrawnLine, drawnForm } from "./drawn-form.ts";

const MARKS = [
  [0, 3],
  [3, 0],
  [1, 10],
  [2, 5],
] as const;
const lines = MARKS.map(([type, amount]): DrawnLine => ({ type, amount, style: "cross" }));
const FORM: DrawnForm = { boxes: false, gap: 0, lines };
/** Geometry of `drawnForm`: the table's left edge, and its lines below the header. */
const [LEFT, BODY, LINE] = [120, 970, 72];

function erase({ width, pixels }: Bitmap, x: number, y: number, wide: number, high: number): void {
  for (let row = y; row < y + high; row += 1) pixels.fill(255, row * width + x, row * width + x + wide);
}

/** The form without the upright rules below the header. */
function opened(form: Bitmap): Bitmap {
  let x = LEFT;
  for (const width of [...COLUMNS, 0]) {
    for (let line = 0; line < lines.length; line += 1) erase(form, x, BODY + line * LINE + 4, 4, LINE - 4);
    x += width + 4;
  }
  return form;
}

test("where the upright rules end with the headings the level ones tell the lines", () => {
  const upright = setUpright(opened(drawnForm(FORM)));
  assert.ok(upright.layout);
  assert.equal(linesOf(upright, upright.layout).lines.length, 0, "the table ends with its headings");
  const open = withHeadingsOnlyRules(upright);
  assert.ok(open?.layout);
  const table = linesOf(open, open.layout);
  assert.equal(table.isWhole, true);
  assert.deepEqual(
    table.lines
      .filter((line) => isTransaction(line, false))
      .map(({ types, amounts }) => [choiceOf(types).index, choiceOf(amounts).index]),
    MARKS.map((line) => [...line]),
  );
});

test("lines that are not equally high have lost a rule: nothing is told of them", () => {
  const form = opened(drawnForm(FORM));
  erase(form, LEFT, BODY + 2 * LINE, 2000, 4);
  assert.equal(withHeadingsOnlyRules(setUpright(form)), null);
});

test("what is written below the last line makes the page no whole one", () => {
  const form = opened(drawnForm(FORM));
  const bottom = BODY + lines.length * LINE;
  for (let letter = 0; letter < 8; letter += 1) {
    for (let y = 0; y < 20; y += 1)
      form.pixels.fill(
        0,
        (bottom + 30 + y) * form.width + 220 + 20 * letter,
        (bottom + 30 + y) * form.width + 232 + 20 * letter,
      );
  }
  const open = withHeadingsOnlyRules(setUpright(form));
  assert.ok(open?.layout);
  assert.equal(linesOf(open, open.layout).isWhole, false);
});
