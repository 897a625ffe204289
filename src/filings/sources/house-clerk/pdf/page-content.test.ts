import assert from "node:assert/strict";
import { test } from "node:test";
import { readPageContent } from "./page-content.ts";
import { OPS, PATH } from "./pdfjs.ts";

type Operator = readonly [operator: number, ...args: unknown[]];
const A4 = [0, 0, 612, 792];

function read(...operators: Operator[]) {
  const list = { fnArray: operators.map(([op]) => op), argsArray: operators.map(([, ...args]) => args) };
  return readPageContent(list, A4, (name) => ({ name, unit: 0.001 }));
}

/** Glyphs of Georgia, all 500 wide. */
const createGlyphs = (text: string) =>
  Array.from(text, (letter) => ({
    originalCharCode: letter.charCodeAt(0) - 29,
    unicode: "x",
    width: 500,
    isSpace: letter === " ",
  }));
const createSmallCapitals = (text: string) =>
  createGlyphs(text).map((glyph) => ({ ...glyph, originalCharCode: glyph.originalCharCode + 29 - 97 + 643 }));

test("places text where the transforms put it, measured from the top", () => {
  const { runs } = read(
    [OPS.save],
    [OPS.transform, 0.75, 0, 0, -0.75, 10, 700],
    [OPS.beginText],
    [OPS.setFont, "Georgia", 12],
    [OPS.setTextMatrix, [1, 0, 0, -1, 100, 40]],
    [OPS.showText, createGlyphs("P")],
    [OPS.restore],
    [OPS.beginText],
    [OPS.setFont, "Georgia-Bold", 9],
    [OPS.setTextMatrix, [1, 0, 0, 1, 50, 592]],
    [OPS.showText, createGlyphs("ID")],
  );
  assert.deepEqual(
    runs.map(({ text, x, right, y, size, bold }) => ({ text, x, right, y, size, bold })),
    [
      { text: "P", x: 85, right: 89.5, y: 122, size: 9, bold: false },
      { text: "ID", x: 50, right: 59, y: 200, size: 9, bold: true },
    ],
  );
});

test("joins glyphs that follow each other into one run; a new text matrix starts another run, even without a gap", () => {
  const { runs } = read(
    [OPS.beginText],
    [OPS.setFont, "Georgia", 10],
    [OPS.setTextMatrix, [1, 0, 0, 1, 0, 700]],
    [OPS.showText, createGlyphs("L.")],
    [OPS.moveText, 10, 0],
    [OPS.showText, createGlyphs("P.")],
    [OPS.setTextMatrix, [1, 0, 0, 1, 20, 700]],
    [OPS.showText, createGlyphs("P")],
  );
  assert.deepEqual(
    runs.map(({ text }) => text),
    ["L.P.", "P"],
  );
  assert.deepEqual(runs[0]?.starts, [0, 5, 10, 15]);
});

test("small capitals are a separate run", () => {
  const { runs } = read(
    [OPS.beginText],
    [OPS.setFont, "Georgia", 10],
    [OPS.showText, [...createGlyphs("F"), ...createSmallCapitals("iling"), ...createGlyphs(" S")]],
  );
  assert.deepEqual(
    runs.map(({ text, smallCapitals }) => [text, smallCapitals]),
    [
      ["F", false],
      ["iling ", true],
      ["S", false],
    ],
  );
});

test("leaves out invisible searchable text", () => {
  const { runs } = read(
    [OPS.beginText],
    [OPS.setFont, "Georgia", 10],
    [OPS.setTextRenderingMode, 3],
    [OPS.showText, createGlyphs("hidden")],
  );
  assert.deepEqual(runs, []);
});

test("returns painted paths as boxes, without clipping paths, and the share of the page that images cover", () => {
  const square = [PATH.moveTo, 0, 0, PATH.lineTo, 10, 0, PATH.lineTo, 10, 20, PATH.closePath];
  const { marks, imageShare } = read(
    [OPS.constructPath, OPS.endPath, [square], null],
    [OPS.constructPath, OPS.fill, [square], null],
    [OPS.transform, 2, 0, 0, 2, 100, 92],
    [OPS.constructPath, OPS.stroke, [square], null],
    [OPS.transform, 153, 0, 0, 198, 0, 0],
    [OPS.paintImageXObject, "img", 1, 1],
  );
  assert.deepEqual(marks, [
    { x: 0, y: 772, width: 10, height: 20, painted: "fill" },
    { x: 100, y: 660, width: 20, height: 40, painted: "stroke" },
  ]);
  assert.equal(imageShare, 0.25);
});
