/** Finds square checkboxes, drawn with four strokes, even if other ink touches or crosses them. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Ink } from "../raster/ink.ts";
import type { Strip } from "./strip.ts";

/** Range of a box's side length, in pixels. */
interface Sides {
  readonly least: number;
  readonly most: number;
}

/** Maximum gap in a side, in pixels. */
const MAX_GAP = 3;
/** Minimum share of ink in a horizontal side. */
const MIN_INK_SHARE = 0.88;
/** Maximum ratio of the longest side to the shortest. */
const MAX_RATIO = 1.5;
/** Maximum ratio of a stroke's length to the longest side allowed for a box. Letters that touch a box lengthen the stroke. */
const MAX_RATIO_TOUCHED = 2.5;
/** Maximum number of strokes on a page whose boxes can be recognized. A dirty page may have more. */
const MAX_STROKES = 1500;
/** Maximum difference, in pixels, between the ends of two runs of ink in adjacent columns that form one stroke. */
const CORNER = 4;

/** A vertical stroke: columns `[left, right)`, rows `[top, bottom)`. */
interface Side {
  readonly left: number;
  right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Finds the boxes within an area. Adjacent strokes, such as letters touching a box, may yield one box in several sizes. */
export function findSquares(ink: Ink, area: PageBox, sides: Sides): PageBox[] {
  const strokes = findVerticalStrokes(ink, area, sides);
  if (strokes.length > MAX_STROKES) return [];
  return strokes.flatMap((left) => strokes.flatMap((right) => findSquaresBetween(ink, left, right, sides)));
}

function findSquaresBetween(ink: Ink, left: Side, right: Side, { least, most }: Sides): PageBox[] {
  const width = right.right - left.left;
  const from = Math.max(left.top, right.top) - MAX_GAP;
  const to = Math.min(left.bottom, right.bottom) + MAX_GAP;
  const lowest = Math.max(least, width / MAX_RATIO);
  const tallest = Math.min(most, width * MAX_RATIO);
  if (right.left <= left.right || width < least || width > most || to - from < lowest) return [];
  const levels = findHorizontalStrokes(ink, left, right, { from, to });
  return levels.flatMap((top) =>
    levels
      .filter((bottom) => bottom.from > top.to && bottom.to - top.from >= lowest && bottom.to - top.from <= tallest)
      .map((bottom) => ({ left: left.left, top: top.from, width, height: bottom.to - top.from })),
  );
}

/** Returns the y ranges in which ink connects the two strokes. */
function findHorizontalStrokes(ink: Ink, left: Side, right: Side, { from, to }: Strip): Strip[] {
  const strips: Strip[] = [];
  for (let y = Math.max(0, from); y < Math.min(ink.height, to); y += 1) {
    if (!hasInkAcross(ink, left, right, y)) continue;
    const last = strips.at(-1);
    if (last && last.to === y) strips[strips.length - 1] = { from: last.from, to: y + 1 };
    else strips.push({ from: y, to: y + 1 });
  }
  return strips;
}

/** Returns whether ink within a pixel of a y position connects the two strokes. */
function hasInkAcross({ width, height, at }: Ink, left: Side, right: Side, y: number): boolean {
  let inked = 0;
  for (let x = left.right; x < right.left; x += 1) {
    const i = y * width + x;
    if (at[i] || (y > 0 && at[i - width]) || (y < height - 1 && at[i + width])) inked += 1;
  }
  return inked >= MIN_INK_SHARE * (right.left - left.right);
}

/** Finds vertical strokes about as long as a box's side; runs of ink in adjacent columns form one stroke. */
function findVerticalStrokes(ink: Ink, { left, top, width, height }: PageBox, { least, most }: Sides): Side[] {
  const done: Side[] = [];
  let open: Side[] = [];
  for (let x = Math.max(1, left); x < Math.min(ink.width - 1, left + width); x += 1) {
    const next: Side[] = [];
    for (const run of findRunsInColumn(ink, x, Math.max(0, top), Math.min(ink.height, top + height))) {
      const length = run.bottom - run.top;
      if (length < least - 2 * CORNER || length > MAX_RATIO_TOUCHED * most) continue;
      const same = open.find(
        (side) => Math.abs(side.top - run.top) <= CORNER && Math.abs(side.bottom - run.bottom) <= CORNER,
      );
      if (same) same.right = x + 1;
      next.push(same ?? run);
    }
    done.push(...open.filter((side) => !next.includes(side)));
    open = [...new Set(next)];
  }
  return [...done, ...open];
}

/** Finds runs of ink down a column of pixels; ink in a neighboring column counts too. */
function findRunsInColumn({ width, at }: Ink, x: number, top: number, bottom: number): Side[] {
  const runs: Side[] = [];
  let from = -1;
  let last = -1;
  const closeRun = (): void => {
    if (from >= 0) runs.push({ left: x, right: x + 1, top: from, bottom: last + 1 });
    from = -1;
  };
  for (let y = top; y < bottom; y += 1) {
    const i = y * width + x;
    if (at[i] || at[i - 1] || at[i + 1]) {
      if (from < 0) from = y;
      last = y;
    } else if (y - last > MAX_GAP) closeRun();
  }
  closeRun();
  return runs;
}
