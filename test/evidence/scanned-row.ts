/** Reads a marked row of a scanned page by other means than those that read the page: each cell for itself, and the cross by its ink. */
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { recogniseLines } from "../../src/filings/imaging/text/engine.ts";
import { addBorder, applyThreshold, blur, scaleBitmap } from "../../src/filings/imaging/text/scale-picture.ts";
import { type Grids, markIn, trimmed } from "./marked-row.ts";

/** The columns of amounts from the left, which end the table in every printing of either form. Those of the Senate have the seventh for assets of a spouse. */
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
/** Each reading of a cell has its letters set to this height in pixels: as they are, smoothed, in black and white by a shade, set wider, or thinned, as touching ones need. */
const READINGS: readonly ((letters: Bitmap) => Bitmap)[] = [
  ...[28, 36, 48, 32, 42].map((height) => (letters: Bitmap) => setTo(height, letters)),
  ...[36, 44, 60].map((height) => (letters: Bitmap) => blur(setTo(height, letters))),
  ...[100, 200].map((below) => (letters: Bitmap) => applyThreshold(setTo(36, letters), below)),
  ...[28, 44].map((height) => (letters: Bitmap) => blur(setTo(height, widened(letters, 1.3)))),
  ...[1.25, 1.8].map((factor) => (letters: Bitmap) => setTo(40, widened(letters, factor))),
  ...[1, 1.3].map((factor) => (letters: Bitmap) => thinned(thinned(setTo(44, widened(letters, factor))))),
];
/** The engine reads digits better with the other characters forbidden in some prints, and worse in others. */
const LETTERS = ["0123456789/-", ""];
/** A cross has more dark pixels than this, and so many times those of what else is in its row; a cell so much wider than others is of another kind. */
const MIN_INK = 20;
const CLEARLY = 1.25;
const WIDER = 1.5;
/** The digits of a date: narrower cells hold none, and wider ones are names of assets. */
const DATE_PIXELS = { least: 50, most: 220 };

/** Returns whether any reading of one of the cells is one of these writings of a date. */
export async function hasDate(grids: Grids, writings: readonly string[]): Promise<boolean> {
  for (const letters of lettersIn(grids.flat())) {
    if (letters.width < DATE_PIXELS.least || letters.width > DATE_PIXELS.most) continue;
    for (const reading of READINGS) {
      const picture = reading(letters);
      for (const pass of ["line", "word"] as const) {
        for (const allowed of LETTERS) {
          const read = (await textOf(picture, pass, allowed)).replace(/\s/g, "");
          if (writings.some((writing) => isWriting(read, writing))) return true;
        }
      }
    }
  }
  return false;
}

/** Each digit of the date and no other was read; a slash may have been read as a digit, or not at all. */
function isWriting(read: string, writing: string): boolean {
  const isLike = () => [...writing].every((letter, at) => letter === "/" || letter === read[at]);
  return read.replace(/\D/g, "") === writing.replaceAll("/", "") || (read.length === writing.length && isLike());
}

/** The text of each cell that is wide enough for the name of an asset, read for itself. */
export async function wideCells(grids: Grids): Promise<readonly string[]> {
  const wide = grids.flatMap((cells) => cells.toSorted((one, other) => other.width - one.width).slice(0, 1));
  const read: string[] = [];
  for (const letters of lettersIn(wide)) {
    for (const height of [28, 40]) {
      read.push(await textOf(setTo(height, letters), "line", ""));
    }
  }
  return read;
}

/** The line of letters of each cell that has one: equal pixels are read alike, and most ways of finding the rules find the same cells. */
function lettersIn(cells: readonly Bitmap[]): readonly Bitmap[] {
  const found = new Map<string, Bitmap>();
  for (const letters of cells.map(trimmed)) {
    if (letters) found.set(`${letters.width} ${Buffer.from(letters.pixels).toString("latin1")}`, letters);
  }
  return [...found.values()];
}

function setTo(height: number, letters: Bitmap): Bitmap {
  return addBorder(scaleBitmap(letters, height / letters.height), 14);
}

/** A picture drawn wider, so that letters which touch are told apart. */
function widened({ width, height, pixels }: Bitmap, factor: number): Bitmap {
  const wide = Math.round(width * factor);
  const out = new Uint8Array(wide * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < wide; x += 1) out[y * wide + x] = pixels[y * width + Math.floor(x / factor)] as number;
  }
  return { width: wide, height, pixels: out };
}

/** Takes the left pixel off every stroke. */
function thinned({ width, height, pixels }: Bitmap): Bitmap {
  return { width, height, pixels: pixels.map((pixel, at) => Math.max(pixel, pixels[at - 1] ?? 255)) };
}

async function textOf(picture: Bitmap, pass: "line" | "word", letters: string): Promise<string> {
  const lines = await recogniseLines(picture, pass, { letters });
  return lines.flatMap((line) => line.map((word) => word.text)).join("");
}

/**
 * The column of amounts in which the cross stands, as this form prints its least amount; null where it cannot be told. Most of the grids in which the
 * mark of one column has clearly more ink than the others decide.
 */
export function crossedColumn(grids: Grids, chamber: keyof typeof COLUMNS): string | null {
  const columns = COLUMNS[chamber];
  const votes = columns.map(() => 0);
  for (const cells of grids) {
    const marks = cellsOfAmounts(cells, columns.length).map(markIn);
    const [most = 0, next = 0] = marks.toSorted((one, other) => other - one);
    if (most > Math.max(MIN_INK, CLEARLY * next)) votes[marks.indexOf(most)] = (votes[marks.indexOf(most)] ?? 0) + 1;
  }
  const most = Math.max(...votes);
  const isOne = most > 0 && votes.lastIndexOf(most) === votes.indexOf(most);
  return isOne ? (columns[votes.indexOf(most)] ?? null) : null;
}

/**
 * The cells that end the row. Some printings of the House lack the last column: the cell before the amounts is one of dates, and wider. Empty where the
 * rules give other columns: where two were lost, the cell of dates stands among those of the amounts.
 */
function cellsOfAmounts(cells: readonly Bitmap[], columns: number): readonly Bitmap[] {
  const last = cells.slice(-columns);
  if (last.length < columns) return [];
  const middle = last.map(({ width }) => width).toSorted((one, other) => one - other)[Math.floor(columns / 2)] ?? 0;
  const isWide = last.map(({ width }) => width > WIDER * middle);
  if (isWide.slice(1, -1).includes(true)) return [];
  return isWide[0] ? last.slice(1) : last;
}
