import assert from "node:assert/strict";
import { test } from "node:test";
import { addBorder, applyThreshold, blur, scaleBitmap } from "./scale-picture.ts";

const dot = { width: 3, height: 3, pixels: Uint8Array.of(255, 255, 255, 255, 0, 255, 255, 255, 255) };

test("enlarged pictures keep their proportions and get soft edges", () => {
  const { width, height, pixels } = scaleBitmap(dot, 4);
  assert.deepEqual([width, height], [12, 12]);
  assert.equal(pixels[0], 255);
  assert.ok((pixels[5 * 12 + 5] ?? 255) < 64);
  const dark = applyThreshold({ width, height, pixels }, 128).pixels.filter((value) => value === 0).length;
  assert.ok(dark > 4 && dark < 25, `${dark} dark pixels`);
});

test("adds a white border on every side", () => {
  const { width, pixels } = addBorder(dot, 2);
  assert.equal(width, 7);
  assert.deepEqual(
    [...pixels.entries()].filter(([, value]) => value === 0).map(([place]) => place),
    [3 * 7 + 3],
  );
});

test("a blur spreads a dot over 25 pixels", () => {
  const { pixels } = blur(addBorder(dot, 3));
  assert.deepEqual([...new Set(pixels)].sort(), [245, 255]);
  assert.equal(pixels.filter((value) => value === 245).length, 25);
});
