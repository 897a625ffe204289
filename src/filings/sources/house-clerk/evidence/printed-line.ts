/** Locates a line of a text PDF on its pages. Uses the positions from which the reader took the line's words. */
import { isDeepStrictEqual } from "node:util";
import { ParseError } from "../../../../base/errors.ts";
import {
  type EvidenceWords,
  listPrintedWords,
  type NearbyLine,
  type PageFractions,
} from "../../../../domain/evidence.ts";
import type { QuarterTurn } from "../../../../domain/scanned-page.ts";
import { findColumnStart } from "../form/columns.ts";
import { computeFullSizeFactor } from "../form/full-size.ts";
import type { Line } from "../form/line.ts";
import type { Row } from "../form/rows.ts";
import { readTransaction, toRawLine } from "../form/transaction.ts";
import { type PdfPage, readPdfPages } from "../pdf/document.ts";
import { type ReportTable, readTable, readTablePages } from "../report.ts";

/** A part of a row on one page: the area to show and the row in it, as fractions of the page as displayed. */
export interface PrintedPart {
  readonly page: number;
  readonly row: PageFractions;
  /** The table's header; null if the page has none, or the row continues from the page before. */
  readonly head: PageFractions | null;
  /** The row and a small margin around it. */
  readonly around: PageFractions;
}

interface FoundLine {
  readonly parts: readonly PrintedPart[];
  readonly words: readonly EvidenceWords[];
}

interface ReadDocument {
  readonly table: ReportTable;
  readonly pages: ReadonlyMap<number, PdfPage>;
  readonly scale: number;
}

/** Distances in points: from a row's text to its outline (`PADDING`), and from the outline to the picture's edge (`AROUND`). */
const PADDING = { above: 3.5, below: 4, beside: 5 };
const AROUND = 7;
/** Height in points above and below a header's first baseline. A header has three lines with a capital gains column, else two. */
const HEAD = { above: 11, below: { three: 29, two: 17 } };
/** Highest part of a letter above the baseline and lowest below it, as shares of the font size. */
const ASCENT = 0.78;
const DESCENT = 0.24;

/** Reads the whole document, so that any of its lines can be found. @throws {ParseError} like `readPdfPages` and `readTable`. */
export async function readDocument(bytes: Uint8Array, docId: string): Promise<ReadDocument> {
  const pages = await readPdfPages(bytes);
  const all = [...pages.values()];
  return { pages, table: readTable(all, docId), scale: computeFullSizeFactor(all) };
}

/** Reads only the rows that begin on `page`, and only the pages they need. @throws {ParseError} like `readDocument`. */
export async function readExcerpt(bytes: Uint8Array, page: number): Promise<ReadDocument> {
  const pages = await readPdfPages(bytes, new Set([1, page - 1, page, page + 1]));
  return { pages, table: readTablePages(pages, page), scale: computeFullSizeFactor([...pages.values()]) };
}

/** @throws {ParseError} `pdf_no_rows` if the report has no such line. */
export function findLine(document: ReadDocument, number: number): FoundLine {
  const { rows, form } = document.table;
  const row = rows[number - 1];
  if (row === undefined) {
    throw new ParseError("pdf_no_rows", `The report has ${rows.length} rows; there is no row ${number}.`);
  }
  return { parts: findPrintedParts(document, row), words: listRowWords(number, row, form) };
}

/**
 * Finds a line by its words on the pages that were read. Exactly `of` lines must have these words, and `at` is the index of the
 * wanted line among them, from 0. Undefined if more or fewer lines have these words. @throws {ParseError} like `toRawLine`.
 */
export function findLineByWords(document: ReadDocument, { words, at, of }: NearbyLine): FoundLine | undefined {
  // Asset classes are not compared. Only a note on the table's last page shows whether the form prints the class of every asset,
  // and that page may not have been read.
  const alike = document.table.rows.filter((row) => isDeepStrictEqual(listRowWords(1, row, { classes: false }), words));
  const row = alike.length === of ? alike[at] : undefined;
  return row && { parts: findPrintedParts(document, row), words };
}

