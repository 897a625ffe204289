import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyLetterlessCell } from "./blank-cell.ts";

const BOX = { left: 10, top: 10, width: 100, height: 40 };

/** A white page of 120 by 60 pixels with one black rectangle. */
function draw(left: number, top: number, width: number, height: number) {
  const pixels = new Uint8Array(120 * 60).fill(255);
  for (let y = top; y < top + height; y += 1) pixels.fill(0, y * 120 + left, y * 120 + left + width);
  return { width: 120, height: 60, pixels };
}

test("ink in the middle of a cell means it is not blank; rules at its edges and dust do not count", () => {
  assert.equal(classifyLetterlessCell(draw(0, 9, 120, 4), BOX).sure, true, "a rule");
  assert.equal(classifyLetterlessCell(draw(60, 30, 2, 2), BOX).sure, true, "dust");
  assert.deepEqual(classifyLetterlessCell(draw(40, 20, 12, 20), BOX), { reading: null, confidence: 0, sure: false });
});
