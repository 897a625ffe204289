/** A page of a scanned report of the House -> what stands on it. Run in a reader's process only. */
import type { PageBox } from "../../domain/trade.ts";
import type { ScannedField, ScannedPage, ScannedRow } from "../scan.ts";
import type { Layout } from "./grid/layout.ts";
import { isAmendment } from "./house/amendment-box.ts";
import { withoutExample } from "./house/example.ts";
import { linesOf, type TableLines } from "./house/lines.ts";
import { otherPage } from "./house/page-kind.ts";
import { isTransaction, type MarkedRow, rowsOf } from "./house/rows.ts";
import { NO_COLUMNS, typeColumns } from "./house/type-columns.ts";
import { setUpright, type UprightPage } from "./house/upright-page.ts";
import { kindWithoutRows } from "./house/without-rows.ts";
import { type Bitmap, NO_SKEW, type QuarterTurn } from "./raster/bitmap.ts";
import { blackAndWhite, type Ink, inkWithin } from "./raster/ink.ts";
import { readPdfPage } from "./raster/pdf-page.ts";
import { type RowTexts, readRows } from "./text/read-rows.ts";
import type { Reading } from "./text/reading.ts";

/** The House's form has at most eight lines; a filer's own table has more, or lines where headings name accounts. */
const MOST_FORM_LINES = 9;

/** Of a cell's sides: what lies nearer to them may belong to the rules. */
const BORDER = 0.2;
/** Pixels of ink, as at 200 dpi; the smallest letter has more. */
const DIRT = 20;

/**
 * Deterministic: equal bytes give an equal answer.
 * @param number of the page, from 1.
 * @throws {ParseError} `pdf_too_large`, `pdf_damaged`, `pdf_no_such_page`, `ocr_failed`.
 */
export async function readHouseScanPage(pdf: Uint8Array, number: number): Promise<ScannedPage> {
  const image = blackAndWhite(await readPdfPage(pdf, number));
  const upright = setUpright(image);
  return upright.layout ? await readTable(upright, upright.layout) : await readOther(image, upright);
}

async function readTable(upright: UprightPage, layout: Layout): Promise<ScannedPage> {
  const table = linesOf(upright, layout);
  const isForm = table.lines.length <= MOST_FORM_LINES;
  const lines = await withoutExample(upright, layout, table, isForm);
  const columns = lines.some((line) => isTransaction(line, isForm))
    ? await typeColumns(upright, layout, table.header)
    : NO_COLUMNS;
  const marked = rowsOf(lines, layout, columns, isForm);
  const texts = await readRows(
    upright.page,
    marked.map(({ cells }) => cells),
  );
  const { page, turn, skew } = upright;
  return {
    kind: marked.length > 0 ? kindWithRows(table) : await kindWithoutRows(upright, layout, table, lines, isForm),
    form: isForm ? "house" : "own",
    turnDegrees: turn,
    skew,
    width: page.width,
    height: page.height,
    amendment: isForm ? await isAmendment(upright, table.header) : null,
    rows: marked.map((row, i) => scannedRow(row, texts[i] as RowTexts, upright, layout)),
  };
}

/** A table of which lines may have been missed is unknown, whatever was seen of it. */
function kindWithRows({ isWhole }: TableLines): ScannedPage["kind"] {
  return isWhole ? "transactions" : "unknown";
}

async function readOther(image: Bitmap, { table }: UprightPage): Promise<ScannedPage> {
  const { kind, turn } = await otherPage(image, table !== null);
  const { width, height } = shapeOf(image, turn);
  return { kind, form: null, turnDegrees: turn, skew: NO_SKEW, width, height, amendment: null, rows: [] };
}

function shapeOf(image: Bitmap, turn: QuarterTurn): { width: number; height: number } {
  return turn === 90 || turn === 270 ? { width: image.height, height: image.width } : image;
}

function scannedRow(row: MarkedRow, texts: RowTexts, { ink, scale }: UprightPage, layout: Layout): ScannedRow {
  const { cells, type, amount, continued, isBelowText } = row;
  const field = (reading: Reading, box: PageBox | null, sure = true): ScannedField => ({
    reading: reading.reading,
    confidence: reading.confidence,
    // Letters that cross a rule may have been taken off with it: a cell with ink in its middle is not surely blank.
    sure: sure && reading.sure && (reading.reading !== null || box === null || isBlank(ink, box, scale)),
    box: box ?? row.box,
  });
  return {
    box: row.box,
    handwritten: texts.handwritten,
    fields: {
      owner: field(texts.owner, cells.owner, layout.owner !== null && !isBelowText),
      asset: field(texts.asset, cells.asset, !continued),
      transactionType: field(type, type.box),
      transactionDate: field(texts.transactionDate, cells.transactionDate),
      notificationDate: field(texts.notificationDate, cells.notificationDate),
      amount: field(amount, amount.box),
    },
  };
}

/** Whether the middle of a cell holds no more than dirt. */
function isBlank(ink: Ink, { left, top, width, height }: PageBox, scale: number): boolean {
  const [x, y] = [BORDER * width, BORDER * height];
  return inkWithin(ink, left + x, top + y, left + width - x, top + height - y) < DIRT * scale * scale;
}
