import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageBox } from "../../../domain/trade.ts";
import { cropUncleanedText } from "./uncleaned-cell.ts";

/** A white picture of 200 by 80 pixels with black boxes. */
function drawBoxes(...boxes: PageBox[]) {
  const pixels = new Uint8Array(200 * 80).fill(255);
  for (const { left, top, width, height } of boxes) {
    for (let y = top; y < top + height; y += 1) pixels.fill(0, y * 200 + left, y * 200 + left + width);
  }
  return { width: 200, height: 80, pixels };
}
const CELL = { left: 20, top: 20, width: 160, height: 40 };
const createText = (box: PageBox) => ({ box, letterHeight: 20, bitmap: drawBoxes(), letters: [] });
const countInk = ({ pixels }: { pixels: Uint8Array }) => pixels.filter((value) => value === 0).length;

test("restores the ink of letters that cleaning removed in part or completely, but not the ruled lines", () => {
  const eaten = { left: 25, top: 30, width: 8, height: 20 };
  const letters = [eaten, { left: 45, top: 30, width: 8, height: 20 }, { left: 70, top: 30, width: 8, height: 20 }];
  const rules = [
    { left: 0, top: 26, width: 200, height: 3 },
    { left: 0, top: 51, width: 200, height: 3 },
    { left: 21, top: 0, width: 3, height: 80 },
  ];
  const cleaned = { left: 45, top: 30, width: 33, height: 17 };
  assert.equal(countInk(cropUncleanedText(drawBoxes(...letters, ...rules), CELL, createText(cleaned))), 3 * 8 * 20);
});

test("crops to the cell plus two pixels on each side, and stays within the page", () => {
  const whole = cropUncleanedText(drawBoxes(), CELL, createText(CELL));
  assert.deepEqual([whole.width, whole.height], [164, 44]);
  const page = cropUncleanedText(drawBoxes(), { left: 0, top: 0, width: 200, height: 80 }, createText(CELL));
  assert.ok(page.width <= 200 && page.height <= 80);
});

test("does not mistake the letters of a long word for a ruled line", () => {
  const line = Array.from({ length: 12 }, (_, at) => ({ left: 30 + 12 * at, top: 30, width: 8, height: 20 }));
  assert.equal(
    countInk(cropUncleanedText(drawBoxes(...line), CELL, createText({ left: 30, top: 30, width: 140, height: 20 }))),
    12 * 8 * 20,
  );
});

test("keeps the joined serifs of letters", () => {
  const feet = { left: 30, top: 46, width: 130, height: 4 };
  const stems = Array.from({ length: 12 }, (_, at) => ({ left: 30 + 12 * at, top: 30, width: 4, height: 16 }));
  const text = createText({ left: 30, top: 30, width: 136, height: 20 });
  assert.equal(countInk(cropUncleanedText(drawBoxes(...stems, feet), CELL, text)), 12 * 4 * 16 + 130 * 4);
});
