import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ink } from "../raster/ink.ts";
import { findCellInteriors } from "./cell-insides.ts";

const WIDTH = 700;
const HEIGHT = 240;
/** Two type columns and six amount columns, each 70 pixels wide; rows 70 pixels high. */
const types = [createColumn(0), createColumn(1)];
const amounts = [2, 3, 4, 5, 6, 7].map(createColumn);
const lines = [0, 1, 2].map((at) => ({ from: 10 + 75 * at, to: 80 + 75 * at }));

function createColumn(at: number) {
  return { from: 10 + 75 * at, to: 80 + 75 * at };
}

interface Place {
  readonly left: number;
  readonly top: number;
}

function drawBoxes(boxes: readonly Place[], side = 36): Ink {
  const at = new Uint8Array(WIDTH * HEIGHT);
  for (const { left, top } of boxes) {
    for (let i = 0; i < side; i += 1) {
      for (const edge of [0, 1, side - 2, side - 1]) {
        at[(top + edge) * WIDTH + left + i] = 1;
        at[(top + i) * WIDTH + left + edge] = 1;
      }
    }
  }
  return { width: WIDTH, height: HEIGHT, at };
}

const all = lines.flatMap((line) =>
  [...types, ...amounts].map(({ from }) => ({ left: from + 17, top: line.from + 17 })),
);

test("infers the place of a box hidden by a mark from the other boxes, also those of the amount columns", () => {
  // Only one box of the type columns is visible, in the last row, so each row shows less than half of its boxes.
  const seen = all.filter((_, i) => i % 8 > 1 || i === 17);
  const [ofTypes = []] = findCellInteriors(drawBoxes(seen), [types, amounts], lines, 1);
  const hidden = ofTypes[1]?.[1];
  assert.equal(hidden?.boxed, true);
  assert.ok(Math.abs(hidden.left - 104) <= 3 && Math.abs(hidden.top - 104) <= 3, JSON.stringify(hidden));
});

test("accepts a box of the usual size even if the box is not aligned with the others", () => {
  const moved = all.map((place, i) => (i === 12 ? { ...place, top: place.top - 12 } : place));
  const [, ofAmounts = []] = findCellInteriors(drawBoxes(moved), [types, amounts], lines, 1);
  assert.ok(Math.abs((ofAmounts[1]?.[2]?.top ?? 0) - (ofAmounts[1]?.[3]?.top ?? 0) + 12) <= 2);
});

test("in a table without boxes, a cell's area is inside the ruled lines", () => {
  const [ofTypes = []] = findCellInteriors(drawBoxes([]), [types, amounts], lines, 1);
  assert.deepEqual(ofTypes[0]?.[0], { left: 13, right: 77, top: 13, bottom: 77, boxed: false });
});
