/** Big pixel letters that mark made-up scans, so that nobody takes a scan for a filing. Also the 1-bit images to draw them on. */
import type { Bitmap } from "./pdf-writer.ts";

/** Five columns per letter, bit 0 at the top. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  A: [126, 9, 9, 9, 126],
  C: [62, 65, 65, 65, 34],
  D: [127, 65, 65, 65, 62],
  E: [127, 73, 73, 73, 65],
  F: [127, 9, 9, 9, 1],
  I: [0, 65, 127, 65, 0],
  L: [127, 64, 64, 64, 64],
  M: [127, 2, 12, 2, 127],
  N: [127, 4, 8, 16, 127],
  O: [62, 65, 65, 65, 62],
  P: [127, 9, 9, 9, 6],
  R: [127, 9, 25, 41, 70],
  S: [38, 73, 73, 73, 50],
  T: [1, 1, 127, 1, 1],
  " ": [0, 0, 0, 0, 0],
};

export function createWhiteBitmap(width: number, height: number): Bitmap {
  return { width, height, bits: new Uint8Array(Math.ceil(width / 8) * height).fill(0xff) };
}

export function blacken(bitmap: Bitmap, x: number, y: number, width: number, height: number): void {
  const stride = Math.ceil(bitmap.width / 8);
  for (let row = y; row < Math.min(y + height, bitmap.height); row++) {
    for (let column = x; column < Math.min(x + width, bitmap.width); column++) {
      const index = row * stride + (column >> 3);
      bitmap.bits[index] = (bitmap.bits[index] ?? 0) & ~(0x80 >> (column & 7));
    }
  }
}

/** @throws {Error} for a letter without a bitmap. */
export function drawWord(bitmap: Bitmap, x: number, y: number, pixel: number, word: string): void {
  [...word].forEach((letter, position) => {
    const columns = LETTERS[letter];
    if (!columns) throw new Error(`No pixels for ${JSON.stringify(letter)}.`);
    columns.forEach((bits, column) => {
      for (let row = 0; row < 7; row++) {
        if ((bits >> row) & 1) blacken(bitmap, x + (position * 6 + column) * pixel, y + row * pixel, pixel, pixel);
      }
    });
  });
}

export function rotateClockwise(bitmap: Bitmap): Bitmap {
  const rotated = createWhiteBitmap(bitmap.height, bitmap.width);
  for (let y = 0; y < bitmap.height; y++) {
    for (let x = 0; x < bitmap.width; x++) if (isBlack(bitmap, x, y)) blacken(rotated, bitmap.height - 1 - y, x, 1, 1);
  }
  return rotated;
}

export function isBlack({ width, height, bits }: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  return (((bits[y * Math.ceil(width / 8) + (x >> 3)] ?? 255) >> (7 - (x & 7))) & 1) === 0;
}
