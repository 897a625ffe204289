import assert from "node:assert/strict";
import { test } from "node:test";
import { convertIndexedToRgb, decode } from "fast-png";
import { stackParts } from "./marked-picture.ts";
import { drawTablePicture } from "./table-picture.ts";
import { wrapToWidth } from "./wrapped-text.ts";

const toWhite = (width: number, height: number) => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255),
});

function readColors(png: Uint8Array): (x: number, y: number) => readonly number[] {
  const image = decode(png);
  const data = convertIndexedToRgb(image);
  return (x, y) => [...data.subarray((y * image.width + x) * 3, (y * image.width + x) * 3 + 3)];
}

test("tints and outlines the marked row, keeps its ink black, and colors nothing else", () => {
  const picture = toWhite(100, 60);
  picture.pixels[30 * 100 + 50] = 0;
  picture.pixels[20 * 100 + 50] = 0;
  const { png, width, height } = stackParts([{ picture, marked: { left: 20, top: 20, width: 60, height: 20 } }]);
  const at = readColors(png);
  assert.deepEqual([width, height], [100, 60]);
  assert.deepEqual(at(50, 35), [255, 240, 176]);
  assert.deepEqual(at(21, 21), [176, 72, 0]);
  assert.deepEqual(at(50, 30), [0, 0, 0]);
  assert.deepEqual(at(50, 20), [0, 0, 0], "ink below the outline");
  assert.deepEqual(at(50, 10), [255, 255, 255]);
});

test("stacks the parts vertically, with a band between them", () => {
  const { png, width, height } = stackParts([
    { picture: toWhite(80, 20), marked: null },
    { picture: toWhite(100, 30), marked: null },
  ]);
  assert.deepEqual([width, height], [100, 60]);
  assert.deepEqual(readColors(png)(90, 5), [255, 255, 255]);
  assert.deepEqual(readColors(png)(50, 25), [226, 229, 233]);
});

test("wraps text between words, and splits a word that is too long at the end of the line", () => {
  const style = { size: 12, bold: false };
  assert.deepEqual(wrapToWidth("one two three", 60, style), ["one two", "three"]);
  assert.equal(wrapToWidth("W".repeat(50), 100, style).join(""), "W".repeat(50));
  assert.ok(wrapToWidth("W".repeat(50), 100, style).length > 5);
  assert.deepEqual(wrapToWidth("", 100, style), [""]);
});

test("draws a table with any text: markup, control characters, lone surrogates, thousands of letters", () => {
  const odd = `<script>&"' \u0000\u0007 \ud800 \u202e שלום 株式会社 ${"x".repeat(5000)}`;
  const columns = [
    { heading: "#", lines: ["1"], share: 1 },
    { heading: "Asset <b>", lines: [odd, ""], share: 5 },
  ];
  const { png, width, height } = drawTablePicture({ caption: [odd], columns });
  const image = decode(png);
  assert.deepEqual([image.width, image.height], [width, height]);
  assert.equal(width, 2000);
});
