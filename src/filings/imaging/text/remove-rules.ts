/** Removes printed ruled lines around and inside a cell without breaking letters that touch them. */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";

/** Maximum gap in a broken ruled line, in pixels. */
const GAP = 2;
/** Minimum length of a horizontal ruled line at the upper or lower edge, as a share of the picture's width. */
const SHARE_OF_WIDTH = 0.6;
// Minimum length of a horizontal ruled line that is not at the upper or lower edge, as a share of the picture's width. It is
// larger than `SHARE_OF_WIDTH`, since the touching letters of a short text may look like a line.
const SHARE_BETWEEN = 0.9;
/** Minimum length of a vertical ruled line, as a share of the picture's height. */
const SHARE_OF_HEIGHT = 0.8;
/** Maximum thickness of a ruled line, in pixels and as a share of picture height. Thicker ink (letters, filled areas) stays. */
const THICKEST = 14;
const THICKEST_SHARE = 0.25;
/** Extra thickness in pixels allowed where something crosses a ruled line. */
const FRAY = 2;
// Letters may cross at most this share of a short horizontal line's length. If letters cross a larger share, the line is not a
// ruled line but the lower ends of touching letters.
const MAX_CROSSED = 0.3;

// Maximum distance in pixels from the cell's edge to a ruled line (`REACH`) or its continuation (`REACH_ON`). The distance is
// also at most `SHARE_OF_EDGE` of the cell's height (horizontal lines) or width (vertical lines).
const REACH = 2;
const REACH_ON = 5;
const SHARE_OF_EDGE = 0.125;

interface RuleLengths {
  /** Minimum length in pixels of a horizontal ruled line at the cell's upper or lower edge. */
  readonly atEdge: number;
  /** Minimum length in pixels of a horizontal ruled line elsewhere in the cell, where letters that touch may form long runs. */
  readonly between: number;
  /** Width in pixels of the strip around the cell that the picture also shows. The cell's ruled lines may lie in this strip. */
  readonly margin: number;
}

/**
 * Returns a copy without ruled lines. A ruled line is a horizontal run of ink that is long enough, or a vertical run nearly as
 * high as the cell. Where a stroke crosses a ruled line inside the cell, the stroke's pixels stay.
 */
export function removeRules(cell: Bitmap, { atEdge, between, margin }: RuleLengths): Bitmap {
  const { width, height } = cell;
  const level = markRuledLinesAlong(
    cell,
    { along: width, across: height, step: 1, stride: width },
    { margin, least: Math.min(SHARE_OF_WIDTH * width, atEdge), inside: Math.min(SHARE_BETWEEN * width, between) },
  );
  const upright = markRuledLinesAlong(
    cell,
    { along: height, across: width, step: width, stride: 1 },
    { margin, least: SHARE_OF_HEIGHT * height, inside: Number.POSITIVE_INFINITY },
  );
  const pixels = cell.pixels.map((value, place) => {
    const one = level[place] as RulePart;
    const other = upright[place] as RulePart;
    return one === THIN || other === THIN || (one === CROSSED && other === CROSSED) ? 255 : value;
  });
  return { width, height, pixels };
}

/** Whether a pixel belongs to a ruled line of one direction: no (`NONE`), yes (`THIN`), or yes, at a crossing (`CROSSED`). */
type RulePart = typeof NONE | typeof THIN | typeof CROSSED;
const NONE = 0;
const THIN = 1;
const CROSSED = 2;

// A scan over the picture along the ruled lines of one direction, in `across` scan lines of `along` pixels. In the pixel array,
// the scan lines are `stride` elements apart, and the pixels of a scan line are `step` elements apart.
interface Walk {
  readonly along: number;
  readonly across: number;
  readonly step: number;
  readonly stride: number;
}

/** Minimum length of a run of ink: `least` in the `margin` around the cell or at the cell's edge, `inside` for any other run. */
interface RunLengths {
  readonly margin: number;
  readonly least: number;
  readonly inside: number;
}

