/** A page's image -> its table in words, upright, where it has one whose headings are those of a report. */

import type { QuarterTurn } from "../../../../domain/scanned-page.ts";
import { type Bitmap, straightened, turned } from "../../../../imaging/raster/bitmap.ts";
import { inkOf, transposed } from "../../../../imaging/raster/ink.ts";
import { median } from "../../../../imaging/tables/insides.ts";
import { skewOf } from "../../../../imaging/tables/skew.ts";
import { scaleOf } from "../../../../imaging/tables/strokes.ts";
import { findTable, type Strip, type Table } from "../../../../imaging/tables/table.ts";
import { headerWords } from "../../../../imaging/text/header-words.ts";
import type { UprightPage } from "../upright-page.ts";
import { type WordedColumn, type WordedColumns, wordedColumns } from "./columns.ts";
import { areAmounts, headingIn } from "./headings.ts";

export interface WordedTable {
  readonly upright: UprightPage & { readonly table: Table };
  readonly columns: WordedColumns;
  /** Columns of amounts to be marked, from the lowest; none where they are words. */
  readonly amounts: readonly Strip[];
  /** Those below the headings. */
  readonly lines: readonly Strip[];
  /** From the headings' top to the table's end. */
  readonly body: Strip;
}

/** Titles may stand above the headings. */
const HEADER_LINES = 3;
/** A table with more columns than this says nothing in words. */
const MOST_COLUMNS = 20;
/** Columns of amounts to be marked: as on the form. */
const AMOUNTS = [11, 10] as const;
const FEWEST_ALIKE = 8;
/** Beside them: the asset, its date, a type. */
const FEWEST_COLUMNS = 3;
/** Of a report's widest columns one is the asset's, another a date's. */
const WIDEST = 3;
const TURNS: readonly QuarterTurn[] = [0, 270, 90, 180];

/** @param image the page as it was scanned, black and white. @param known the turn that sets it upright, where that is known. @throws {ParseError} `ocr_failed`. */
export async function wordedTable(image: Bitmap, known: QuarterTurn | null): Promise<WordedTable | null> {
  for (const turn of known === null ? TURNS : [known]) {
    const upright = standing(image, turn);
    if (!upright || upright.table.columns.length > MOST_COLUMNS) continue;
    const { lines } = upright.table;
    for (const [at, header] of lines.slice(0, HEADER_LINES).entries()) {
      const headed = await headedBy(upright, header);
      const body = { from: header.from, to: Math.max(upright.table.bottom, lines.at(-1)?.to ?? 0) };
      if (headed) return { upright, ...headed, lines: lines.slice(at + 1), body };
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

/** Null where the headings are not those of a report. */
async function headedBy(
  { page, table }: WordedTable["upright"],
  header: Strip,
): Promise<Pick<WordedTable, "columns" | "amounts"> | null> {
  const cut = amountsFrom(table.columns);
  const headings = await headingsIn(page, table.columns.slice(0, cut), header);
  const columns = wordedColumns(headings, cut < table.columns.length);
  if (!columns) return null;
  const amounts = table.columns.slice(cut);
  return columns.amount !== null || (await areAmounts(page, amounts, header)) ? { columns, amounts } : null;
}

/** Nulls where those of the widest columns say nothing: then the line is no header. */
async function headingsIn(page: Bitmap, columns: readonly Strip[], header: Strip): Promise<(WordedColumn | null)[]> {
  const headings = columns.map((): WordedColumn | null => null);
  const width = (at: number): number => (columns[at]?.to ?? 0) - (columns[at]?.from ?? 0);
  const widestFirst = [...columns.keys()].toSorted((a, b) => width(b) - width(a));
  for (const [read, at] of widestFirst.entries()) {
    if (read === WIDEST && headings.every((heading) => heading === null)) break;
    headings[at] = await headingIn(page, columns[at] as Strip, header);
  }
  return headings;
}

/** Where a table's amounts begin that have columns to be marked: as many as the form's, of one width, at its right; its end where it has none. */
function amountsFrom(columns: readonly Strip[]): number {
  const width = ({ from, to }: Strip): number => to - from;
  const isAlike = (amounts: readonly Strip[]): boolean => {
    const usual = median(amounts.map(width));
    return amounts.filter((column) => Math.abs(width(column) - usual) < 0.2 * usual).length >= FEWEST_ALIKE;
  };
  const count = AMOUNTS.find((each) => columns.length >= each + FEWEST_COLUMNS && isAlike(columns.slice(-each)));
  return columns.length - (count ?? 0);
}

/**
 * Whether a page holds nothing but the table: no words beside it that speak to somebody or list more transactions. The House's form is none of these tables:
 * where its columns are not seen as they are, some of them may be taken for one.
 */
export async function isAlone({ upright, body }: WordedTable): Promise<boolean> {
  const words = await headerWords(upright.page);
  const textOf = (those: typeof words): string => those.map(({ text }) => text).join(" ");
  if (/provide full name|not ticker/i.test(textOf(words))) return false;
  const outside = textOf(words.filter(({ box }) => box.top + box.height < body.from || box.top > body.to));
  return !/\b(dear|sincerely|truly yours|regards|respectfully)\b/i.test(outside) && !isListed(outside);
}

/** A table below another, or lines of one without rules. */
function isListed(text: string): boolean {
  return /\$\d[\d,]+\s*-/.test(text) || (text.match(/\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b/g)?.length ?? 0) > 2;
}
