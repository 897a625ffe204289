import assert from "node:assert/strict";
import { test } from "node:test";
import type { Mark } from "../pdf/mark.ts";
import type { TextRun } from "../pdf/text-run.ts";
import { checkFrames } from "./frame.ts";
import { groupIntoLines } from "./line.ts";

const border = (y: number, height: number): Mark => ({ x: 21.7, y, width: 0.75, height, painted: "fill" });
function run(y: number, size = 9): TextRun {
  return { text: "x", x: 65, right: 70, y, size, font: "Georgia", bold: false, smallCapitals: false, starts: [] };
}
const check = (marks: Mark[], ...runs: TextRun[]) =>
  checkFrames(2, { marks, runs }, { from: 25, header: 60, lines: groupIntoLines(2, runs) });
const damaged = { code: "pdf_damaged" };

test("every frame holds text, but the lowest may wait for the next page", () => {
  check([border(100, 26.2), border(140, 26.2), border(715, 26.2)], run(113), run(153));
  check([{ ...border(100, 26.2), x: 300 }, border(140, 26.2)], run(153));
  check([]);
});

test("a frame without text above another means that the page is truncated", () => {
  assert.throws(() => check([border(100, 26.2), border(140, 26.2), border(180, 26.2)], run(113)), damaged);
});

test("a frame is as tall as its lines; one with extra room has lost a line", () => {
  const below = border(300, 26.2);
  check([border(100, 33.8), below], run(113), run(123.5), run(313));
  assert.throws(() => check([border(100, 33.8), below], run(113), run(313)), damaged);
  check([border(100, 33.7), below], run(113, 8.55), run(125.7, 8.55), run(313));
  assert.throws(() => check([border(100, 33.7), below], run(113, 8.55), run(313)), damaged);
});

test("a frame cut by a page break holds only what fits", () => {
  check([border(85, 33.8), border(300, 26.2)], run(99), run(313));
  check([border(300, 26.2), border(700, 33.8)], run(313), run(713));
});
