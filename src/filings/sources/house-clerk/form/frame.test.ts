import assert from "node:assert/strict";
import { test } from "node:test";
import type { Mark } from "../pdf/mark.ts";
import type { TextRun } from "../pdf/text-run.ts";
import { checkRowFrames } from "./frame.ts";
import { groupIntoLines } from "./line.ts";

const createBorder = (y: number, height: number): Mark => ({ x: 21.7, y, width: 0.75, height, painted: "fill" });
function createRun(y: number, size = 9): TextRun {
  return { text: "x", x: 65, right: 70, y, size, font: "Georgia", bold: false, smallCapitals: false, starts: [] };
}
const check = (marks: Mark[], ...runs: TextRun[]) =>
  checkRowFrames(2, { marks, runs }, { from: 25, header: 60, lines: groupIntoLines(2, runs) });
const damaged = { code: "pdf_damaged" };

test("every frame must hold text, except the lowest, whose text may be on the next page", () => {
  check([createBorder(100, 26.2), createBorder(140, 26.2), createBorder(715, 26.2)], createRun(113), createRun(153));
  check([{ ...createBorder(100, 26.2), x: 300 }, createBorder(140, 26.2)], createRun(153));
  check([]);
});

test("rejects a page with an empty frame above another frame, because text is missing", () => {
  assert.throws(
    () => check([createBorder(100, 26.2), createBorder(140, 26.2), createBorder(180, 26.2)], createRun(113)),
    damaged,
  );
});

test("rejects a frame that has room for more lines than are in the frame", () => {
  const below = createBorder(300, 26.2);
  check([createBorder(100, 33.8), below], createRun(113), createRun(123.5), createRun(313));
  assert.throws(() => check([createBorder(100, 33.8), below], createRun(113), createRun(313)), damaged);
  check([createBorder(100, 33.7), below], createRun(113, 8.55), createRun(125.7, 8.55), createRun(313));
  assert.throws(() => check([createBorder(100, 33.7), below], createRun(113, 8.55), createRun(313)), damaged);
});

test("accepts a frame at a page break that has room for more lines than the page shows", () => {
  check([createBorder(85, 33.8), createBorder(300, 26.2)], createRun(99), createRun(313));
  check([createBorder(300, 26.2), createBorder(700, 33.8)], createRun(313), createRun(713));
});
