/** Reads a marked row of a scanned page by other means than the page reader: each cell separately, and the cross by its ink. */
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { recogniseLines } from "../../src/filings/imaging/text/engine.ts";
import { addBorder, applyThreshold, blur, scaleBitmap } from "../../src/filings/imaging/text/scale-picture.ts";
import { cropToLine, type Grids, measureMark } from "./marked-row.ts";

/**
 * The amount columns from left to right, which are the last ones of the table in every printing of both forms. The Senate's
 * seventh column is for assets of a spouse.
 */
const BRACKETS = [
  "$1,001",
  "$15,001",
  "$50,001",
  "$100,001",
  "$250,001",
  "$500,001",
  "$1,000,001",
  "$5,000,001",
  "$25,000,001",
  "Over $50,000,000",
];
const COLUMNS = {
  house: [...BRACKETS, "Spouse/DC Over $1,000,000"],
  senate: [...BRACKETS.slice(0, 6), "Over $1,000,000", ...BRACKETS.slice(6)],
};
/**
 * Ways to prepare a cell's letters for a reading, each with a height in pixels: unchanged, smoothed, in black and white by a
 * threshold, widened, or thinned, which touching letters need.
 */
const READINGS: readonly ((letters: Bitmap) => Bitmap)[] = [
  ...[28, 36, 48, 32, 42].map((height) => (letters: Bitmap) => scaleToHeight(height, letters)),
  ...[36, 44, 60].map((height) => (letters: Bitmap) => blur(scaleToHeight(height, letters))),
  ...[100, 200].map((below) => (letters: Bitmap) => applyThreshold(scaleToHeight(36, letters), below)),
  ...[28, 44].map((height) => (letters: Bitmap) => blur(scaleToHeight(height, widen(letters, 1.3)))),
  ...[1.25, 1.8].map((factor) => (letters: Bitmap) => scaleToHeight(40, widen(letters, factor))),
  ...[1, 1.3].map((factor) => (letters: Bitmap) => thinStrokes(thinStrokes(scaleToHeight(44, widen(letters, factor))))),
];
/** In some prints the engine reads digits better if other characters are forbidden, in others worse: both are tried. */
const ALLOWED_CHARACTERS = ["0123456789/-", ""];
/**
 * A cross has more dark pixels than `MIN_INK`, and more than `MIN_INK_RATIO` times those of any other mark in its row. A cell
 * more than `MAX_WIDTH_RATIO` times as wide as the middle one is of another kind.
 */
const MIN_INK = 20;
const MIN_INK_RATIO = 1.25;
const MAX_WIDTH_RATIO = 1.5;
/** Width of a date's digits: a narrower cell has no date, and a wider one has the name of an asset. */
const DATE_PIXELS = { least: 50, most: 220 };

/** Returns whether any reading of any cell is one of these writings of a date. */
export async function hasDate(grids: Grids, writings: readonly string[]): Promise<boolean> {
  for (const letters of findLetters(grids.flat())) {
    if (letters.width < DATE_PIXELS.least || letters.width > DATE_PIXELS.most) continue;
    for (const reading of READINGS) {
      const picture = reading(letters);
      for (const pass of ["line", "word"] as const) {
        for (const allowed of ALLOWED_CHARACTERS) {
          const read = (await readText(picture, pass, allowed)).replace(/\s/g, "");
          if (writings.some((writing) => isWriting(read, writing))) return true;
        }
      }
    }
  }
  return false;
}

/** True if each digit of the date and no other was read. A slash may have been read as a digit, or not at all. */
function isWriting(read: string, writing: string): boolean {
  const isLike = () => [...writing].every((letter, at) => letter === "/" || letter === read[at]);
  return read.replace(/\D/g, "") === writing.replaceAll("/", "") || (read.length === writing.length && isLike());
}

/** The text of the widest cell of each grid, which may have the name of the asset, read separately. */
export async function readWidestCells(grids: Grids): Promise<readonly string[]> {
  const wide = grids.flatMap((cells) => cells.toSorted((one, other) => other.width - one.width).slice(0, 1));
  const read: string[] = [];
  for (const letters of findLetters(wide)) {
    for (const height of [28, 40]) {
      read.push(await readText(scaleToHeight(height, letters), "line", ""));
    }
  }
  return read;
}

/**
 * The line of letters of each cell that has one. Identical lines are returned once: most ways of finding the rules find the
 * same cells, and equal pixels give equal readings.
 */
function findLetters(cells: readonly Bitmap[]): readonly Bitmap[] {
  const found = new Map<string, Bitmap>();
  for (const letters of cells.map(cropToLine)) {
    if (letters) found.set(`${letters.width} ${Buffer.from(letters.pixels).toString("latin1")}`, letters);
  }
  return [...found.values()];
}

function scaleToHeight(height: number, letters: Bitmap): Bitmap {
  return addBorder(scaleBitmap(letters, height / letters.height), 14);
}

/** Draws a picture wider, so that touching letters can be told apart. */
function widen({ width, height, pixels }: Bitmap, factor: number): Bitmap {
  const wide = Math.round(width * factor);
  const out = new Uint8Array(wide * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < wide; x += 1) out[y * wide + x] = pixels[y * width + Math.floor(x / factor)] as number;
  }
  return { width: wide, height, pixels: out };
}

/** Removes the leftmost pixel of every stroke. */
function thinStrokes({ width, height, pixels }: Bitmap): Bitmap {
  return { width, height, pixels: pixels.map((pixel, at) => Math.max(pixel, pixels[at - 1] ?? 255)) };
}

async function readText(picture: Bitmap, pass: "line" | "word", letters: string): Promise<string> {
  const lines = await recogniseLines(picture, pass, { letters });
  return lines.flatMap((line) => line.map((word) => word.text)).join("");
}

/**
 * The amount column with the cross, as the lowest amount that this form prints for it; null if it cannot be determined. Each
 * grid in which the mark of one column has clearly more ink than the others votes for that column, and most votes win.
 */
export function findCrossedColumn(grids: Grids, chamber: keyof typeof COLUMNS): string | null {
  const columns = COLUMNS[chamber];
  const votes = columns.map(() => 0);
  for (const cells of grids) {
    const marks = findAmountCells(cells, columns.length).map(measureMark);
    const [most = 0, next = 0] = marks.toSorted((one, other) => other - one);
    if (most > Math.max(MIN_INK, MIN_INK_RATIO * next))
      votes[marks.indexOf(most)] = (votes[marks.indexOf(most)] ?? 0) + 1;
  }
  const most = Math.max(...votes);
  const isOne = most > 0 && votes.lastIndexOf(most) === votes.indexOf(most);
  return isOne ? (columns[votes.indexOf(most)] ?? null) : null;
}

/**
 * The last cells of the row. Some House printings lack the last column; then the first of these cells is a date cell, which is
 * wider and is left out. Empty if the rules give other columns: if two were lost, a date cell is among the amount cells.
 */
function findAmountCells(cells: readonly Bitmap[], columns: number): readonly Bitmap[] {
  const last = cells.slice(-columns);
  if (last.length < columns) return [];
  const middle = last.map(({ width }) => width).toSorted((one, other) => one - other)[Math.floor(columns / 2)] ?? 0;
  const isWide = last.map(({ width }) => width > MAX_WIDTH_RATIO * middle);
  if (isWide.slice(1, -1).includes(true)) return [];
  return isWide[0] ? last.slice(1) : last;
}
