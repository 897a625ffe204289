/** Stacks parts of pages into one picture and highlights the marked row. The picture is a PNG with a small palette. */
import { encode } from "fast-png";
import type { PageBox } from "../../domain/trade.ts";
import type { Bitmap } from "./raster/bitmap.ts";

export interface PicturePart {
  readonly picture: Bitmap;
  /** Area of the highlighted row, in pixels of this part; null if this part has none. */
  readonly marked: PageBox | null;
}

export interface MarkedPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Colour = readonly [red: number, green: number, blue: number];

/** Shades of gray in the picture. Edges of letters look the same with 64 as with 256, and the file is half as large. */
const SHADES = 64;
/** Yellow of a highlighter, light enough that words on it stay readable in a black and white print. */
export const TINT: Colour = [255, 240, 176];
/** Dark enough that the outline is visible in a black and white print too. */
export const OUTLINE: Colour = [176, 72, 0];
const GAP: Colour = [226, 229, 233];
const OUTLINE_PIXELS = 3;
/** A bar on each side of the row, for tables whose ruled lines are as dark as the outline. */
const BAR = { width: 8, gap: 4 };
const GAP_PIXELS = 10;
/** Ink darker than this shade is drawn over the outline, so that the outline hides no print. */
const INK_SHADE = SHADES * 0.6;

const toGray = (at: number) => Math.round((at * 255) / (SHADES - 1));
const toTint = (at: number): Colour => TINT.map((part) => Math.round((part * toGray(at)) / 255)) as unknown as Colour;
const levels = Array.from({ length: SHADES }, (_, at) => at);
const PALETTE: readonly Colour[] = [
  ...levels.map((at): Colour => [toGray(at), toGray(at), toGray(at)]),
  ...levels.map(toTint),
  OUTLINE,
  GAP,
];
const OUTLINE_INDEX = 2 * SHADES;
const GAP_INDEX = OUTLINE_INDEX + 1;
const WHITE_INDEX = SHADES - 1;

/** Stacks the parts with a gray band between them, and pads narrower parts with white. */
export function stackParts(parts: readonly PicturePart[]): MarkedPicture {
  const width = Math.max(...parts.map(({ picture }) => picture.width));
  const height =
    parts.reduce((sum, { picture }) => sum + picture.height, 0) + GAP_PIXELS * Math.max(0, parts.length - 1);
  const data = new Uint8Array(width * height).fill(WHITE_INDEX);
  let top = 0;
  for (const [at, part] of parts.entries()) {
    if (at > 0) {
      data.fill(GAP_INDEX, top * width, (top + GAP_PIXELS) * width);
      top += GAP_PIXELS;
    }
    drawPart(part, data.subarray(top * width), width);
    top += part.picture.height;
  }
  const palette = PALETTE.map((colour) => [...colour]) as [number, number, number][];
  return { png: encode({ width, height, data, channels: 1, depth: 8, palette }), width, height };
}

function drawPart({ picture, marked }: PicturePart, into: Uint8Array, width: number): void {
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const gray = picture.pixels[y * picture.width + x] as number;
      into[y * width + x] = Math.round((gray * (SHADES - 1)) / 255);
    }
  }
  if (marked === null) return;
  const left = Math.max(0, Math.round(marked.left));
  const top = Math.max(0, Math.round(marked.top));
  const right = Math.min(picture.width, Math.round(marked.left + marked.width));
  const bottom = Math.min(picture.height, Math.round(marked.top + marked.height));
  const bars = [left - BAR.gap - BAR.width, right + BAR.gap].filter((x) => x >= 0 && x + BAR.width <= picture.width);
  for (let y = top; y < bottom; y += 1) {
    for (const x of bars) into.fill(OUTLINE_INDEX, y * width + x, y * width + x + BAR.width);
    for (let x = left; x < right; x += 1) {
      const at = y * width + x;
      const level = into[at] as number;
      const edge = Math.min(x - left, y - top, right - 1 - x, bottom - 1 - y);
      into[at] = edge < OUTLINE_PIXELS && level > INK_SHADE ? OUTLINE_INDEX : level + SHADES;
    }
  }
}
