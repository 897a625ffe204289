/** Separates the ink of a page from its paper. */
import { type Bitmap, INK_BELOW } from "./bitmap.ts";

/** Side in pixels of the squares of a gray page. Each square has its own threshold, since paper is not evenly lit. */
const SQUARE = 32;
/** Minimum contrast between ink and the paper around it. */
const CONTRAST = 40;

/** Binarizes a page to black (0) and white (255). A binary page is returned unchanged. */
export function binarize(bitmap: Bitmap): Bitmap {
  const { width, height, pixels } = bitmap;
  if (!hasGray(pixels)) return bitmap;
  const across = Math.ceil(width / SQUARE);
  const paper = measurePaperBrightness(bitmap, across);
  const out = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const line = Math.floor(y / SQUARE) * across;
    for (let x = 0; x < width; x += 1) {
      const white = paper[line + Math.floor(x / SQUARE)] as number;
      const value = pixels[y * width + x] as number;
      out[y * width + x] = value < Math.max(INK_BELOW / 2, Math.min(white - CONTRAST, white * 0.8)) ? 0 : 255;
    }
  }
  return { width, height, pixels: out };
}

function hasGray(pixels: Uint8Array): boolean {
  for (let at = 0; at < pixels.length; at += 1) if (pixels[at] !== 0 && pixels[at] !== 255) return true;
  return false;
}

/** Returns each square's paper brightness, the 80th percentile of its pixels. A dark square gets the previous square's value. */
function measurePaperBrightness({ width, height, pixels }: Bitmap, across: number): Uint8Array {
  const down = Math.ceil(height / SQUARE);
  const paper = new Uint8Array(across * down);
  const histogram = new Uint32Array(256);
  for (let square = 0; square < paper.length; square += 1) {
    histogram.fill(0);
    const left = (square % across) * SQUARE;
    const top = Math.floor(square / across) * SQUARE;
    const right = Math.min(width, left + SQUARE);
    const bottom = Math.min(height, top + SQUARE);
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const value = pixels[y * width + x] as number;
        histogram[value] = (histogram[value] as number) + 1;
      }
    }
    let above = ((right - left) * (bottom - top)) / 5;
    let value = 255;
    for (; value > 0 && above > (histogram[value] as number); value -= 1) above -= histogram[value] as number;
    paper[square] = value < INK_BELOW && square > 0 ? (paper[square - 1] as number) : value;
  }
  return paper;
}

/** A binary page in row-major order: one byte a pixel, 1 for ink. All measurements use it. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  readonly at: Uint8Array;
}

export function toInk({ width, height, pixels }: Bitmap): Ink {
  const at = new Uint8Array(pixels.length);
  for (let i = 0; i < at.length; i += 1) at[i] = (pixels[i] as number) < INK_BELOW ? 1 : 0;
  return { width, height, at };
}

/** Side of a tile in which a page is transposed: the cache lines read and written for one tile fit in the processor's cache. */
const TILE = 64;

/** Transposes a page, so that vertical strokes can be measured along rows. */
export function transposeInk({ width, height, at }: Ink): Ink {
  const out = new Uint8Array(at.length);
  for (let top = 0; top < height; top += TILE) {
    const bottom = Math.min(height, top + TILE);
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(width, left + TILE);
      for (let x = left; x < right; x += 1) {
        for (let y = top; y < bottom; y += 1) out[x * height + y] = at[y * width + x] as number;
      }
    }
  }
  return { width: height, height: width, at: out };
}

/** Counts the ink pixels in a box; its right and bottom edges are exclusive. */
export function countInkWithin(ink: Ink, left: number, top: number, right: number, bottom: number): number {
  const fromX = Math.max(0, Math.round(left));
  const toX = Math.min(ink.width, Math.round(right));
  const toY = Math.min(ink.height, Math.round(bottom));
  let sum = 0;
  for (let y = Math.max(0, Math.round(top)); y < toY; y += 1) {
    for (let i = y * ink.width + fromX, end = y * ink.width + toX; i < end; i += 1) sum += ink.at[i] as number;
  }
  return sum;
}
