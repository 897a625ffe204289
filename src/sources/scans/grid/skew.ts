/** How far a page was laid askew, by its rules. */
import type { Ink } from "../raster/ink.ts";

/** A page is not searched beyond this. */
const MOST_DEGREES = 5;
const POINTS = 24_000;

/** Degrees by which the page leans clockwise; 0 where it has no rules to tell it by. */
export function skewOf(ink: Ink, across: Ink): number {
  const level = runPoints(ink);
  const upright = runPoints(across);
  if (level.length + upright.length < 400) return 0;
  let best = 0;
  let width = MOST_DEGREES;
  // Twice finer, each time about what was best: 0.25 degrees, then 0.02.
  for (const step of [0.25, 0.02]) {
    const middle = best;
    let most = -1;
    for (let angle = middle - width; angle <= middle + width + 1e-9; angle += step) {
      const score = sharpness(level, angle, ink.height) + sharpness(upright, -angle, across.height);
      if (score > most) {
        most = score;
        best = angle;
      }
    }
    width = step;
  }
  return Math.abs(best) < 0.015 ? 0 : Math.round(best * 100) / 100;
}

/** Places (x, y by turns) that lie in level runs of ink, evenly taken from all of them. */
function runPoints({ width, height, at }: Ink): Float32Array {
  const shortest = Math.max(16, Math.round(width / 90));
  const points: number[] = [];
  for (let y = 0; y < height; y += 1) {
    let from = -1;
    for (let x = 0; x <= width; x += 1) {
      const isInk = x < width && at[y * width + x] === 1;
      if (isInk && from < 0) from = x;
      if (isInk || from < 0) continue;
      if (x - from >= shortest) for (let i = from + 4; i < x; i += 8) points.push(i - width / 2, y);
      from = -1;
    }
  }
  const stride = Math.max(1, Math.ceil(points.length / 2 / POINTS));
  const taken = new Float32Array(Math.ceil(points.length / 2 / stride) * 2);
  for (let i = 0, j = 0; i < points.length; i += 2 * stride, j += 2) {
    taken[j] = points[i] as number;
    taken[j + 1] = points[i + 1] as number;
  }
  return taken;
}

/** How much the points gather in few lines when lines lean by an angle: the sum of the squares of their numbers. */
function sharpness(points: Float32Array, degrees: number, height: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const lines = new Uint32Array(height + 600);
  for (let i = 0; i < points.length; i += 2) {
    const line = Math.round((points[i + 1] as number) - slope * (points[i] as number)) + 300;
    if (line >= 0 && line < lines.length) lines[line] = (lines[line] as number) + 1;
  }
  let sum = 0;
  for (const count of lines) sum += count * count;
  return sum;
}
