/** Recovers horizontal ruled lines that a faint copy shows only as dashes. Relies on the even spacing of the lines. */
import { computeMedian } from "../../../base/median.ts";
import { countInkWithin, type Ink } from "../raster/ink.ts";
import type { Strip } from "./strip.ts";
import { computeScale, extractStrokes } from "./strokes.ts";

/** Minimum length and maximum thickness of a dash, in pixels at 200 dpi; no letter has so long and thin a stroke. */
const SHORTEST_DASH = 16;
const THICKEST_DASH = 5;
/** Range and step of the spacings that are tried, in pixels at 200 dpi. */
const PITCH = { least: 24, most: 110, step: 0.1 };
/** Maximum distance of a dash from its ruled line's position, in pixels at 200 dpi. */
const WANDER = 2;
/** Minimum number of dash pixels, at 200 dpi, that show that a ruled line is there. */
const MIN_DASHES = 30;
/** Maximum number of dash pixels of a ruled line, at 200 dpi, that count toward the score of the line. */
const MAX_DASHES = 150;
/** Subtracted from each ruled line's dash pixels, at 200 dpi. So a line without dashes lowers the score of the spacing tried. */
const PENALTY = 60;
/** Minimum number of ruled lines if the spacing is unknown. With the next three limits, excludes spacings that fit by chance. */
const MIN_RULED_LINES = 5;
/** Minimum fraction of the ruled lines that must have at least `MIN_DASHES` dash pixels. */
const SHOWN_SHARE = 0.65;
/** Maximum dash pixels between two ruled lines: `pixels` at 200 dpi or, if larger, `share` of a usual line's dash pixels. */
const MAX_BETWEEN = { pixels: 100, share: 0.3 };
/** Maximum fraction of table rows with more dash pixels than `MAX_BETWEEN`. No row may have more than twice `MAX_BETWEEN`. */
const MAX_STRAY = 0.1;
/** Maximum relative deviation of a row's height from the spacing. Only the first and last row of a table part can deviate. */
const MAX_DEVIATION = 0.25;
/** Share of a row's height. A space below the last ruled line counts as another row if its height is more than this. */
const OPEN = 0.4;
/** Minimum number of columns with ink in a filled row, not counting the widest column. */
const FILLED_COLUMNS = 2;
/** Minimum ink of a filled cell, and the cell's margin, in pixels at 200 dpi. Ink in the margin is not counted. */
const MIN_PIXELS = 20;
const MARGIN = 4;

/** Counts the dash pixels between two y positions of a table. */
type Dashes = (top: number, bottom: number) => number;

/**
 * Finds the rows between evenly spaced ruled lines in a part of a table, and the spacing. The last row may lack a ruled line
 * below. Returns null if the dashes do not show evenly spaced ruled lines. Two neighboring rows with too few dashes between them
 * may really be a single row. So the result is also null if at least one of two such rows is not filled (`isRowFilled`).
 * @param known the spacing elsewhere in the table, or null if unknown. If the spacing is known, fewer ruled lines suffice.
 */
export function findEvenlySpacedLines(
  ink: Ink,
  dashes: Dashes,
  columns: readonly Strip[],
  stretch: Strip,
  known: number | null,
): { readonly lines: readonly Strip[]; readonly pitch: number } | null {
  const scale = computeScale(ink);
  const countDashesNear = (y: number): number => dashes(y - WANDER * scale, y + WANDER * scale + 1);
  const spacing = findBestSpacing(countDashesNear, stretch, known, scale);
  if (!spacing) return null;
  const { pitch, positions } = spacing;
  const shown = positions.map((y) => countDashesNear(y) >= MIN_DASHES * scale);
  const usual = computeMedian(positions.map(countDashesNear));
  const between = positions.map((y) => dashes(y - pitch + 3 * WANDER * scale, y - 3 * WANDER * scale));
  const most = Math.max(MAX_BETWEEN.pixels * scale, MAX_BETWEEN.share * usual);
  const stray = between.filter((pixels) => pixels > most);
  const isBare = stray.length <= MAX_STRAY * positions.length && stray.every((pixels) => pixels <= 2 * most);
  const isShown = shown.filter(Boolean).length >= SHOWN_SHARE * positions.length;
  if (!isBare || !isShown || (known === null && positions.length < MIN_RULED_LINES)) return null;
  const lines = splitStripAtRules(positions, stretch, pitch, Math.round(WANDER * scale));
  const isEven = lines.every(
    ({ from, to }) => Math.abs(to - from + 2 * WANDER * scale - pitch) <= MAX_DEVIATION * pitch,
  );
  const filled = lines.map((line) => isRowFilled(ink, columns, line, scale));
  const areSeparate = shown.every((seen, i) => seen || (filled[i] === true && filled[i + 1] !== false));
  return isEven && areSeparate ? { lines, pitch } : null;
}

