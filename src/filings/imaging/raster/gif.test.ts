import assert from "node:assert/strict";
import { test } from "node:test";
import { readGif } from "./gif.ts";

/** 4 by 2 pixels in two colors: black, white, white, black / white, black, black, white; three-bit codes with one clear code. */
const SMALL = encodeGif(4, 2, [0x00], [4, 0, 1, 1, 0, 1, 0, 0, 1, 5]);

/** @param codes written in three bits each until the table has eight entries, then in four. */
function encodeGif(width: number, height: number, flags: readonly number[], codes: readonly number[]): Uint8Array {
  const header = [...Buffer.from("GIF89a"), width, 0, height, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const picture = [0x2c, 0, 0, 0, 0, width, 0, height, 0, ...flags, 2];
  let bits = 0;
  let held = 0;
  const data: number[] = [];
  let size = 3;
  let next = 5;
  for (const code of codes) {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8, held >>= 8) data.push(held & 255);
    if (code === 4) next = 5;
    else next += 1;
    size = next >= 8 ? 4 : 3;
  }
  if (bits > 0) data.push(held & 255);
  return Uint8Array.from([...header, ...picture, data.length, ...data, 0, 0x3b]);
}

test("converts a GIF's two colors to black and white, row by row", () => {
  const { width, height, pixels } = readGif(SMALL);
  assert.deepEqual([width, height], [4, 2]);
  assert.deepEqual([...pixels], [0, 255, 255, 0, 255, 0, 0, 255]);
});

test("decodes an LZW code that is defined while it is read", () => {
  // Clear, 1, then code 6 twice: "1 1" and "1 1 1".
  const { pixels } = readGif(encodeGif(6, 1, [0x00], [4, 1, 6, 7, 5]));
  assert.deepEqual([...pixels], [255, 255, 255, 255, 255, 255]);
});

test("puts the rows of an interlaced GIF in order", () => {
  const codes = [4, 1, 0, 4, 0, 1, 5];
  // Height 4: rows 0, 2, 1, 3 are stored.
  const { pixels } = readGif(encodeGif(1, 4, [0x40], codes));
  assert.deepEqual([...pixels], [255, 0, 0, 255]);
});

test("rejects a truncated, damaged, empty, huge or foreign file with the reason", () => {
  const huge = SMALL.slice();
  huge.set([0xff, 0xff, 0xff, 0xff], 24);
  const wrong: readonly (readonly [string, Uint8Array])[] = [
    ["image_unknown_format", Uint8Array.from(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))],
    ["image_damaged", SMALL.subarray(0, 20)],
    ["image_damaged", SMALL.subarray(0, SMALL.length - 3)],
    ["image_damaged", encodeGif(4, 2, [0x00], [4, 0, 1, 5])],
    ["image_damaged", encodeGif(4, 2, [0x00], [4, 0, 1, 1, 0, 1, 0, 0, 1, 1, 5])],
    ["image_damaged", encodeGif(4, 2, [0x00], [4, 7, 5])],
    ["image_damaged", Uint8Array.from([...SMALL.subarray(0, 19), 0x3b])],
    ["image_too_large", huge],
  ];
  for (const [code, bytes] of wrong) assert.throws(() => readGif(bytes), { code });
});