function findPrintedParts({ pages, table, scale }: ReadDocument, row: Row): readonly PrintedPart[] {
  const byPage = Map.groupBy([...row.lines, ...row.details], ({ page }) => page);
  return [...byPage].map(([page, lines], at) => {
    const { size } = pages.get(page) as PdfPage;
    const spots = computeRowAreas(lines, { table, page, width: size.width * scale, headed: at === 0 });
    const toSpotFractions = (spot: Spot) => toPageFractions(spot, { ...size, scale });
    return {
      page,
      row: toSpotFractions(spots.row),
      head: spots.head && toSpotFractions(spots.head),
      around: toSpotFractions(spots.around),
    };
  });
}

interface Spot {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function computeRowAreas(
  lines: readonly Line[],
  { table, page, width, headed }: { table: ReportTable; page: number; width: number; headed: boolean },
): { readonly row: Spot; readonly head: Spot | null; readonly around: Spot } {
  const runs = lines.flatMap((line) => line.runs);
  const printed = {
    left: Math.min(...runs.map(({ x }) => x)),
    top: Math.min(...runs.map(({ y, size }) => y - ASCENT * size)),
    right: Math.max(...runs.map(({ right }) => right)),
    bottom: Math.max(...runs.map(({ y, size }) => y + DESCENT * size)),
  };
  const header = table.heads.get(page);
  const from = Math.min(header?.columns[0]?.x ?? printed.left, printed.left);
  // The table's right margin is as wide as its left one.
  const left = Math.max(0, from - PADDING.beside);
  const right = Math.min(width, Math.max(width - left, printed.right + PADDING.beside));
  const row = { left, right, top: printed.top - PADDING.above, bottom: printed.bottom + PADDING.below };
  const sides = { left: Math.max(0, left - AROUND), right: Math.min(width, right + AROUND) };
  const below = findColumnStart(header?.columns ?? [], "gains") === Infinity ? HEAD.below.two : HEAD.below.three;
  const head = !header || !headed ? null : { ...sides, top: header.y - HEAD.above, bottom: header.y + below };
  return { row, head, around: { ...sides, top: row.top - AROUND, bottom: row.bottom + AROUND } };
}

/** Converts a place, in points of the unrotated full-size form, to fractions of the page as a PDF viewer shows the page. */
function toPageFractions(
  spot: Spot,
  { width, height, turnDegrees, scale }: PdfPage["size"] & { readonly scale: number },
): PageFractions {
  const x = [spot.left, spot.right].map((at) => at / scale / width) as [number, number];
  const y = [spot.top, spot.bottom].map((at) => at / scale / height) as [number, number];
  const [across, down] = TURNED[turnDegrees](x, y);
  const [left, right] = limitSpan(across);
  const [top, bottom] = limitSpan(down);
  return { left, top, width: right - left, height: bottom - top };
}

type Span = readonly [from: number, to: number];

const mirrorSpan = ([from, to]: Span): Span => [1 - to, 1 - from];

const TURNED: Readonly<Record<QuarterTurn, (x: Span, y: Span) => readonly [across: Span, down: Span]>> = {
  0: (x, y) => [x, y],
  90: (x, y) => [mirrorSpan(y), x],
  180: (x, y) => [mirrorSpan(x), mirrorSpan(y)],
  270: (x, y) => [y, mirrorSpan(x)],
};

function limitSpan([from, to]: Span): Span {
  return [Math.max(0, from), Math.min(1, to)];
}

/** Lists the words of the row; if the row is rejected because it is no valid transaction, lists the text of its cells. */
function listRowWords(number: number, row: Row, form: ReportTable["form"]): readonly EvidenceWords[] {
  const read = readTransaction(number, row, form);
  return listPrintedWords("reason" in read ? { ...toRawLine(number, row), ticker: null, assetTypeCode: null } : read);
}
