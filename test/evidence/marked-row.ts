/** The marked row in a picture of evidence, found by the colours of the mark alone, and the cells of a scanned one, by the rules of its table. */
import { convertIndexedToRgb, decode } from "fast-png";
import { type Bitmap, cropped } from "../../src/imaging/raster/bitmap.ts";

/** The mark's outline has 176 in its red part, which therefore is paper here. */
const INK_BELOW = 140;
/** Least share of a row's height that the rule between two cells has dark, and of its width that a level one has. */
const RULE = 0.75;
const LEVEL_RULE = 0.4;
const LEAST_CELL_PIXELS = 20;
/** What a rule's ragged edge may cover of a cell. */
const EDGE_PIXELS = 3;
/** A row of pixels with less ink is a speck's; a line of letters ends where so many rows have none, and a lower one is a rule. */
const LEAST_INK = 2;
const LINE_GAP_PIXELS = 2;
const LEAST_LETTER_PIXELS = 8;

/** The red part of the pixels within the mark. */
export function markedRow(png: Uint8Array): Bitmap {
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
  return cropped({ width, height, pixels }, { left, top, width: right - left + 1, height: bottom - top + 1 });
}

/** What lies between two upright rules, or between the last one and the end of the row, from the left: with rules as they are, and as they are when leaning or broken. */
export function gridsOf(row: Bitmap): readonly (readonly Bitmap[])[] {
  return [row, withNeighbours(row)].map((drawn) => cellsOf(row, drawn));
}

function cellsOf(row: Bitmap, drawn: Bitmap): readonly Bitmap[] {
  const { width, height } = row;
  const rules = Array.from({ length: width }, (_, x) => x).filter((x) => inkOf(drawn, { x }) > RULE * height);
  const edges = [...rules, width];
  return edges.flatMap((right, at) => {
    const left = edges[at - 1];
    if (left === undefined || right - left < LEAST_CELL_PIXELS) return [];
    const inside = { left: left + EDGE_PIXELS, top: 0, width: right - left - 2 * EDGE_PIXELS, height };
    return [withoutLevelRules(cropped(row, inside))];
  });
}

/** Number of dark pixels. */
export function ink({ pixels }: Bitmap): number {
  return pixels.reduce((dark, pixel) => dark + (pixel < INK_BELOW ? 1 : 0), 0);
}

/** The line of a picture that has the most ink, without the specks above and below; null where nothing has ink. */
export function trimmed(picture: Bitmap): Bitmap | null {
  const { width, height } = picture;
  const lines: { from: number; to: number; ink: number }[] = [];
  for (let y = 0; y < height; y += 1) {
    const here = inkOf(picture, { y });
    if (here < LEAST_INK) continue;
    const last = lines.at(-1);
    if (last === undefined || y - last.to > LINE_GAP_PIXELS) lines.push({ from: y, to: y, ink: here });
    else Object.assign(last, { to: y, ink: last.ink + here });
  }
  const high = lines.filter(({ from, to }) => to - from >= LEAST_LETTER_PIXELS);
  const line = high.toSorted((one, other) => other.ink - one.ink)[0];
  if (line === undefined) return null;
  const band = cropped(picture, { left: 0, top: line.from - 1, width, height: line.to - line.from + 3 });
  const across = Array.from({ length: width }, (_, x) => x).filter((x) => inkOf(band, { x }) > 0);
  const left = across[0] ?? 0;
  return cropped(band, { left, top: 0, width: (across.at(-1) ?? 0) - left + 1, height: band.height });
}

function inkOf({ width, height, pixels }: Bitmap, at: { readonly x: number } | { readonly y: number }): number {
  let dark = 0;
  if ("x" in at) for (let y = 0; y < height; y += 1) dark += (pixels[y * width + at.x] as number) < INK_BELOW ? 1 : 0;
  else for (let x = 0; x < width; x += 1) dark += (pixels[at.y * width + x] as number) < INK_BELOW ? 1 : 0;
  return dark;
}

/** A cell's level rules lie at its top and its bottom; a line of letters in its middle may be as dark. */
function withoutLevelRules(cell: Bitmap): Bitmap {
  const { width, height } = cell;
  const pixels = cell.pixels.slice();
  for (let y = 0; y < height; y += 1) {
    const isOutside = y < height / 6 || y > (height * 5) / 6;
    if (isOutside && inkOf(cell, { y }) > LEVEL_RULE * width) pixels.fill(255, y * width, (y + 1) * width);
  }
  return { width, height, pixels };
}

/** Each pixel as dark as the darkest of itself and the two beside it, so that a rule that leans or is broken is one. */
function withNeighbours({ width, height, pixels }: Bitmap): Bitmap {
  const darkest = pixels.map((pixel, at) => Math.min(pixel, pixels[at - 1] ?? 255, pixels[at + 1] ?? 255));
  return { width, height, pixels: darkest };
}
