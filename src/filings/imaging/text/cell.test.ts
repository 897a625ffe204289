import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bitmap } from "../raster/bitmap.ts";
import { findCellText } from "./cell.ts";

/** A white page with black boxes, each `[left, top, width, height]`. */
function draw(width: number, height: number, boxes: readonly (readonly [number, number, number, number])[]): Bitmap {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, wide, high] of boxes) {
    for (let y = top; y < top + high; y += 1) pixels.fill(0, y * width + left, y * width + left + wide);
  }
  return { width, height, pixels };
}

/** The rules around a cell from 20,20 to 220,60, three pixels thick. */
const RULES = [
  [0, 19, 300, 3],
  [0, 59, 300, 3],
  [19, 0, 3, 100],
  [219, 0, 3, 100],
] as const;
const CELL = { left: 20, top: 20, width: 200, height: 40 };
const LETTERS = [
  [60, 30, 4, 20],
  [70, 30, 12, 20],
  [90, 30, 12, 20],
  [106, 48, 3, 3],
] as const;

test("keeps the letters, and removes the ruled lines and anything outside those lines", () => {
  const text = findCellText(draw(300, 100, [...RULES, ...LETTERS, [240, 30, 12, 20], [60, 70, 12, 20]]), CELL);
  assert.deepEqual([text?.bitmap.width, text?.bitmap.height], [49, 21]);
  assert.equal(text?.letterHeight, 20);
  assert.equal(text?.letters.length, 4, "the full stop is one of them");
});

test("a cell with only ruled lines, dust and pieces of a broken line is blank", () => {
  const broken = [
    [216, 24, 2, 9],
    [216, 36, 2, 12],
    [26, 24, 30, 1],
    [100, 40, 1, 2],
  ] as const;
  assert.equal(findCellText(draw(300, 100, RULES), CELL), null);
  assert.equal(findCellText(draw(300, 100, [...RULES, ...broken]), CELL), null);
});

test("a letter that touches a ruled line keeps its own ink", () => {
  const text = findCellText(draw(300, 100, [...RULES, [60, 30, 12, 30], [80, 30, 12, 20], [100, 30, 12, 20]]), CELL);
  assert.equal(text?.bitmap.width, 52);
  assert.ok((text?.bitmap.height ?? 0) >= 29, `${text?.bitmap.height} rows`);
});

test("the corner of a slanted neighboring ruled line is not a letter", () => {
  const corner = [
    [196, 24, 16, 1],
    [211, 24, 1, 34],
  ] as const;
  assert.equal(findCellText(draw(300, 100, [...RULES, ...LETTERS, ...corner]), CELL)?.bitmap.width, 49);
});

test("letters as tall as a low cell are not ruled lines; bridges between a letter and a ruled line are removed", () => {
  const low = [
    [0, 19, 300, 3],
    [0, 38, 300, 3],
    [19, 0, 3, 100],
    [219, 0, 3, 100],
  ] as const;
  const letters = [
    [26, 23, 4, 14],
    [34, 23, 10, 14],
    [48, 23, 10, 14],
    [22, 30, 4, 1],
  ] as const;
  const text = findCellText(draw(300, 100, [...low, ...letters]), { left: 22, top: 22, width: 197, height: 16 });
  assert.equal(text?.letterHeight, 14);
  assert.ok(Math.abs((text?.bitmap.width ?? 0) - 34) <= 4, `${text?.bitmap.width} wide`);
});

test("the joined serifs of letters are not a ruled line, even close to a ruled line", () => {
  const stems = Array.from({ length: 20 }, (_, at): [number, number, number, number] => [30 + 8 * at, 22, 3, 12]);
  const low = [
    [0, 19, 300, 3],
    [0, 38, 300, 3],
  ] as const;
  const cell = { left: 22, top: 22, width: 197, height: 16 };
  const text = findCellText(draw(300, 100, [...low, ...stems, [30, 32, 90, 2]]), cell);
  assert.equal(text?.bitmap.height, 12);
  const broken = [[30, 35, 90, 2]] as const;
  assert.equal(findCellText(draw(300, 100, [...low, ...broken]), cell), null, "a piece of a rule without letters");
});
