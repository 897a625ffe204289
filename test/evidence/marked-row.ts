/** Finds the marked row in a picture of evidence by the mark's colors alone, and a scanned row's cells by the table's rules. */
import { convertIndexedToRgb, decode } from "fast-png";
import { type Bitmap, cropBitmap } from "../../src/filings/imaging/raster/bitmap.ts";

/** Red values below this are ink. The mark's outline has a red value of 176, so it counts as paper. */
const INK_BELOW = 140;
/** Minimum dark share of a row's height for a rule between two cells, and of a cell's width for a piece of a horizontal rule. */
const VERTICAL_RULE = 0.75;
const HORIZONTAL_RULE = 0.4;
const MIN_CELL_PIXELS = 20;
/** Pixels cut off each side of a cell for a rule's ragged edge: usually, and if letters touch the rule. */
const EDGES_PIXELS = [3, 1];
/**
 * Minimum length, in rows, of a rule of the picture. Gaps are bridged up to `RULE_GAP_PIXELS`, and a row lower than a line of
 * letters counts as `MIN_ROW_PIXELS`.
 */
const LONG_RULES = [2, 5];
const MIN_ROW_PIXELS = 28;
const RULE_GAP_PIXELS = 3;
/** A row of pixels with less ink is part of a speck. A line of letters ends at a gap, and a line that is too low is a rule. */
const MIN_INK = 2;
const LINE_GAP_PIXELS = 2;
const MIN_LETTER_PIXELS = 8;
/** A smaller piece is a speck or the rest of a rule. */
const MIN_MARK_PIXELS = 5;
/** Strokes of crosses and ticks have no longer horizontal or vertical run of dark pixels. */
const LONGEST_STROKE_PIXELS = 20;

/** The marked row of a picture, and the positions of the table's vertical rules. */
export interface MarkedRow {
  /** The red channel of the pixels within the mark. */
  readonly row: Bitmap;
  /** Pixel columns of the row with a rule: of all rules longer than rows, and of those longer than rotated header letters too. */
  readonly rules: readonly (readonly number[])[];
}

export function findMarkedRow(png: Uint8Array): MarkedRow {
  const image = decode(png);
  const { width, height } = image;
  const channels = image.palette ? 3 : image.channels;
  const data = image.palette ? convertIndexedToRgb(image) : image.data;
  const pixels = new Uint8Array(width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < pixels.length; at += 1) {
    const [red, blue] = [Number(data[at * channels]), Number(data[at * channels + 2])];
    pixels[at] = red;
    if (red - blue <= 40) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const mark = { left, top, width: right - left + 1, height: bottom - top + 1 };
  const wide = darkenByNeighbors({ width, height, pixels });
  const columns = Array.from({ length: mark.width }, (_, x) => x);
  const runs = columns.map((x) => measureLongestRun(wide, left + x));
  const lowest = Math.max(mark.height, MIN_ROW_PIXELS);
  return {
    row: cropBitmap({ width, height, pixels }, mark),
    rules: LONG_RULES.map((rows) => columns.filter((_, x) => (runs[x] as number) >= rows * lowest)),
  };
}

/** The cells of a row from left to right, for each way of finding its rules. */
export type Grids = readonly (readonly Bitmap[])[];

/**
 * Cuts out what lies between two vertical rules, or between the last one and the end of the row, from left to right. Rules are
 * those found in the row as drawn, in the row with leaning and broken rules joined, and in the picture.
 */
export function findGrids({ row, rules }: MarkedRow): Grids {
  return EDGES_PIXELS.flatMap((edge) =>
    [findRules(row), findRules(darkenByNeighbors(row)), ...rules].map((found) => cutCells(row, found, edge)),
  );
}

function findRules(drawn: Bitmap): readonly number[] {
  const columns = Array.from({ length: drawn.width }, (_, x) => x);
  return columns.filter((x) => countInk(drawn, { x }) > VERTICAL_RULE * drawn.height);
}

function cutCells(row: Bitmap, rules: readonly number[], edge: number): readonly Bitmap[] {
  const edges = [...rules, row.width];
  return edges.flatMap((right, at) => {
    const left = edges[at - 1];
    if (left === undefined || right - left < MIN_CELL_PIXELS) return [];
    const inside = { left: left + edge, top: 0, width: right - left - 2 * edge, height: row.height };
    return [removeHorizontalRules(cropBitmap(row, inside))];
  });
}

/** Length in pixels of the longest dark run in a column of pixels, over gaps of a few. */
function measureLongestRun({ width, height, pixels }: Bitmap, x: number): number {
  let [longest, from, last] = [0, 0, -Infinity];
  for (let y = 0; y < height; y += 1) {
    if ((pixels[y * width + x] as number) >= INK_BELOW) continue;
    if (y - last > RULE_GAP_PIXELS) from = y;
    last = y;
    longest = Math.max(longest, y - from + 1);
  }
  return longest;
}

/**
 * Number of dark pixels in the largest connected piece of a cell that is at least as high and wide as a cross. Straight
 * strokes, such as rules and the box that some printings have for a tick, do not count: strokes of crosses and ticks are
 * oblique.
 */
export function measureMark(cell: Bitmap): number {
  const { width, height } = cell;
  const dark = findObliquePixels(cell);
  let largest = 0;
  for (const [start] of dark.entries()) {
    if (!dark[start]) continue;
    const piece = [start];
    dark[start] = false;
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (const at of piece) {
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const beside = at + dy * width + dx;
          if (x + dx < 0 || x + dx >= width || !dark[beside]) continue;
          dark[beside] = false;
          piece.push(beside);
        }
      }
    }
    if (Math.min(right - left, bottom - top) + 1 >= MIN_MARK_PIXELS) largest = Math.max(largest, piece.length);
  }
  return largest;
}

