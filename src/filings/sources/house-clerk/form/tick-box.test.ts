import assert from "node:assert/strict";
import { test } from "node:test";
import type { Mark } from "../pdf/mark.ts";
import type { TextRun } from "../pdf/text-run.ts";
import { findTickBoxes } from "./tick-box.ts";

const fill = (x: number, y: number, size = 9.45): Mark => ({ x, y, width: size, height: size, painted: "fill" });
const tick = (x: number, y: number): Mark => ({
  x: x + 1.95,
  y: y + 1.95,
  width: 5.85,
  height: 4.875,
  painted: "stroke",
});
const outline = (x: number, y: number): Mark => ({
  x: x + 0.225,
  y: y + 0.225,
  width: 9,
  height: 9,
  painted: "stroke",
});
const toPage = (marks: Mark[], runs: TextRun[] = []) => ({ marks, runs, imageShare: 0, canvasTop: null });

test("a box is two fills in one place, ticked by a stroke inside; boxes in other columns are ignored", () => {
  const boxes = findTickBoxes(
    toPage([fill(545, 100), fill(545, 100), outline(545, 100), fill(545, 200), tick(545, 200), fill(25, 300)]),
    520,
  );
  assert.deepEqual(boxes, [
    { y: 104.725, ticked: false },
    { y: 204.725, ticked: true },
  ]);
});

test("a tick in one box does not tick another, and other shapes are not boxes", () => {
  const boxes = findTickBoxes(
    toPage([fill(545, 100), outline(545, 100), fill(545, 154), tick(545, 154), fill(545, 300, 20)]),
    520,
  );
  assert.deepEqual(
    boxes.map(({ ticked }) => ticked),
    [false, true],
  );
});

test("ignores a box that is neither clearly empty nor clearly ticked", () => {
  assert.deepEqual(findTickBoxes(toPage([fill(545, 100), { ...tick(545, 100), width: 3 }]), 520), []);
  assert.deepEqual(findTickBoxes(toPage([fill(545, 100), outline(545, 100), tick(545, 100)]), 520), []);
});

test("in the older forms the letters g f e d c are a box, and b ticks it", () => {
  const spell = (text: string, y: number, font = "ABCDEF+Marlett"): TextRun[] =>
    Array.from(text, (letter) => ({
      text: letter,
      x: 523.5,
      right: 533,
      y,
      size: 9.75,
      font,
      bold: false,
      smallCapitals: false,
      starts: [523.5],
    }));
  const runs = [
    ...spell("gfedc", 103.9),
    ...spell("gfedcb", 203.9),
    ...spell("nmlkj", 303.9),
    ...spell("gfedc", 9, "Georgia"),
  ];
  assert.deepEqual(findTickBoxes(toPage([], runs), 505), [
    { y: 100, ticked: false },
    { y: 200, ticked: true },
  ]);
});
