/** Bitmap of a page in memory, with rotations and crops that preserve every pixel value. */
import type { QuarterTurn, Skew } from "../../../domain/scanned-page.ts";

/** Gray, eight bits a pixel, in row-major order: 0 is black, 255 white. A 1-bit page has only 0 and 255. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** `width * height` values. */
  readonly pixels: Uint8Array;
}

/** Pixels darker than this are ink. A gray page is binarized (`ink.ts`) before anything is measured on it. */
export const INK_BELOW = 128;

/** Rotates the bitmap clockwise by quarter turns. Rotating by 0 returns the same bitmap. */
export function rotateBitmap(bitmap: Bitmap, clockwise: QuarterTurn): Bitmap {
  if (clockwise === 0) return bitmap;
  const { width, height, pixels } = bitmap;
  const out = new Uint8Array(pixels.length);
  if (clockwise === 180) {
    for (let i = 0, j = pixels.length - 1; j >= 0; i += 1, j -= 1) out[i] = pixels[j] as number;
    return { width, height, pixels: out };
  }
  for (let y = 0; y < height; y += 1) {
    const column = clockwise === 90 ? height - 1 - y : y;
    for (let x = 0; x < width; x += 1) {
      const row = clockwise === 90 ? x : width - 1 - x;
      out[row * height + column] = pixels[y * width + x] as number;
    }
  }
  return { width: height, height: width, pixels: out };
}

/** Crops a bitmap to the part of a box that lies inside the bitmap. The result has at least one pixel. */
export function cropBitmap(
  bitmap: Bitmap,
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Bitmap {
  const left = Math.min(Math.max(0, Math.round(box.left)), bitmap.width - 1);
  const top = Math.min(Math.max(0, Math.round(box.top)), bitmap.height - 1);
  const right = Math.min(bitmap.width, Math.max(left + 1, Math.round(box.left + box.width)));
  const bottom = Math.min(bitmap.height, Math.max(top + 1, Math.round(box.top + box.height)));
  const width = right - left;
  const pixels = new Uint8Array(width * (bottom - top));
  for (let y = top; y < bottom; y += 1) {
    const from = y * bitmap.width + left;
    pixels.set(bitmap.pixels.subarray(from, from + width), (y - top) * width);
  }
  return { width, height: bottom - top, pixels };
}

export const NO_SKEW: Skew = { level: 0, upright: 0, fan: 0 };

/** Straightens the bitmap about its center, keeping its size and filling with white. Nearest-neighbor sampling keeps black and white pure. */
export function straightenBitmap(bitmap: Bitmap, { level, upright, fan }: Skew): Bitmap {
  if (level === 0 && upright === 0 && fan === 0) return bitmap;
  const { width, height, pixels } = bitmap;
  const out = new Uint8Array(pixels.length).fill(255);
  const middleX = (width - 1) / 2;
  const middleY = (height - 1) / 2;
  const leaning = toSlope(upright);
  for (let y = 0; y < height; y += 1) {
    const step = toSlope(level + (fan * (y - middleY)) / middleY);
    const fromX = 0.5 - (y - middleY) * leaning;
    let fromY = y + 0.5 - middleX * step;
    for (let x = 0; x < width; x += 1, fromY += step) {
      const column = Math.floor(x + fromX);
      const row = Math.floor(fromY);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      out[y * width + x] = pixels[row * width + column] as number;
    }
  }
  return { width, height, pixels: out };
}

function toSlope(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 180);
}
