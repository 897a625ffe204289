/** Finds the text table of a page's image, upright, if it has one with the headings of a report. */

import type { QuarterTurn } from "../../../../domain/scanned-page.ts";
import { type Bitmap, straightened, turned } from "../../../../imaging/raster/bitmap.ts";
import { inkOf, transposed } from "../../../../imaging/raster/ink.ts";
import { median } from "../../../../imaging/tables/cell-insides.ts";
import { skewOf } from "../../../../imaging/tables/skew.ts";
import { scaleOf } from "../../../../imaging/tables/strokes.ts";
import { findTable, type Strip, type Table } from "../../../../imaging/tables/table.ts";
import { headerWords } from "../../../../imaging/text/header-words.ts";
import type { UprightPage } from "../upright-page.ts";
import { type TextColumn, type TextColumns, textColumns } from "./columns.ts";
import { areAmounts, headingIn } from "./headings.ts";

export interface TextTable {
  readonly upright: UprightPage & { readonly table: Table };
  readonly columns: TextColumns;
  /** Columns of amounts to be marked, from the lowest; empty where they are words. */
  readonly amounts: readonly Strip[];
  /** The lines below the headings. */
  readonly lines: readonly Strip[];
  /** The range from the headings' top to the table's end. */
  readonly body: Strip;
}

/** Most lines that are tried as the header, since titles may stand above the headings. */
const HEADER_LINES = 3;
/** Most columns of a text table. */
const MOST_COLUMNS = 20;
/** Numbers of amount columns to be marked, as on the form. */
const AMOUNTS = [11, 10] as const;
const FEWEST_ALIKE = 8;
/** Least number of other columns: the asset, its date, a type. */
const FEWEST_COLUMNS = 3;
/** Number of widest columns among which the asset's and a date's must be. */
const WIDEST = 3;
const TURNS: readonly QuarterTurn[] = [0, 270, 90, 180];

/**
 * Finds the table. @param image the page as it was scanned, black and white. @param known the turn that sets it upright, where that is
 * known.
 * @param image the page as it was scanned, black and white. @param known the turn that sets it upright, where that is known. @throws
 * {ParseError} `ocr_failed`.
 */
export async function findTextTable(image: Bitmap, known: QuarterTurn | null): Promise<TextTable | null> {
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

function standing(image: Bitmap, turn: QuarterTurn): TextTable["upright"] | null {
  const askew = turned(image, turn);
  const askewInk = inkOf(askew);
  const skew = skewOf(askewInk, transposed(askewInk));
  const page = straightened(askew, skew);
  const ink = inkOf(page);
  const table = findTable(ink, transposed(ink));
  return table && { page, ink, scale: scaleOf(ink), turn, skew, artefacts: [], table, layout: null };
}

/** Reads one line as the header; null where its headings are not those of a report. */
async function headedBy(
  { page, table }: TextTable["upright"],
  header: Strip,
): Promise<Pick<TextTable, "columns" | "amounts"> | null> {
  const cut = amountsFrom(table.columns);
  const headings = await headingsIn(page, table.columns.slice(0, cut), header);
  const columns = textColumns(headings, cut < table.columns.length);
  if (!columns) return null;
  const amounts = table.columns.slice(cut);
  return columns.amount !== null || (await areAmounts(page, amounts, header)) ? { columns, amounts } : null;
}

/** The purposes of all columns. All are null where the headings of the widest say nothing, for then the line is no header. */
async function headingsIn(page: Bitmap, columns: readonly Strip[], header: Strip): Promise<(TextColumn | null)[]> {
  const headings = columns.map((): TextColumn | null => null);
  const width = (at: number): number => (columns[at]?.to ?? 0) - (columns[at]?.from ?? 0);
  const widestFirst = [...columns.keys()].toSorted((a, b) => width(b) - width(a));
  for (const [read, at] of widestFirst.entries()) {
    if (read === WIDEST && headings.every((heading) => heading === null)) break;
    headings[at] = await headingIn(page, columns[at] as Strip, header);
  }
  return headings;
}

/** Index of the first amount column to be marked: as many as on the form, of one width, at the table's right. Without any it is the number of columns. */
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
 * Tells whether the page holds nothing but the table: no words beside it that speak to somebody or list more transactions. The House's form
 * is excluded, since it may be taken for a text table where its columns were not found.
 */
export async function isAlone({ upright, body }: TextTable): Promise<boolean> {
  const words = await headerWords(upright.page);
  const textOf = (those: typeof words): string => those.map(({ text }) => text).join(" ");
  if (/provide full name|not ticker/i.test(textOf(words))) return false;
  const outside = textOf(words.filter(({ box }) => box.top + box.height < body.from || box.top > body.to));
  return !/\b(dear|sincerely|truly yours|regards|respectfully)\b/i.test(outside) && !isListed(outside);
}

/** Tells whether a text looks like a further table or lines without rules. */
function isListed(text: string): boolean {
  return /\$\d[\d,]+\s*-/.test(text) || (text.match(/\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b/g)?.length ?? 0) > 2;
}
