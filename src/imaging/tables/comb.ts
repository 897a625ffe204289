/** Level rules of a faint copy, of which a few dashes are left: they are told by standing equally far apart. */
import { type Ink, inkWithin } from "../raster/ink.ts";
import type { Strip } from "./strip.ts";
import { scaleOf, strokesAlongRows } from "./strokes.ts";

/** Dashes are at least so long and at most so thick, at 200 dpi; no letter has such a stroke. */
const SHORTEST_DASH = 16;
const THICKEST_DASH = 5;
/** How far apart rules may be, at 200 dpi, and how finely that is tried. */
const PITCH = { least: 24, most: 110, step: 0.1 };
/** Dashes lie so near to their rule's place. */
const WANDER = 2;
/** Pixels of dashes at a rule's place that tell one, and at most so many that count, at 200 dpi. */
const TOLD = 30;
const COUNTED = 150;
/** A rule without any dash costs as much as it may not have. */
const COST = 60;
/** Fewer rules, or fewer of them with dashes, tell no comb; nor do rules that have dashes between them. */
const FEWEST = 5;
const TOLD_SHARE = 0.65;
const MOST_BETWEEN = { pixels: 100, share: 0.3 };
/** So many of the lines may have up to twice as much. */
const MOST_STRAY = 0.1;
/** A line beside a band or at the table's end may be so much lower than the others, or taller. */
const ASTRAY = 0.25;
/** With so much of a line left below the last rule there is another one. */
const OPEN = 0.4;
/** A line of its own has something in so many columns beside the widest one. */
const FILLED_COLUMNS = 2;
/** Ink in a cell, as at 200 dpi; and how far from its edges. */
const FEWEST_PIXELS = 20;
const MARGIN = 4;

/** How many pixels of dashes lie between two heights of a table. */
type Dashes = (top: number, bottom: number) => number;

/**
 * The lines of a stretch of a table of which the rules are equally far apart, and how far. The last one may be open to the stretch's end.
 * @param known how far apart rules are elsewhere in the table: then a few are enough.
 * @returns null where the dashes tell no such rules, or where a line that no dash parts from its neighbour may be a part of that.
 */
export function combedLines(
  ink: Ink,
  dashes: Dashes,
  columns: readonly Strip[],
  stretch: Strip,
  known: number | null,
): { readonly lines: readonly Strip[]; readonly pitch: number } | null {
  const scale = scaleOf(ink);
  const near = (y: number): number => dashes(y - WANDER * scale, y + WANDER * scale + 1);
  const comb = bestComb(near, stretch, known, scale);
  if (!comb) return null;
  const { pitch, teeth } = comb;
  const told = teeth.map((y) => near(y) >= TOLD * scale);
  const usual = median(teeth.map(near));
  const between = teeth.map((y) => dashes(y - pitch + 3 * WANDER * scale, y - 3 * WANDER * scale));
  const most = Math.max(MOST_BETWEEN.pixels * scale, MOST_BETWEEN.share * usual);
  const stray = between.filter((pixels) => pixels > most);
  const isBare = stray.length <= MOST_STRAY * teeth.length && stray.every((pixels) => pixels <= 2 * most);
  const isTold = told.filter(Boolean).length >= TOLD_SHARE * teeth.length;
  if (!isBare || !isTold || (known === null && teeth.length < FEWEST)) return null;
  const lines = linesBetween(teeth, stretch, pitch, Math.round(WANDER * scale));
  const isEven = lines.every(({ from, to }) => Math.abs(to - from + 2 * WANDER * scale - pitch) <= ASTRAY * pitch);
  const filled = lines.map((line) => isFilled(ink, columns, line, scale));
  const areParted = told.every((seen, i) => seen || (filled[i] === true && filled[i + 1] !== false));
  return isEven && areParted ? { lines, pitch } : null;
}

function linesBetween(teeth: readonly number[], { from, to }: Strip, pitch: number, edge: number): Strip[] {
  const last = teeth.at(-1) ?? from;
  // Of an open line the upright rules' last dashes may be lost.
  const ends = [from - edge, ...teeth, ...(to - last > OPEN * pitch ? [Math.max(last + pitch, to + edge)] : [])];
  return ends.slice(1).map((end, i) => ({
    from: Math.round(ends[i] as number) + edge,
    to: Math.round(end) - edge,
  }));
}

export function dashesOf(ink: Ink, across: Ink, columns: readonly Strip[]): Dashes {
  const scale = scaleOf(ink);
  const strokes = strokesAlongRows(ink, across, Math.round(SHORTEST_DASH * scale), THICKEST_DASH);
  const [left, right] = [columns[0]?.from ?? 0, columns.at(-1)?.to ?? 0];
  const sums = new Float64Array(ink.height + 1);
  for (let y = 0; y < ink.height; y += 1) {
    sums[y + 1] = (sums[y] as number) + inkWithin(strokes, left, y, right, y + 1);
  }
  const until = (y: number): number => sums[Math.min(ink.height, Math.max(0, Math.round(y)))] as number;
  return (top, bottom) => Math.max(0, until(bottom) - until(top));
}

/** The rules' places, from the top, that have most dashes; null where none have enough. */
function bestComb(
  near: (y: number) => number,
  { from, to }: Strip,
  known: number | null,
  scale: number,
): { readonly pitch: number; readonly teeth: readonly number[] } | null {
  let best: { pitch: number; first: number; score: number } | null = null;
  const places = Array.from(
    { length: Math.max(0, to - from + 1) },
    (_, y) => Math.min(COUNTED * scale, near(from + y)) - COST * scale,
  );
  const [least, most] = known === null ? [PITCH.least * scale, PITCH.most * scale] : [known - 1, known + 1];
  for (let pitch = least; pitch <= most; pitch += PITCH.step * scale) {
    for (let first = Math.ceil((1 - ASTRAY) * pitch); first <= (1 + ASTRAY) * pitch; first += 1) {
      let score = 0;
      for (let y = first; y < places.length; y += pitch) score += places[Math.round(y)] ?? 0;
      if (!best || score > best.score) best = { pitch, first, score };
    }
  }
  if (!best || best.score <= 0) return null;
  const teeth: number[] = [];
  for (let y = best.first; y <= to - from; y += best.pitch) teeth.push(from + y);
  return { pitch: best.pitch, teeth };
}

/** Whether a line has something in more columns than the one of the longest text. */
function isFilled(ink: Ink, columns: readonly Strip[], { from, to }: Strip, scale: number): boolean {
  const widest = columns.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  const edge = MARGIN * scale;
  const filled = columns.filter(
    (column) =>
      column !== widest &&
      inkWithin(ink, column.from + edge, from + edge, column.to - edge, to - edge) >= FEWEST_PIXELS * scale * scale,
  );
  return filled.length >= FILLED_COLUMNS;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
