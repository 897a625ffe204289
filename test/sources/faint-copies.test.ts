import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { chooseMarkedCell } from "../../src/filings/imaging/tables/mark.ts";
import { findTableLines } from "../../src/filings/sources/house-clerk/paper/lines.ts";
import { isTransaction } from "../../src/filings/sources/house-clerk/paper/rows.ts";
import { turnUpright } from "../../src/filings/sources/house-clerk/paper/upright-page.ts";

const WIDTH = 2200;
const HEIGHT = 1700;
/** Column widths of a filer's own table: owner, asset, five types, two dates, eleven amounts. */
const COLUMNS = [80, 385, 66, 66, 66, 76, 80, 125, 115, ...Array<number>(11).fill(76)];
const LEFT = 110;
const TOP = 250;
const HEADER = 130;
const PITCH = 60;

interface FaintTable {
  readonly rows: number;
  /**
   * Percentage of a horizontal rule that remains, starting at a different place in each row. The rules in `gone` are missing
   * entirely.
   */
  readonly dashes: number;
  readonly gone?: readonly number[];
  /** Missing vertical rules, each by the index of the column to its left. */
  readonly lost?: readonly number[];
  /** Indexes of rows with double height. */
  readonly tall?: readonly number[];
}

/** Indexes of the type and the amount that are marked in a row. */
function getMarks(row: number): readonly [number, number] {
  return [row % 3, (row * 4) % 11];
}

function drawTable({ rows, dashes, gone = [], lost = [], tall = [] }: FaintTable): Bitmap {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const drawBlock = (x: number, y: number, width: number, height: number): void => {
    for (let j = y; j < y + height; j += 1) pixels.fill(0, j * WIDTH + x, j * WIDTH + x + width);
  };
  const edges = [LEFT, ...COLUMNS.map((_, at) => LEFT + COLUMNS.slice(0, at + 1).reduce((sum, wide) => sum + wide, 0))];
  const right = edges.at(-1) as number;
  const tops = Array.from(
    { length: rows + 1 },
    (_, row) => TOP + HEADER + PITCH * (row + tall.filter((at) => at < row).length),
  );
  const bottom = tops.at(-1) as number;
  for (const y of [TOP, TOP + HEADER]) drawBlock(LEFT, y, right - LEFT, 4);
  edges.forEach((x, at) => {
    if (!lost.includes(at - 1)) drawBlock(x, TOP, 3, bottom - TOP);
  });
  tops.slice(1).forEach((y, row) => {
    if (gone.includes(row)) return;
    for (let x = LEFT + 7 * row; x < right; x += 100) drawBlock(x, y, Math.min(dashes, right - x), 2);
  });
  // Headings, and the letters of names and dates, which do not touch the rules.
  const drawLetters = (column: number, y: number, count: number): void => {
    for (let i = 0; i < count; i += 1) drawBlock((edges[column] as number) + 14 + i * 15, y, 9, 18);
  };
  for (const [column, wide] of COLUMNS.entries()) {
    for (const y of [TOP + 60, TOP + 90]) drawLetters(column, y, Math.floor((wide - 24) / 15));
  }
  for (let row = 0; row < rows; row += 1) {
    const y = (tops[row + 1] as number) - 34;
    drawLetters(0, y, 2);
    drawLetters(1, y, 15);
    drawLetters(7, y, 6);
    drawLetters(8, y, 5);
    const [type, amount] = getMarks(row);
    for (const column of [2 + type, 9 + amount]) drawBlock((edges[column] as number) + 28, y, 16, 16);
  }
  return { width: WIDTH, height: HEIGHT, pixels };
}

function readTable(page: Bitmap) {
  const upright = turnUpright(page);
  const { layout } = upright;
  const { lines, isComplete } = layout ? findTableLines(upright, layout) : { lines: [], isComplete: false };
  const rows = lines.filter((line) => isTransaction(line, false));
  return {
    columns: layout && [
      layout.owner ? 1 : 0,
      layout.types.length,
      layout.notificationDate ? 2 : 1,
      layout.amounts.length,
    ],
    isRegular: layout?.isRegular === true,
    isComplete,
    marks: rows.map((line) => [chooseMarkedCell(line.types).index, chooseMarkedCell(line.amounts).index]),
  };
}

function listMarks(rows: number): (readonly number[])[] {
  return Array.from({ length: rows }, (_, row) => [...getMarks(row)]);
}

test("separates rows at faint ruled lines and at the inferred positions of missing ruled lines", () => {
  const seen = readTable(drawTable({ rows: 14, dashes: 20, gone: [3, 8, 9] }));
  assert.deepEqual(seen.marks, listMarks(14));
  assert.equal(seen.isRegular && seen.isComplete, true);
});

test("does not guess where missing ruled lines were if the remaining lines are unevenly spaced", () => {
  const seen = readTable(drawTable({ rows: 14, dashes: 20, gone: [3, 8, 9], tall: [2, 5, 6, 11] }));
  assert.equal(seen.isComplete, false);
});

test("does not guess where ruled lines were if all are missing", () => {
  const seen = readTable(drawTable({ rows: 14, dashes: 0 }));
  assert.equal(seen.isComplete, false);
});

test("finds missing vertical ruled lines by the white space between the columns", () => {
  for (const lost of [[7], [5], [13], [0], [5, 7, 16]]) {
    const seen = readTable(drawTable({ rows: 10, dashes: 100, lost }));
    assert.deepEqual(seen.columns, [1, 5, 2, 11], `lost: ${lost}`);
    assert.equal(seen.isRegular, true, `lost: ${lost}`);
    assert.deepEqual(seen.marks, listMarks(10), `lost: ${lost}`);
  }
});
