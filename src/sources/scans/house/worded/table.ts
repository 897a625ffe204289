/** A page's image -> its table in words, upright, where it has one whose headings are those of a report. */
import { skewOf } from "../../grid/skew.ts";
import { scaleOf } from "../../grid/strokes.ts";
import { findTable, type Strip, type Table } from "../../grid/table.ts";
import { type Bitmap, type QuarterTurn, straightened, turned } from "../../raster/bitmap.ts";
import { inkOf, transposed } from "../../raster/ink.ts";
import { cellText } from "../../text/cell.ts";
import { headerWords } from "../../text/header-words.ts";
import { hardLook, softLook } from "../../text/looks.ts";
import type { UprightPage } from "../upright-page.ts";
import { type WordedColumn, type WordedColumns, wordedColumnOf, wordedColumns } from "./columns.ts";

export interface WordedTable {
  readonly upright: UprightPage & { readonly table: Table };
  readonly columns: WordedColumns;
  /** Those below the headings. */
  readonly lines: readonly Strip[];
  /** From the headings' top to the table's end. */
  readonly body: Strip;
}

/** Titles may stand above the headings. */
const HEADER_LINES = 3;
/** A table with more columns than this is none of words. */
const MOST_COLUMNS = 14;
const TURNS: readonly QuarterTurn[] = [0, 270, 90, 180];

/** @param image the page as it was scanned, black and white. @throws {ParseError} `ocr_failed`. */
export async function wordedTable(image: Bitmap): Promise<WordedTable | null> {
  for (const turn of TURNS) {
    const upright = standing(image, turn);
    if (!upright || upright.table.columns.length > MOST_COLUMNS) continue;
    const { lines } = upright.table;
    for (const [at, header] of lines.slice(0, HEADER_LINES).entries()) {
      const columns = await columnsUnder(upright, header);
      const body = { from: header.from, to: Math.max(upright.table.bottom, lines.at(-1)?.to ?? 0) };
      if (columns) return { upright, columns, lines: lines.slice(at + 1), body };
    }
  }
  return null;
}

function standing(image: Bitmap, turn: QuarterTurn): WordedTable["upright"] | null {
  const askew = turned(image, turn);
  const askewInk = inkOf(askew);
  const skew = skewOf(askewInk, transposed(askewInk));
  const page = straightened(askew, skew);
  const ink = inkOf(page);
  const table = findTable(ink, transposed(ink));
  return table && { page, ink, scale: scaleOf(ink), turn, skew, foreign: [], table, layout: null };
}

async function columnsUnder({ page, table }: WordedTable["upright"], header: Strip): Promise<WordedColumns | null> {
  const headings: (WordedColumn | null)[] = [];
  for (const { from, to } of table.columns) {
    const box = { left: from, top: header.from, width: to - from, height: header.to - header.from };
    headings.push(await headingIn(page, box));
  }
  return wordedColumns(headings);
}

async function headingIn(page: Bitmap, box: Parameters<typeof cellText>[1]): Promise<WordedColumn | null> {
  const text = cellText(page, box);
  if (text === null) return null;
  for (const look of [softLook, hardLook]) {
    const words = (await look(text, "block")).flat().map((word) => word.text);
    const column = wordedColumnOf(words.join(" "));
    if (column !== null) return column;
  }
  return null;
}

/** What stands on a page outside of a table: words that speak to somebody, or list more transactions. */
export async function isAlone({ upright, body }: WordedTable): Promise<boolean> {
  const outside = (await headerWords(upright.page))
    .filter(({ box }) => box.top + box.height < body.from || box.top > body.to)
    .map(({ text }) => text)
    .join(" ");
  return !/\b(dear|sincerely|truly yours|regards|respectfully)\b/i.test(outside) && !isListed(outside);
}

/** A table below another, or lines of one without rules. */
function isListed(text: string): boolean {
  return /\$\d[\d,]+\s*-/.test(text) || (text.match(/\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b/g)?.length ?? 0) > 2;
}
