/** Reads the headings of a text table, as far as possible. */
import type { PageBox } from "../../../../domain/trade.ts";
import { type Bitmap, turned } from "../../../../imaging/raster/bitmap.ts";
import type { Strip } from "../../../../imaging/tables/table.ts";
import { type CellText, cellText } from "../../../../imaging/text/cell.ts";
import { amountOf, BRACKETS, letteredAmountOf } from "../../../../imaging/text/form-values.ts";
import { hardPass, softPass } from "../../../../imaging/text/ocr-passes.ts";
import { type TextColumn, textColumnOf } from "./columns.ts";

/** Least ratio of height to width of a column whose heading stands upright. */
const UPRIGHT = 1.5;
/** Number of amount headings, of ten or eleven, that must be read. */
const FEWEST_AMOUNTS = 3;

/**
 * Reads one cell.
 * @throws {ParseError} `ocr_failed`.
 */
export async function headingIn(page: Bitmap, column: Strip, header: Strip): Promise<TextColumn | null> {
  return await firstOf(page, column, header, textColumnOf);
}

/**
 * Tells whether the columns are those of the form's amounts, from the lowest on: enough headings say so, and none contradicts. @throws
 * {ParseError} `ocr_failed`.
 */
export async function areAmounts(page: Bitmap, columns: readonly Strip[], header: Strip): Promise<boolean> {
  let read = 0;
  for (const [at, column] of columns.entries()) {
    const place = await firstOf(page, column, header, placeOfAmount);
    if (place !== null && place !== at) return false;
    if (place === at) read += 1;
  }
  return read >= FEWEST_AMOUNTS;
}

/** The index of the amount that a heading names: `A`, `$1,001 - $15,000` or both one above the other give 0; null where it names none. */
export function placeOfAmount(heading: string): number | null {
  const [, letter, rest = heading] = /^([A-K])\s+(.*)$/s.exec(heading.trim()) ?? [];
  const lettered = letteredAmountOf(letter ?? rest);
  // The form of 2012 and 2013 begins its lowest bracket at $1,000.
  const textTable = amountOf(rest)?.replace("$1,000 ", "$1,001 ");
  const places = [lettered, textTable].flatMap((bracket) => (bracket ? [BRACKETS.indexOf(bracket)] : []));
  return new Set(places).size === 1 ? (places[0] ?? null) : null;
}

/** The first pass with a result. */
async function firstOf<T>(
  page: Bitmap,
  { from, to }: Strip,
  header: Strip,
  meaning: (text: string) => T | null,
): Promise<T | null> {
  const box: PageBox = { left: from, top: header.from, width: to - from, height: header.to - header.from };
  const text = cellText(page, box);
  if (text === null) return null;
  const stands = text.bitmap.height > UPRIGHT * text.bitmap.width ? [onItsSide(text), text] : [text];
  for (const each of stands) {
    for (const ocrPass of [softPass, hardPass]) {
      const words = (await ocrPass(each, "block")).flat().map((word) => word.text);
      const meant = meaning(words.join(" "));
      if (meant !== null) return meant;
    }
  }
  return null;
}

function onItsSide({ bitmap, letterHeight }: CellText): CellText {
  return { bitmap: turned(bitmap, 90), letterHeight, letters: [] };
}
