import assert from "node:assert/strict";
import { test } from "node:test";
import { type Bitmap, turned } from "../../src/imaging/raster/bitmap.ts";
import { choiceOf } from "../../src/imaging/tables/mark.ts";
import { runsThrough } from "../../src/imaging/tables/scan-artefacts.ts";
import { linesOf } from "../../src/sources/house-clerk/paper/lines.ts";
import { isTransaction } from "../../src/sources/house-clerk/paper/rows.ts";
import { setUpright, type UprightPage } from "../../src/sources/house-clerk/paper/upright-page.ts";
import { COLUMNS, drawnForm } from "./drawn-form.ts";

const WRITTEN = [
  [0, 0],
  [1, 10],
  [2, 4],
  [3, 9],
];

function form(): Bitmap {
  const lines = WRITTEN.map(([type = 0, amount = 0]) => ({ type, amount, style: "cross" as const }));
  return drawnForm({ boxes: true, gap: 0, lines: [...lines, null] });
}

/** The page with a stroke of three pixels from its top to its bottom, leaning to the right by so much, with so many of every hundred pixels lost. */
function folded(page: Bitmap, x: number, lean = 0, lost = 0, until = page.height): Bitmap {
  const pixels = page.pixels.slice();
  for (let y = 0; y < until; y += 1) {
    if (y % 100 < lost) continue;
    const left = Math.round(x + (lean * y) / page.height);
    pixels.fill(0, y * page.width + left, y * page.width + left + 3);
  }
  return { ...page, pixels };
}

function marksOf(upright: UprightPage): (number | null)[][] {
  assert.ok(upright.layout?.isRegular, "the table is regular");
  const lines = linesOf(upright, upright.layout).lines.filter((line) => isTransaction(line, true));
  return lines.map((line) => [choiceOf(line.types).index, choiceOf(line.amounts).index]);
}

/** Left edges of the printed columns. */
const EDGES = COLUMNS.map((_, at) => COLUMNS.slice(0, at).reduce((edge, width) => edge + width + 4, 120));

test("a fold through the asset, one through an amount, one that leans and one with gaps are no rules", () => {
  for (const [x, lean, lost] of [
    [400, 0, 0],
    [(EDGES[10] as number) + 20, 0, 0],
    [(EDGES[6] as number) + 50, 14, 0],
    [900, -10, 25],
  ] as const) {
    const upright = setUpright(folded(form(), x, lean, lost));
    assert.equal(upright.artefacts.length, 1, `at ${x}`);
    assert.deepEqual(marksOf(upright), WRITTEN, `at ${x}`);
  }
});

test("a page may lie on its side with two folds in it, one of them along a rule", () => {
  const page = folded(folded(form(), 350), (EDGES[12] as number) + 1);
  assert.deepEqual(marksOf(setUpright(turned(page, 90))), WRITTEN);
});

test("a fold is told to run through the cells that it crosses, and through no others", () => {
  const { artefacts } = setUpright(folded(form(), 400, 8));
  const crosses = (left: number): boolean =>
    artefacts.some((stroke) => runsThrough(stroke, { left, top: 1000, width: 60, height: 72 }));
  assert.equal(crosses(380), true);
  assert.equal(crosses(480), false);
  assert.equal(crosses(300), false);
});

test("a stroke that ends with the table is a rule of it", () => {
  const upright = setUpright(folded(form(), 400, 0, 0, 1330));
  assert.deepEqual(upright.artefacts, []);
});

test("a page without folds is as it was", () => {
  const page = form();
  const upright = setUpright(page);
  assert.deepEqual(upright.artefacts, []);
  assert.deepEqual(upright.page.pixels, page.pixels);
});
