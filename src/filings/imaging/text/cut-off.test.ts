import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageBox } from "../../../domain/trade.ts";
import type { PlacedText } from "./cell.ts";
import { findCutOffText } from "./cut-off.ts";

const CELL: PageBox = { left: 100, top: 50, width: 200, height: 30 };
const HEIGHT = 10;
/** A letter six pixels wide. @param left offset from the left of the cell's ink, which begins at 102. */
const createLetter = (left: number): PageBox => ({ left, top: 4, width: 6, height: HEIGHT });
/** Acrobat's overflow sign, ten pixels wide, with its upper edge at the foot of the line. */
const createSign = (left: number): PageBox => ({ left, top: 14, width: 10, height: 10 });

function createText(letters: readonly PageBox[]): PlacedText {
  const width = Math.max(...letters.map((each) => each.left + each.width));
  const height = Math.max(...letters.map((each) => each.top + each.height));
  const bitmap = { width, height, pixels: new Uint8Array(width * height) };
  return { bitmap, letterHeight: HEIGHT, letters, box: { left: 102, top: 54, width, height } };
}

test("a name that ends before the edge is not truncated", () => {
  assert.equal(findCutOffText(createText([createLetter(0), createLetter(8), createLetter(185)]), CELL), null);
});

test("in a name that reaches the edge, the whole words end at the last space; a single word is not whole", () => {
  const reaching = [createLetter(0), createLetter(7), createLetter(180), createLetter(187), createLetter(191)];
  assert.deepEqual(findCutOffText(createText(reaching), CELL), { wordsEnd: 97, isBetweenWords: false });
  const oneWord = Array.from({ length: 28 }, (_, at) => createLetter(7 * at + 2));
  assert.deepEqual(findCutOffText(createText(oneWord), CELL), { wordsEnd: null, isBetweenWords: false });
});

test("a plus sign in the lower right corner means that the text is truncated, and is not one of its letters", () => {
  const before = [createLetter(0), createLetter(7), createLetter(150), createSign(170)];
  assert.deepEqual(findCutOffText(createText(before), CELL), { wordsEnd: 163, isBetweenWords: true });
  const beneath = [createLetter(0), createLetter(7), createLetter(150), createLetter(157), createSign(155)];
  assert.deepEqual(findCutOffText(createText(beneath), CELL), { wordsEnd: 82, isBetweenWords: false });
});

test("ink that is too large, too small or outside the corner is not a plus sign", () => {
  for (const other of [
    { ...createSign(160), width: 30 },
    { ...createSign(170), height: 4 },
    { ...createSign(170), top: 4 },
  ]) {
    assert.equal(findCutOffText(createText([createLetter(0), createLetter(150), other]), CELL), null);
  }
  assert.equal(findCutOffText(createText([createLetter(0), createSign(20), createLetter(170)]), CELL), null);
});

test("does not report where the whole words end in truncated text of several lines", () => {
  const lines = [createLetter(0), createLetter(192), { ...createLetter(0), top: 20 }];
  assert.deepEqual(findCutOffText(createText(lines), CELL), { wordsEnd: null, isBetweenWords: false });
});
