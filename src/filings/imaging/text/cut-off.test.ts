import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageBox } from "../../../domain/trade.ts";
import type { PlacedText } from "./cell.ts";
import { findCutOff } from "./cut-off.ts";

const CELL: PageBox = { left: 100, top: 50, width: 200, height: 30 };
const HEIGHT = 10;
/** A letter six pixels wide. @param left offset from the left of the cell's ink, which begins at 102. */
const letter = (left: number): PageBox => ({ left, top: 4, width: 6, height: HEIGHT });
/** Acrobat's overflow sign, ten pixels wide, with its upper edge at the foot of the line. */
const sign = (left: number): PageBox => ({ left, top: 14, width: 10, height: 10 });

function text(letters: readonly PageBox[]): PlacedText {
  const width = Math.max(...letters.map((each) => each.left + each.width));
  const height = Math.max(...letters.map((each) => each.top + each.height));
  const bitmap = { width, height, pixels: new Uint8Array(width * height) };
  return { bitmap, letterHeight: HEIGHT, letters, box: { left: 102, top: 54, width, height } };
}

test("a name that ends before the edge is not truncated", () => {
  assert.equal(findCutOff(text([letter(0), letter(8), letter(185)]), CELL), null);
});

test("a name that reaches the edge keeps the words before its last blank", () => {
  const reaching = [letter(0), letter(7), letter(180), letter(187), letter(191)];
  assert.deepEqual(findCutOff(text(reaching), CELL), { wordsEnd: 97, isBetweenWords: false });
  const oneWord = Array.from({ length: 28 }, (_, at) => letter(7 * at + 2));
  assert.deepEqual(findCutOff(text(oneWord), CELL), { wordsEnd: null, isBetweenWords: false });
});

test("a plus sign in the lower right corner means that text is missing, and is not a letter", () => {
  const before = [letter(0), letter(7), letter(150), sign(170)];
  assert.deepEqual(findCutOff(text(before), CELL), { wordsEnd: 163, isBetweenWords: true });
  const beneath = [letter(0), letter(7), letter(150), letter(157), sign(155)];
  assert.deepEqual(findCutOff(text(beneath), CELL), { wordsEnd: 82, isBetweenWords: false });
});

test("ink that is too large, too small or outside the corner is not a plus sign", () => {
  for (const other of [
    { ...sign(160), width: 30 },
    { ...sign(170), height: 4 },
    { ...sign(170), top: 4 },
  ]) {
    assert.equal(findCutOff(text([letter(0), letter(150), other]), CELL), null);
  }
  assert.equal(findCutOff(text([letter(0), sign(20), letter(170)]), CELL), null);
});

test("with several lines, nothing tells where the words end", () => {
  const lines = [letter(0), letter(192), { ...letter(0), top: 20 }];
  assert.deepEqual(findCutOff(text(lines), CELL), { wordsEnd: null, isBetweenWords: false });
});