function markRuledLinesAlong(cell: Bitmap, walk: Walk, { margin, least, inside }: RunLengths): Uint8Array {
  const parts = new Uint8Array(cell.pixels.length);
  const half = Math.ceil(walk.across / 2);
  const maxDepth = SHARE_OF_EDGE * (walk.across - 2 * margin);
  const begins = margin + Math.min(REACH, maxDepth);
  const ends = margin + Math.min(REACH_ON, maxDepth);
  const inwards = Array.from({ length: half }, (_, line) => line);
  for (const lines of [inwards, inwards.map((line) => walk.across - 1 - line)]) {
    let continuesIn: readonly Run[] = [];
    lines.forEach((line, depth) => {
      const runs = findLongRuns(cell, walk, line, Math.min(least, inside)).filter(
        (run) =>
          getLength(run) >= inside ||
          ((depth < begins || (depth < ends && continuesIn.some(createOverlapTest(run)))) && getLength(run) >= least),
      );
      for (const run of runs) markRule(parts, cell, walk, line, run, depth < margin ? THIN : CROSSED);
      continuesIn = runs;
    });
  }
  return parts;
}

/** First pixel of a run, and the pixel after its last pixel. */
type Run = readonly [number, number];

function getLength([from, to]: Run): number {
  return to - from;
}

function createOverlapTest([from, to]: Run): (other: Run) => boolean {
  return (other) => other[0] < to && from < other[1];
}

// Marks the pixels of a ruled line. Where other ink crosses the ruled line, the pixels get the mark `crossing`. For a ruled line
// outside the cell, pass `THIN` as `crossing`. The pixels at crossings are then removed too, since the crossing stroke belongs to
// the neighboring cell.
function markRule(
  parts: Uint8Array,
  cell: Bitmap,
  walk: Walk,
  line: number,
  [from, to]: Run,
  crossing: RulePart,
): void {
  const spans = measureCrossingInk(cell, walk, line, from, to);
  const thickness = computeLowerQuartile(spans.map(([first, last]) => last - first + 1));
  if (thickness > Math.min(THICKEST, THICKEST_SHARE * cell.height)) return;
  const crossed = spans.filter(([first, last]) => last - first + 1 > thickness + FRAY).length;
  if (to - from < SHARE_OF_WIDTH * walk.along && crossed > MAX_CROSSED * (to - from)) return;
  spans.forEach(([first, last], at) => {
    const toPixelIndex = (other: number) => other * walk.stride + (from + at) * walk.step;
    if (last - first + 1 > thickness + FRAY) {
      parts[toPixelIndex(line)] = crossing;
    } else {
      // Also remove the ruled line's frayed sides.
      for (let other = first; other <= last; other += 1) parts[toPixelIndex(other)] = THIN;
    }
  });
}

function findLongRuns({ pixels }: Bitmap, { along, step, stride }: Walk, line: number, least: number): Run[] {
  const runs: Run[] = [];
  let start = -1;
  let last = -1;
  for (let at = 0; at <= along; at += 1) {
    const ink = at < along && (pixels[line * stride + at * step] as number) < INK_BELOW;
    if (ink) {
      if (start < 0) start = at;
      last = at;
    } else if (start >= 0 && (at - last > GAP || at === along)) {
      if (last + 1 - start >= least) runs.push([start, last + 1]);
      start = -1;
    }
  }
  return runs;
}

// Measures how far ink extends at right angles to a run. For each pixel of the run, returns the first and last scan line (see
// `Walk`) of the unbroken ink through the pixel.
function measureCrossingInk(cell: Bitmap, walk: Walk, line: number, from: number, to: number): [number, number][] {
  const { across, step, stride } = walk;
  return Array.from({ length: to - from }, (_, index) => {
    const isInk = (other: number) => (cell.pixels[other * stride + (from + index) * step] as number) < INK_BELOW;
    let [first, last] = [line, line];
    while (first > 0 && isInk(first - 1)) first -= 1;
    while (last + 1 < across && isInk(last + 1)) last += 1;
    return [first, last];
  });
}

/** Estimates a ruled line's thickness. Letters on a line make the line look thicker, but seldom along its whole length. */
function computeLowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] ?? 0;
}
