/** Reads a page of a scanned House report. Runs only in the reader process. */
import type { ScannedField, ScannedPage, ScannedRow } from "../../../../domain/scanned-page.ts";
import type { PageBox } from "../../../../domain/trade.ts";
import { type Bitmap, NO_SKEW, rotateBitmap } from "../../../imaging/raster/bitmap.ts";
import { binarize, countInkWithin, type Ink } from "../../../imaging/raster/ink.ts";
import { renderPdfPage } from "../../../imaging/raster/pdf-page.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { type RowTexts, readRowTexts } from "../../../imaging/text/read-rows.ts";
import type { Reading } from "../../../imaging/text/reading.ts";
import { isAmendment } from "./amendment-box.ts";
import { classifyPageWithoutRows } from "./empty-table.ts";
import { removeExample } from "./example.ts";
import { mergeLeaningColumns } from "./leaning-left-rules.ts";
import { findTableLines } from "./lines.ts";
import { copyNeighbourColumns, createNeighbourReader, findNeighbourTypes, type Neighbours } from "./neighbour-page.ts";
import { classifyOtherPage } from "./page-kind.ts";
import { findRows, isTransaction, type MarkedRow } from "./rows.ts";
import { NO_COLUMNS, readTypeColumns } from "./type-columns.ts";
import { turnUpright, type UprightPage } from "./upright-page.ts";

/** A table with ten or more lines is a filer's own table. The House's form has eight lines on a page, but nine are accepted. */
const MAX_FORM_LINES = 9;

/** Margin on each side of a cell, as a share of its size; ink in the margin may belong to the ruled lines. */
const BORDER = 0.2;
/** Less ink than this, in pixels at 200 dpi, counts as dirt; the smallest letter has more. */
const DIRT = 20;

/** Deterministic. @param number from 1. @throws {ParseError} `pdf_too_large`, `pdf_damaged`, `pdf_no_such_page`, `ocr_failed`. */
export async function readHouseScanPage(pdf: Uint8Array, number: number): Promise<ScannedPage> {
  const image = binarize(await renderPdfPage(pdf, number));
  const upright = turnUpright(image);
  const { layout } = upright;
  const neighbours = createNeighbourReader(pdf, number);
  if (layout?.isRegular) return await readTable(upright, layout, neighbours);
  const lent = await copyNeighbourColumns(upright, neighbours);
  if (lent?.layout) return await readTable(lent, lent.layout, neighbours);
  const opened = mergeLeaningColumns(upright);
  if (opened?.layout) return await readTable(opened, opened.layout, neighbours, false);
  return layout ? await readTable(upright, layout, neighbours) : await readFormlessPage(image, upright);
}

/** @param areNamesApart true if the asset column contains only names, not owners. */
async function readTable(
  upright: UprightPage,
  layout: Layout,
  neighbours: Neighbours,
  areNamesApart = layout.owner !== null || layout.isRegular,
): Promise<ScannedPage> {
  const table = findTableLines(upright, layout);
  const isForm = table.lines.length <= MAX_FORM_LINES;
  const lines = await removeExample(upright, layout, table, isForm);
  const columns = lines.some((line) => isTransaction(line, isForm))
    ? await readTypeColumns(upright, layout, table.header)
    : NO_COLUMNS;
  const needsHeadings = !columns.areAllSure && findRows(lines, layout, columns, isForm).some(({ type }) => !type.sure);
  const headed = (needsHeadings && (await findNeighbourTypes(upright, columns, neighbours))) || columns;
  const marked = findRows(lines, layout, headed, isForm).map(
    (row): MarkedRow => ({
      ...row,
      isTextUnclear: row.isTextUnclear || !areNamesApart,
    }),
  );
  // If the table is not whole, some of its lines may not have been found.
  const kindOfRows = table.isComplete ? "transactions" : "unknown";
  const { page, turn, skew } = upright;
  return {
    kind: marked.length > 0 ? kindOfRows : await classifyPageWithoutRows(upright, layout, table, lines, isForm),
    form: isForm ? "house" : "own",
    turnDegrees: turn,
    skew,
    width: page.width,
    height: page.height,
    amendment: isForm ? await isAmendment(upright, table.header) : null,
    rows: await readScannedRows(marked, upright, layout.owner !== null),
  };
}

async function readFormlessPage(image: Bitmap, { table }: UprightPage): Promise<ScannedPage> {
  const { kind, turn } = await classifyOtherPage(image, table !== null);
  const { width, height } = rotateBitmap(image, turn);
  return { kind, form: null, turnDegrees: turn, skew: NO_SKEW, width, height, amendment: null, rows: [] };
}

async function readScannedRows(
  rows: readonly MarkedRow[],
  upright: UprightPage,
  hasOwner: boolean,
): Promise<ScannedRow[]> {
  const texts = await readRowTexts(
    upright.page,
    rows.map(({ cells }) => cells),
  );
  return rows.map((row, at) => toScannedRow(row, texts[at] as RowTexts, upright, hasOwner));
}

function toScannedRow(row: MarkedRow, texts: RowTexts, upright: UprightPage, hasOwner: boolean): ScannedRow {
  const { cells, type, amount, isTextUnclear, isBelowText } = row;
  const { ink, scale, layout } = upright;
  // In an unusual column layout, the two dates may be swapped.
  const haveDates = layout === null || layout.isRegular;
  const toField = (reading: Reading, box: PageBox | null, sure = true): ScannedField => ({
    reading: reading.reading,
    confidence: reading.confidence,
    // A cell without a reading is certain only if its middle is blank. Letters on a ruled line may be removed with the line.
    sure: sure && reading.sure && (reading.reading !== null || box === null || isCellBlank(ink, box, scale)),
    ...(sure && reading.spelled && { spelled: reading.spelled }),
    box: box ?? row.box,
  });
  return {
    box: row.box,
    handwritten: texts.handwritten,
    fields: {
      owner: toField(texts.owner, cells.owner, hasOwner && !isBelowText),
      asset: {
        ...toField(texts.asset, cells.asset, !isTextUnclear),
        ...(isTextUnclear ? { ofSeveralLines: true as const } : texts.asset.passes && { passes: texts.asset.passes }),
      },
      transactionType: toField(type, type.box),
      transactionDate: toField(texts.transactionDate, cells.transactionDate, haveDates),
      notificationDate: toField(texts.notificationDate, cells.notificationDate, haveDates),
      amount: toField(amount, amount.box),
    },
  };
}

function isCellBlank(ink: Ink, { left, top, width, height }: PageBox, scale: number): boolean {
  const [x, y] = [BORDER * width, BORDER * height];
  return countInkWithin(ink, left + x, top + y, left + width - x, top + height - y) < DIRT * scale * scale;
}
