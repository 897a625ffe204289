/** Checks the vertical headings of the amount columns. A form with another column order must not be read as this form. */
import { type Bitmap, rotateBitmap } from "../../../imaging/raster/bitmap.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { findCellText } from "../../../imaging/text/cell.ts";
import { recogniseLines } from "../../../imaging/text/engine.ts";
import { toLowerAlphanumeric } from "../../../imaging/text/likeness.ts";
import { addBorder } from "../../../imaging/text/scale-picture.ts";
import { AMOUNTS, type SenateForm } from "./form.ts";
import { scaleBox, toBox } from "./line.ts";

/** Minimum number of legible and correct headings that confirm all columns. */
const ENOUGH = 4;
const BORDER = 12;

/**
 * True if the columns have the form's headings, false if a column has another column's heading; null if too few headings are
 * legible. @param text the larger picture of the page, `factor` times as wide as the smaller. @throws {ParseError} `ocr_failed`.
 */
export async function hasKnownHeadings(
  text: Bitmap,
  { amounts, headings }: SenateForm,
  factor: number,
): Promise<boolean | null> {
  if (headings === null) return null;
  let same = 0;
  for (const [at, column] of amounts.entries()) {
    const expected = AMOUNTS[at] as (typeof AMOUNTS)[number];
    const read = findAmountRange(await readColumnHeading(text, column, headings, factor));
    if (read === null) continue;
    if (read !== toLowerAlphanumeric(expected)) return false;
    same += 1;
  }
  return same >= ENOUGH ? true : null;
}

async function readColumnHeading(text: Bitmap, column: Strip, headings: Strip, factor: number): Promise<string> {
  const cell = findCellText(text, scaleBox(toBox(column, headings), factor));
  if (cell === null) return "";
  const lines = await recogniseLines(addBorder(rotateBitmap(cell.bitmap, 90), BORDER), "line");
  return lines
    .flat()
    .map((word) => word.text)
    .join(" ");
}

/** Returns the letters and digits of the amount range that a heading names; null if the form has no such range. */
function findAmountRange(heading: string): string | null {
  return AMOUNTS.map(toLowerAlphanumeric).find((bracket) => bracket === toLowerAlphanumeric(heading)) ?? null;
}
