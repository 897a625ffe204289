/** Finds the square checkboxes that some editions of the form have in the cells for marks. */
import type { Ink } from "../raster/ink.ts";

/** The inside of a printed box or of a table cell, excluding the sides: `[left, right)` and `[top, bottom)`. */
export interface Inside {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** True if this area is the inside of a printed box. False if this area is the inside of a table cell, between ruled lines. */
  readonly boxed: boolean;
}

/** Minimum length of a box's side, in pixels at 200 dpi. */
const SHORTEST_SIDE = 17;

/**
 * Finds the inside of a cell's printed box; null if no box is visible or it is filled in. A side is a stroke along most of the
 * box, unlike strokes of a cross. If a form draws two slightly offset boxes, the inside is the widest gap between sides.
 */
export function findBox(ink: Ink, cellInside: Inside, scale: number): Inside | null {
  // Shrink the cell first. A ruled line's edge that remains in the cell is longer than any box side and would be taken for one.
  const cell = shrink(cellInside, 2, scale);
  const minSide = SHORTEST_SIDE * scale;
  // A box that touches the table's ruled line uses that rule as its side.
  const columns = findWidestGap(cell.left, cell.right, minSide, true, (x) =>
    measureLongestRun(ink, x, cell.top, cell.bottom, ink.width, 1),
  );
  if (!columns) return null;
  const [left, right] = columns;
  const rows = findWidestGap(cell.top, cell.bottom, Math.max(minSide / 2, 0.8 * (right - left)), false, (y) =>
    measureLongestRun(ink, y, left, right, 1, ink.width),
  );
  if (!rows) return null;
  const [top, bottom] = rows;
  if (right - left > 1.6 * (bottom - top) || bottom - top > 1.6 * (right - left)) return null;
  return shrink({ left, right, top, bottom, boxed: true }, 1, scale);
}

/** Shrinks a box on each side to exclude its ragged edge. */
export function shrink(inside: Inside, by: number, scale: number): Inside {
  const edge = Math.max(1, Math.round(by * scale));
  return {
    ...inside,
    left: inside.left + edge,
    top: inside.top + edge,
    right: inside.right - edge,
    bottom: inside.bottom - edge,
  };
}

/**
 * Finds the widest gap between two neighboring sides; null if no gap is at least half of `minSide`. A side is a stroke of at
 * least the length `minSide` and 70% of the longest stroke's length.
 * @param edgesAreSides whether the ends of the range count as sides too.
 */
function findWidestGap(
  from: number,
  to: number,
  minSide: number,
  edgesAreSides: boolean,
  runAt: (place: number) => number,
): [number, number] | null {
  const runs: number[] = [];
  for (let place = from; place < to; place += 1) runs.push(runAt(place));
  const needed = Math.max(minSide, 0.7 * Math.max(...runs));
  let widest: [number, number] | null = null;
  const first = runs.findIndex((run) => run >= needed);
  if (first < 0) return null;
  if (edgesAreSides) runs.push(needed);
  let last = edgesAreSides ? -1 : first;
  for (const [i, run] of runs.entries()) {
    if (run < needed) continue;
    if (i - last - 1 >= minSide / 2 && (!widest || i - last - 1 > widest[1] - widest[0])) {
      widest = [from + last + 1, from + i];
    }
    last = i;
  }
  return widest;
}

/** Measures the longest run of ink along a row or column of pixels; a gap of one pixel does not end the run. */
function measureLongestRun(ink: Ink, place: number, from: number, to: number, step: number, unit: number): number {
  let longest = 0;
  let run = 0;
  let missed = 0;
  for (let i = from; i < to; i += 1) {
    if (ink.at[i * step + place * unit]) {
      run += 1;
      missed = 0;
      if (run > longest) longest = run;
    } else if (++missed > 1) run = 0;
  }
  return longest;
}
