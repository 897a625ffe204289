/** Reads a marked row of a scanned page by other means than those that read the page: each cell for itself, and the cross by its ink. */
import { type Bitmap, cropped } from "../../src/imaging/raster/bitmap.ts";
import { recognise } from "../../src/imaging/text/engine.ts";
import { blackAndWhite, blurred, bordered, scaled } from "../../src/imaging/text/scale-picture.ts";
import { gridsOf, ink, markedRow, trimmed } from "./marked-row.ts";

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
/** Each reading of a cell has its letters set to this height in pixels, as they are, smoothed, or in black and white by a shade. */
const READINGS: readonly ((letters: Bitmap) => Bitmap)[] = [
  ...[28, 36, 48, 32, 42].map((height) => (letters: Bitmap) => setTo(height, letters)),
  ...[36, 44, 60].map((height) => (letters: Bitmap) => blurred(setTo(height, letters))),
  ...[100, 200].map((below) => (letters: Bitmap) => blackAndWhite(setTo(36, letters), below)),
];
/** The engine reads digits better with the other characters forbidden in some prints, and worse in others. */
const LETTERS = ["0123456789/-", ""];
/** The digits of a date: narrower cells hold none, and wider ones are names of assets. */
const DATE_PIXELS = { least: 50, most: 220 };

/** Tells whether any reading of one of the cells has the digits of one of these writings of a date, each of them and no other. */
export async function hasDate(png: Uint8Array, writings: readonly string[]): Promise<boolean> {
  for (const cell of gridsOf(markedRow(png)).flat()) {
    const letters = trimmed(cell);
    if (letters === null || letters.width < DATE_PIXELS.least || letters.width > DATE_PIXELS.most) continue;
    for (const reading of READINGS) {
      const picture = reading(letters);
      for (const pass of ["line", "word"] as const) {
        for (const allowed of LETTERS) if (writings.includes(await digitsOf(picture, pass, allowed))) return true;
      }
    }
  }
  return false;
}

function setTo(height: number, letters: Bitmap): Bitmap {
  return bordered(scaled(letters, height / letters.height), 14);
}

async function digitsOf(picture: Bitmap, pass: "line" | "word", letters: string): Promise<string> {
  const lines = await recognise(picture, pass, { letters });
  const text = lines.flatMap((line) => line.map((word) => word.text)).join("");
  return text.replace(/\D/g, "");
}

/** Tells whether of the columns of amounts the one of this amount has the most ink in the row. */
export function hasCross(png: Uint8Array, chamber: keyof typeof COLUMNS, amount: string): boolean {
  const columns = COLUMNS[chamber];
  const named = columns.findIndex((column) => amount === column || amount.startsWith(`${column} -`));
  return gridsOf(markedRow(png)).some((cells) => {
    const inks = cells.slice(-columns.length).map((cell) => ink(middleOf(cell)));
    return inks.length === columns.length && (inks[named] ?? 0) > 0 && inks[named] === Math.max(...inks);
  });
}

/** The middle half of a cell, where a cross stands and level rules have less ink than it. */
function middleOf(cell: Bitmap): Bitmap {
  return cropped(cell, { left: cell.width / 4, top: 0, width: cell.width / 2, height: cell.height });
}
