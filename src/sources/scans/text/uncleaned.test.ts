import assert from "node:assert/strict";
import { test } from "node:test";
import { uncleaned } from "./uncleaned.ts";

/** White, 200 by 80, with these boxes black. */
function drawn(...boxes: { left: number; top: number; width: number; height: number }[]) {
  const pixels = new Uint8Array(200 * 80).fill(255);
  for (const { left, top, width, height } of boxes) {
    for (let y = top; y < top + height; y += 1) pixels.fill(0, y * 200 + left, y * 200 + left + width);
  }
  return { width: 200, height: 80, pixels };
}
const CELL = { left: 20, top: 20, width: 160, height: 40 };
const LETTER = { left: 40, top: 30, width: 6, height: 18 };
const inkOf = ({ pixels }: { pixels: Uint8Array }) => pixels.filter((value) => value === 0).length;

test("the cell is given between its rules, with all that stands in it", () => {
  const rules = [
    { left: 0, top: 22, width: 200, height: 3 },
    { left: 0, top: 58, width: 200, height: 3 },
    { left: 21, top: 0, width: 3, height: 80 },
    { left: 176, top: 0, width: 3, height: 80 },
  ];
  const given = uncleaned(drawn(LETTER, ...rules), CELL);
  assert.equal(inkOf(given), 6 * 18);
  assert.deepEqual([given.width, given.height], [176 - 24, 58 - 25]);
});

test("a letter that touches a rule stays whole", () => {
  const touching = { left: 24, top: 30, width: 6, height: 18 };
  assert.equal(inkOf(uncleaned(drawn(touching, { left: 21, top: 0, width: 3, height: 80 }), CELL)), 6 * 18);
});

test("without rules a little more than the cell is given, at the page's edge what there is", () => {
  const { width, height } = uncleaned(drawn(LETTER), CELL);
  assert.deepEqual([width, height], [164, 44]);
  const whole = uncleaned(drawn(), { left: 0, top: 0, width: 200, height: 80 });
  assert.ok(whole.width > 0 && whole.height > 0);
});
