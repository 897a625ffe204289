import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ink, transposeInk } from "../raster/ink.ts";
import { findTable } from "./table.ts";

/** Page width in pixels at 200 dpi. */
const WIDTH = 2200;
const HEIGHT = 1700;
/** 13 vertical rules, and rows 60 pixels high. */
const ACROSS = Array.from({ length: 13 }, (_, i) => 100 + 150 * i);
const DOWN = Array.from({ length: 17 }, (_, i) => 300 + 60 * i);
const [LEFT, RIGHT, TOP, BOTTOM] = [100, 1904, 300, 1264];
/** A black band in place of a row. */
const BAND = { top: 540, bottom: 604 };

/** A table whose rules have no ink between two y positions, except for a black band. */
function drawTable(gap: { readonly top: number; readonly bottom: number }, hasBand: boolean): Ink {
  const at = new Uint8Array(WIDTH * HEIGHT);
  const fill = (left: number, right: number, top: number, bottom: number): void => {
    for (let y = top; y < bottom; y += 1) at.fill(1, y * WIDTH + left, y * WIDTH + right);
  };
  for (const x of ACROSS) fill(x, x + 4, TOP, BOTTOM);
  for (let y = gap.top; y < gap.bottom; y += 1) at.fill(0, y * WIDTH, (y + 1) * WIDTH);
  for (const y of DOWN) if (y < gap.top || y >= gap.bottom || hasBand) fill(LEFT, RIGHT, y, y + 4);
  if (hasBand) fill(LEFT, RIGHT, BAND.top, BAND.bottom);
  return { width: WIDTH, height: HEIGHT, at };
}

function findLines(ink: Ink) {
  return findTable(ink, transposeInk(ink))?.lines ?? [];
}

test("finds the rows above and below a black band even if the vertical rules near it are missing in a faint copy", () => {
  const lines = findLines(drawTable({ top: 490, bottom: 650 }, true));
  assert.equal(lines.length, DOWN.length - 2);
  assert.ok(
    lines.every(({ from, to }) => to - from >= 50 && to - from <= 60),
    JSON.stringify(lines),
  );
});

test("does not join two tables with white between them", () => {
  const lines = findLines(drawTable({ top: 500, bottom: 690 }, false));
  assert.ok(lines.length > 0 && lines.every(({ from }) => from >= 690), JSON.stringify(lines));
});