function splitStripAtRules(positions: readonly number[], { from, to }: Strip, pitch: number, edge: number): Strip[] {
  const last = positions.at(-1) ?? from;
  // In a row without a bottom rule, the last dashes of the vertical rules may be missing.
  const ends = [from - edge, ...positions, ...(to - last > OPEN * pitch ? [Math.max(last + pitch, to + edge)] : [])];
  return ends.slice(1).map((end, i) => ({
    from: Math.round(ends[i] as number) + edge,
    to: Math.round(end) - edge,
  }));
}

export function createDashCounter(ink: Ink, across: Ink, columns: readonly Strip[]): Dashes {
  const scale = computeScale(ink);
  const strokes = extractStrokes(ink, across, Math.round(SHORTEST_DASH * scale), THICKEST_DASH);
  const [left, right] = [columns[0]?.from ?? 0, columns.at(-1)?.to ?? 0];
  const sums = new Float64Array(ink.height + 1);
  for (let y = 0; y < ink.height; y += 1) {
    sums[y + 1] = (sums[y] as number) + countInkWithin(strokes, left, y, right, y + 1);
  }
  const getSumUntil = (y: number): number => sums[Math.min(ink.height, Math.max(0, Math.round(y)))] as number;
  return (top, bottom) => Math.max(0, getSumUntil(bottom) - getSumUntil(top));
}

/** Finds the evenly spaced positions, from the top, that cover the most dashes; null if no spacing covers enough. */
function findBestSpacing(
  countDashesNear: (y: number) => number,
  { from, to }: Strip,
  known: number | null,
  scale: number,
): { readonly pitch: number; readonly positions: readonly number[] } | null {
  let best: { pitch: number; first: number; score: number } | null = null;
  const places = Array.from(
    { length: Math.max(0, to - from + 1) },
    (_, y) => Math.min(MAX_DASHES * scale, countDashesNear(from + y)) - PENALTY * scale,
  );
  const [least, most] = known === null ? [PITCH.least * scale, PITCH.most * scale] : [known - 1, known + 1];
  for (let pitch = least; pitch <= most; pitch += PITCH.step * scale) {
    for (let first = Math.ceil((1 - MAX_DEVIATION) * pitch); first <= (1 + MAX_DEVIATION) * pitch; first += 1) {
      let score = 0;
      for (let y = first; y < places.length; y += pitch) score += places[Math.round(y)] ?? 0;
      if (!best || score > best.score) best = { pitch, first, score };
    }
  }
  if (!best || best.score <= 0) return null;
  const positions: number[] = [];
  for (let y = best.first; y <= to - from; y += best.pitch) positions.push(from + y);
  return { pitch: best.pitch, positions };
}

/** Returns whether a row has ink in at least `FILLED_COLUMNS` columns other than the widest. */
function isRowFilled(ink: Ink, columns: readonly Strip[], { from, to }: Strip, scale: number): boolean {
  const widest = columns.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  const edge = MARGIN * scale;
  const filled = columns.filter(
    (column) =>
      column !== widest &&
      countInkWithin(ink, column.from + edge, from + edge, column.to - edge, to - edge) >= MIN_PIXELS * scale * scale,
  );
  return filled.length >= FILLED_COLUMNS;
}
