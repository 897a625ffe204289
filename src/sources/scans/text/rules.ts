/** Printed lines around and inside a cell, and how they are taken off without breaking the letters that touch them. */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";

/** Of a rule that is broken by the scan, gaps up to this many pixels are part of it. */
const GAP = 2;
/** In a narrow cell a rule is short: this share of the cell's size is one. */
const SHARE_OF_WIDTH = 0.6;
const SHARE_OF_HEIGHT = 0.8;
/** A rule has at most this thickness; what is thicker is a filled area, and stays. */
const THICKEST = 14;
/** Where it is thicker than elsewhere by more than this, something crosses it. */
const FRAY = 2;

/** How long a level run is to be a rule: at the cell's upper and lower edge, and between them, where letters may touch one another. */
export interface RuleLengths {
  readonly atEdge: number;
  readonly between: number;
  /** Rows from the picture's top and bottom that count as edge. */
  readonly edge: number;
}

/** A copy without the rules: level runs that are long enough, upright ones as high as the cell. A stroke that crosses a rule keeps its own pixels. */
export function withoutRules(cell: Bitmap, { atEdge, between, edge }: RuleLengths): Bitmap {
  const { width, height } = cell;
  const level = rulesAlong(cell, { along: width, across: height, step: 1, stride: width }, (row) =>
    Math.min(SHARE_OF_WIDTH * width, row < edge || row >= height - edge ? atEdge : between),
  );
  const tall = SHARE_OF_HEIGHT * height;
  const upright = rulesAlong(cell, { along: height, across: width, step: width, stride: 1 }, () => tall);
  const pixels = cell.pixels.map((value, place) => {
    const one = level[place] as RulePart;
    const other = upright[place] as RulePart;
    return one === THIN || other === THIN || (one === CROSSED && other === CROSSED) ? 255 : value;
  });
  return { width, height, pixels };
}

/** What a pixel is to the rules of one direction: nothing, part of one, or part of one where something crosses it. */
type RulePart = typeof NONE | typeof THIN | typeof CROSSED;
const NONE = 0;
const THIN = 1;
const CROSSED = 2;

/** How to walk: `along` pixels in the rule's direction, `step` apart; `across` lines, `stride` apart. */
interface Walk {
  readonly along: number;
  readonly across: number;
  readonly step: number;
  readonly stride: number;
}

function rulesAlong(cell: Bitmap, walk: Walk, least: (line: number) => number): Uint8Array {
  const parts = new Uint8Array(cell.pixels.length);
  for (let line = 0; line < walk.across; line += 1) {
    for (const [from, to] of longRuns(cell, walk, line, least(line))) {
      const spans = spansAcross(cell, walk, line, from, to);
      const thickness = middle(spans.map(([first, last]) => last - first + 1));
      if (thickness > THICKEST) continue;
      spans.forEach(([first, last], at) => {
        const place = (other: number) => other * walk.stride + (from + at) * walk.step;
        if (last - first + 1 > thickness + FRAY) {
          parts[place(line)] = CROSSED;
        } else {
          // The rule's frayed sides go with it.
          for (let other = first; other <= last; other += 1) parts[place(other)] = THIN;
        }
      });
    }
  }
  return parts;
}

function* longRuns(
  { pixels }: Bitmap,
  { along, step, stride }: Walk,
  line: number,
  least: number,
): Generator<[number, number]> {
  let start = -1;
  let last = -1;
  for (let at = 0; at <= along; at += 1) {
    const ink = at < along && (pixels[line * stride + at * step] as number) < INK_BELOW;
    if (ink) {
      if (start < 0) start = at;
      last = at;
    } else if (start >= 0 && (at - last > GAP || at === along)) {
      if (last + 1 - start >= least) yield [start, last + 1];
      start = -1;
    }
  }
}

/** For each place of a run, the first and last line of the ink that crosses it there. */
function spansAcross(cell: Bitmap, walk: Walk, line: number, from: number, to: number): [number, number][] {
  const { across, step, stride } = walk;
  return Array.from({ length: to - from }, (_, index) => {
    const ink = (other: number) => (cell.pixels[other * stride + (from + index) * step] as number) < INK_BELOW;
    let [first, last] = [line, line];
    while (first > 0 && ink(first - 1)) first -= 1;
    while (last + 1 < across && ink(last + 1)) last += 1;
    return [first, last];
  });
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
