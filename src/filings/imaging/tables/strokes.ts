/** Extracts long thin strokes, which may be ruled lines, and drops letters, boxes and black bands. */
import { type Ink, transposeInk } from "../raster/ink.ts";

/** Default maximum thickness of a ruled line, in pixels at 200 dpi. */
export const MAX_RULE_THICKNESS = 10;

/** Returns the page's resolution relative to 200 dpi. */
export function computeScale(ink: Ink): number {
  return Math.max(ink.width, ink.height) / 2200;
}

/**
 * Extracts the horizontal thin strokes of about `length` pixels or more. A stroke may have gaps of up to a fifth of `length`, and
 * may slope by a pixel. Crossing strokes do not break a stroke.
 * @returns one byte a pixel, 1 within a stroke.
 */
export function extractStrokes(ink: Ink, across: Ink, length: number, thickest: number): Ink {
  const { width, height } = ink;
  const thin = extractThinInk(across, Math.max(4, Math.round(thickest * computeScale(ink))));
  const out = new Uint8Array(width * height);
  const smeared = new Uint8Array(width);
  const needed = Math.ceil(length * 0.8);
  for (let y = 0; y < height; y += 1) {
    const line = y * width;
    const above = y > 0 ? line - width : line;
    const below = y < height - 1 ? line + width : line;
    let any = 0;
    for (let x = 0; x < width; x += 1) {
      const value = (thin[line + x] as number) | (thin[above + x] as number) | (thin[below + x] as number);
      smeared[x] = value;
      any += value;
    }
    if (any < needed) continue;
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum += smeared[x] as number;
      if (x >= length) sum -= smeared[x - length] as number;
      if (sum >= needed && smeared[x]) markThinInkUpTo(out, thin, line, x, length);
    }
  }
  return { width, height, at: out };
}

/** Marks the thin ink of the window that ends at `x`, from right to left. Stops at ink marked for an overlapping window. */
function markThinInkUpTo(out: Uint8Array, thin: Uint8Array, line: number, x: number, length: number): void {
  for (let i = x; i > x - length && i >= 0; i -= 1) {
    if (thin[line + i]) {
      if (out[line + i] && i < x - 2) return;
      out[line + i] = 1;
    }
  }
}

/** Keeps only ink whose vertical run is short. @param across the same page transposed, so that runs are read in memory order. */
function extractThinInk(across: Ink, thickest: number): Uint8Array {
  const { width: length, height: lines, at } = across;
  const thin = new Uint8Array(at.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * length;
    let from = -1;
    for (let i = 0; i <= length; i += 1) {
      const isInk = i < length && at[start + i] === 1;
      if (isInk && from < 0) from = i;
      if (isInk || from < 0) continue;
      if (i - from <= thickest) thin.fill(1, start + from, start + i);
      from = -1;
    }
  }
  return transposeInk({ width: length, height: lines, at: thin }).at;
}
