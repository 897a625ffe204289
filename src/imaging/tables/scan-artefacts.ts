/** Finds scan artefacts that look like rules: folds of the paper, scratches, a scanner's streaks. Unlike rules, they continue above and below the table. */
import type { PageBox } from "../../domain/trade.ts";
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";
import type { Ink } from "../raster/ink.ts";
import type { Strip } from "./strip.ts";
import { scaleOf, strokesAlongRows, THICKEST } from "./strokes.ts";
import type { Table } from "./table.ts";

/** A stroke from the page's top to its bottom, leaning a little. */
export interface ArtefactStroke {
  /** Its middle at the page's top, and its shift to the right from one line of pixels to the next. */
  readonly x: number;
  readonly slope: number;
}

/** Shortest piece of an artefact, in pixels at 200 dpi. */
const SHORTEST = 30;
/** Range of leans that are tried: steps to either side, and the pixels of each step in the page's height. */
const STEPS = 12;
const STEP = 3;
/** Least share of the stroke that is seen below the table, above its lines, and along them. Printed rules end with the table, or soon after. */
const SEEN = { below: 0.4, above: 0.25, along: 0.4 };
/** Least room below the table, as a share of the page's height: with less, an artefact cannot be distinguished from a rule. */
const LEAST_ROOM = 0.04;
/** Greatest deviation from a straight line, in pixels at 200 dpi. */
const WANDER = 4;
/** Most artefacts on a page; a larger number of strokes are rules, of a table that continues below. */
const MOST = 4;
/** Least distance between two artefacts, in pixels at 200 dpi. */
const APART = 16;

/** The artefacts within a table's width, except at its edges. @param across the page's ink transposed. */
export function artefactStrokes(ink: Ink, across: Ink, table: Table): ArtefactStroke[] {
  const scale = scaleOf(ink);
  const along = { from: table.lines[0]?.from ?? table.bottom, to: table.bottom };
  const room = ink.height - along.to;
  if (room < LEAST_ROOM * ink.height || along.to <= along.from) return [];
  const middles = middlesOf(strokesAlongRows(across, ink, Math.round(SHORTEST * scale), THICKEST));
  const within = ({ from, to }: Strip): Point[] => middles.filter(({ y }) => y >= from && y < to);
  const below = { from: along.to + Math.round(APART * scale), to: ink.height };
  const parts = [
    { strip: below, points: within(below), least: SEEN.below },
    { strip: { from: 0, to: along.from }, points: within({ from: 0, to: along.from }), least: SEEN.above },
    { strip: along, points: within(along), least: SEEN.along },
  ];
  const edges = { from: table.columns[0]?.from ?? 0, to: table.columns.at(-1)?.to ?? 0 };
  const found: (ArtefactStroke & { readonly seen: number })[] = [];
  for (let step = -STEPS; step <= STEPS; step += 1) {
    const slope = (step * STEP * scale) / ink.height;
    const shares = parts.map(({ strip, points }) => sharesAlong(points, slope, ink.width, strip, WANDER * scale));
    for (let x = 0; x < ink.width; x += 1) {
      const atMiddle = x + (slope * (along.from + along.to)) / 2;
      const seen = shares.map((share) => share[x] as number);
      const isInside = atMiddle > edges.from + APART * scale && atMiddle < edges.to - APART * scale;
      if (!isInside || parts.some(({ least }, i) => (seen[i] as number) < least)) continue;
      found.push({ x, slope, seen: seen.reduce((sum, share) => sum + Math.min(1, share), 0) });
    }
  }
  const strokes = distinct(found, (along.from + along.to) / 2, APART * scale);
  return strokes.length > MOST ? [] : strokes;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middles of upright strokes, line by line. @param strokes transposed, so its rows are the page's columns. */
function middlesOf({ width: height, height: width, at }: Ink): Point[] {
  const middles: Point[] = [];
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      if (!at[x * height + y] || (x > 0 && at[(x - 1) * height + y])) continue;
      let end = x;
      while (end + 1 < width && at[(end + 1) * height + y]) end += 1;
      middles.push({ x: (x + end) / 2, y });
    }
  }
  return middles;
}

/** The share of a strip's lines in which a stroke is met on the way down, for each position at the page's top. */
function sharesAlong(
  points: readonly Point[],
  slope: number,
  width: number,
  strip: Strip,
  wander: number,
): Float64Array {
  const hits = new Float64Array(width);
  for (const { x, y } of points) {
    const place = Math.round(x - slope * y);
    if (place >= 0 && place < width) hits[place] = (hits[place] as number) + 1;
  }
  const around = Math.round(wander / 2);
  const shares = new Float64Array(width);
  let sum = 0;
  for (let x = -around; x < width; x += 1) {
    sum += hits[x + around] ?? 0;
    sum -= hits[x - around - 1] ?? 0;
    if (x >= 0) shares[x] = sum / (strip.to - strip.from);
  }
  return shares;
}

/** One stroke for each artefact, the one seen best. */
function distinct(
  found: readonly (ArtefactStroke & { readonly seen: number })[],
  y: number,
  apart: number,
): ArtefactStroke[] {
  const kept: ArtefactStroke[] = [];
  for (const { x, slope } of found.toSorted((a, b) => b.seen - a.seen)) {
    if (!kept.some((other) => Math.abs(other.x + other.slope * y - x - slope * y) < apart)) kept.push({ x, slope });
  }
  return kept.toSorted((a, b) => a.x - b.x);
}

/** Erases these strokes from the page. Ink that crosses them stays, except for upright stems that they run along. */
export function withoutStrokes(page: Bitmap, strokes: readonly ArtefactStroke[]): Bitmap {
  const { width, height } = page;
  const scale = Math.max(width, height) / 2200;
  const pixels = page.pixels.slice();
  const isInk = (x: number, y: number): boolean => (page.pixels[y * width + x] as number) < INK_BELOW;
  for (const { x: top, slope } of strokes) {
    for (let y = 0; y < height; y += 1) {
      const middle = Math.round(top + slope * y);
      const reach = Math.round(WANDER * scale);
      for (let x = Math.max(0, middle - reach); x <= Math.min(width - 1, middle + reach); x += 1) {
        if (!isInk(x, y)) continue;
        let [from, to] = [x, x + 1];
        while (from > 0 && isInk(from - 1, y)) from -= 1;
        while (to < width && isInk(to, y)) to += 1;
        if (to - from <= THICKEST * scale) pixels.fill(255, y * width + from, y * width + to);
        x = to;
      }
    }
  }
  return { width, height, pixels };
}

/** Tells whether a stroke runs through a part of the page. */
export function runsThrough({ x, slope }: ArtefactStroke, box: PageBox): boolean {
  const [top, bottom] = [x + slope * box.top, x + slope * (box.top + box.height)];
  return Math.max(top, bottom) >= box.left && Math.min(top, bottom) <= box.left + box.width;
}
