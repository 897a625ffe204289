/** The marked row in a picture of evidence, found by the colours of the mark alone, and the cells of a scanned one, by the rules of its table. */
import { convertIndexedToRgb, decode } from "fast-png";
import { type Bitmap, cropBitmap } from "../../src/filings/imaging/raster/bitmap.ts";

/** The mark's outline has 176 in its red part, which therefore is paper here. */
const INK_BELOW = 140;
/** Least share of a row's height that the rule between two cells has dark, and of a cell's width that a piece of a level one has. */
const RULE = 0.75;
const LEVEL_RULE = 0.4;
const MIN_CELL_PIXELS = 20;
/** What a rule's ragged edge may cover of a cell, and of one whose letters touch the rule. */
const EDGES_PIXELS = [3, 1];
/** A rule of the picture is as long as so many rows, over gaps of so many pixels. A row that is lower than a line of letters counts as one. */
const LONG_RULES = [2, 5];
const MIN_ROW_PIXELS = 28;
const RULE_GAP_PIXELS = 3;
/** A row of pixels with less ink is a speck's; a line of letters ends where so many rows have none, and a lower one is a rule. */
const MIN_INK = 2;
const LINE_GAP_PIXELS = 2;
const MIN_LETTER_PIXELS = 8;
/** A smaller piece is a speck, or what is left of a rule. */
const MIN_MARK_PIXELS = 5;
/** Strokes of crosses and ticks have no longer level or upright run. */
const LONGEST_STROKE_PIXELS = 20;

/** The marked row of a picture, with what tells where the rules of its table are. */
export interface MarkedRow {
  /** The red part of the pixels within the mark. */
  readonly row: Bitmap;
  /** Columns of pixels of the row in which a rule of the picture stands: all that are longer than rows, and those that are longer than rotated letters of the head too. */
  readonly rules: readonly (readonly number[])[];
}

export function markedRow(png: Uint8Array): MarkedRow {
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
  const wide = withNeighbours({ width, height, pixels });
  const columns = Array.from({ length: mark.width }, (_, x) => x);
  const runs = columns.map((x) => longestRun(wide, left + x));
  const lowest = Math.max(mark.height, MIN_ROW_PIXELS);
  return {
    row: cropBitmap({ width, height, pixels }, mark),
    rules: LONG_RULES.map((rows) => columns.filter((_, x) => (runs[x] as number) >= rows * lowest)),
  };
}

/** The cells of a row, from the left, as each way of finding its rules has them. */
export type Grids = readonly (readonly Bitmap[])[];

/**
 * What lies between two upright rules, or between the last one and the end of the row, from the left: with the rules of the row as they are, as they
 * are when leaning or broken, and with those of the picture.
 */
export function gridsOf({ row, rules }: MarkedRow): Grids {
  return EDGES_PIXELS.flatMap((edge) =>
    [rulesOf(row), rulesOf(withNeighbours(row)), ...rules].map((found) => cellsOf(row, found, edge)),
  );
}

function rulesOf(drawn: Bitmap): readonly number[] {
  const columns = Array.from({ length: drawn.width }, (_, x) => x);
  return columns.filter((x) => inkOf(drawn, { x }) > RULE * drawn.height);
}

function cellsOf(row: Bitmap, rules: readonly number[], edge: number): readonly Bitmap[] {
  const edges = [...rules, row.width];
  return edges.flatMap((right, at) => {
    const left = edges[at - 1];
    if (left === undefined || right - left < MIN_CELL_PIXELS) return [];
    const inside = { left: left + edge, top: 0, width: right - left - 2 * edge, height: row.height };
    return [withoutLevelRules(cropBitmap(row, inside))];
  });
}

/** Length in pixels of the longest dark run in a column of pixels, over gaps of a few. */
function longestRun({ width, height, pixels }: Bitmap, x: number): number {
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
 * Number of dark pixels of the largest piece of a cell that is as high and as wide as a cross. Straight strokes, such as rules and the box that some
 * printings have for a tick, do not count: the strokes of a cross and of a tick are oblique.
 */
export function markIn(cell: Bitmap): number {
  const { width, height } = cell;
  const dark = oblique(cell);
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
function oblique({ width, height, pixels }: Bitmap): boolean[] {
  const isDark = (x: number, y: number) => (pixels[y * width + x] as number) < INK_BELOW;
  const out = Array.from(pixels, (pixel) => pixel < INK_BELOW);
  const strike = (length: number, at: (n: number) => readonly [number, number]) => {
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
  for (let y = 0; y < height; y += 1) strike(width, (n) => [n, y]);
  for (let x = 0; x < width; x += 1) strike(height, (n) => [x, n]);
  return out;
}

/** The line of a picture that has the most ink, without the specks above and below; null where nothing has ink. */
export function trimmed(picture: Bitmap): Bitmap | null {
  const { width, height } = picture;
  const lines: { from: number; to: number; ink: number }[] = [];
  for (let y = 0; y < height; y += 1) {
    const here = inkOf(picture, { y });
    if (here < MIN_INK) continue;
    const last = lines.at(-1);
    if (last === undefined || y - last.to > LINE_GAP_PIXELS) lines.push({ from: y, to: y, ink: here });
    else Object.assign(last, { to: y, ink: last.ink + here });
  }
  const high = lines.filter(({ from, to }) => to - from >= MIN_LETTER_PIXELS);
  const line = high.toSorted((one, other) => other.ink - one.ink)[0];
  if (line === undefined) return null;
  const band = cropBitmap(picture, { left: 0, top: line.from - 1, width, height: line.to - line.from + 3 });
  const across = Array.from({ length: width }, (_, x) => x).filter((x) => inkOf(band, { x }) > 0);
  const left = across[0] ?? 0;
  return cropBitmap(band, { left, top: 0, width: (across.at(-1) ?? 0) - left + 1, height: band.height });
}

function inkOf({ width, height, pixels }: Bitmap, at: { readonly x: number } | { readonly y: number }): number {
  let dark = 0;
  if ("x" in at) for (let y = 0; y < height; y += 1) dark += (pixels[y * width + at.x] as number) < INK_BELOW ? 1 : 0;
  else for (let x = 0; x < width; x += 1) dark += (pixels[at.y * width + x] as number) < INK_BELOW ? 1 : 0;
  return dark;
}

/** Whitens the level rules of a cell: runs of dark pixels that are longer than the widest strokes of letters. */
function withoutLevelRules(cell: Bitmap): Bitmap {
  const { width, height } = cell;
  const pixels = cell.pixels.slice();
  for (let y = 0; y < height; y += 1) {
    let from = 0;
    for (let x = 0; x <= width; x += 1) {
      if (x < width && (cell.pixels[y * width + x] as number) < INK_BELOW) continue;
      if (x - from > LEVEL_RULE * width) pixels.fill(255, y * width + from, y * width + x);
      from = x + 1;
    }
  }
  return { width, height, pixels };
}

/** Each pixel as dark as the darkest of itself and the two beside it, so that a rule that leans or is broken is one. */
function withNeighbours({ width, height, pixels }: Bitmap): Bitmap {
  const darkest = pixels.map((pixel, at) => Math.min(pixel, pixels[at - 1] ?? 255, pixels[at + 1] ?? 255));
  return { width, height, pixels: darkest };
}