/** The dark pixels of a cell that are on no straight stroke. */
function findObliquePixels({ width, height, pixels }: Bitmap): boolean[] {
  const isDark = (x: number, y: number) => (pixels[y * width + x] as number) < INK_BELOW;
  const out = Array.from(pixels, (pixel) => pixel < INK_BELOW);
  const clearLongRuns = (length: number, at: (n: number) => readonly [number, number]) => {
    let from = 0;
    for (let n = 0; n <= length; n += 1) {
      if (n < length && isDark(...at(n))) continue;
      for (let k = from; n - from > LONGEST_STROKE_PIXELS && k < n; k += 1) {
        const [x, y] = at(k);
        out[y * width + x] = false;
      }
      from = n + 1;
    }
  };
  for (let y = 0; y < height; y += 1) clearLongRuns(width, (n) => [n, y]);
  for (let x = 0; x < width; x += 1) clearLongRuns(height, (n) => [x, n]);
  return out;
}

/** Crops a picture to its line of letters with the most ink, without specks above and below; null if it has no such line. */
export function cropToLine(picture: Bitmap): Bitmap | null {
  const { width, height } = picture;
  const lines: { from: number; to: number; ink: number }[] = [];
  for (let y = 0; y < height; y += 1) {
    const here = countInk(picture, { y });
    if (here < MIN_INK) continue;
    const last = lines.at(-1);
    if (last === undefined || y - last.to > LINE_GAP_PIXELS) lines.push({ from: y, to: y, ink: here });
    else Object.assign(last, { to: y, ink: last.ink + here });
  }
  const high = lines.filter(({ from, to }) => to - from >= MIN_LETTER_PIXELS);
  const line = high.toSorted((one, other) => other.ink - one.ink)[0];
  if (line === undefined) return null;
  const band = cropBitmap(picture, { left: 0, top: line.from - 1, width, height: line.to - line.from + 3 });
  const across = Array.from({ length: width }, (_, x) => x).filter((x) => countInk(band, { x }) > 0);
  const left = across[0] ?? 0;
  return cropBitmap(band, { left, top: 0, width: (across.at(-1) ?? 0) - left + 1, height: band.height });
}

function countInk({ width, height, pixels }: Bitmap, at: { readonly x: number } | { readonly y: number }): number {
  let dark = 0;
  if ("x" in at) for (let y = 0; y < height; y += 1) dark += (pixels[y * width + at.x] as number) < INK_BELOW ? 1 : 0;
  else for (let x = 0; x < width; x += 1) dark += (pixels[at.y * width + x] as number) < INK_BELOW ? 1 : 0;
  return dark;
}

/** Whitens the horizontal rules of a cell: runs of dark pixels that are longer than the widest strokes of letters. */
function removeHorizontalRules(cell: Bitmap): Bitmap {
  const { width, height } = cell;
  const pixels = cell.pixels.slice();
  for (let y = 0; y < height; y += 1) {
    let from = 0;
    for (let x = 0; x <= width; x += 1) {
      if (x < width && (cell.pixels[y * width + x] as number) < INK_BELOW) continue;
      if (x - from > HORIZONTAL_RULE * width) pixels.fill(255, y * width + from, y * width + x);
      from = x + 1;
    }
  }
  return { width, height, pixels };
}

/** Makes each pixel as dark as the darkest of itself and its left and right neighbors, which joins a leaning or broken rule. */
function darkenByNeighbors({ width, height, pixels }: Bitmap): Bitmap {
  const darkest = pixels.map((pixel, at) => Math.min(pixel, pixels[at - 1] ?? 255, pixels[at + 1] ?? 255));
  return { width, height, pixels: darkest };
}
