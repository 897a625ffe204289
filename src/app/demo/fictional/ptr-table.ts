/** The form's table of transactions: a header on every page; a page break may split a row at any line. */

import type { PtrRow } from "./ptr-form.ts";
import { assetLines, type Run, wrap } from "./ptr-lines.ts";
import { PAGE_END, type Sheets } from "./ptr-sheets.ts";

const SIZE = 12;
const DETAIL_SIZE = 11.4;
const TABLE_WIDTH = 739;
const HEADER_HEIGHT = 58;
const HEADINGS = [
  ["ID"],
  ["Owner"],
  ["Asset"],
  ["Transaction", "Type"],
  ["Date"],
  ["Notification", "Date"],
  ["Amount"],
  ["Cap.", "Gains >", "$200?"],
];
/** Left edges of the columns. In a report with row ids, the first column is wider and the others move right. */
const COLUMNS = [0, 54, 106, 318, 404, 478, 564, 668] as const;
const COLUMNS_WITH_IDS = [0, 73, 125, 322, 408, 481, 567, 670] as const;
type Columns = typeof COLUMNS | typeof COLUMNS_WITH_IDS;
/** A cell's text starts this far from its edge, and stops a little before the next. */
const PADDING = 4.6;
const SPARE = 9;

export function drawTable(sheets: Sheets, rows: readonly PtrRow[]): void {
  const columns = rows.some((row) => row.id !== null) ? COLUMNS_WITH_IDS : COLUMNS;
  drawHeader(sheets, columns);
  rows.forEach((row, index) => {
    if (sheets.y + 19 > PAGE_END) newTablePage(sheets, columns);
    drawRow(sheets, columns, row, index % 2 === 1 ? "#f5f5f5" : null);
  });
}

function drawHeader(sheets: Sheets, columns: Columns): void {
  const { canvas, y } = sheets;
  canvas.fill(0, y, TABLE_WIDTH, HEADER_HEIGHT, "#eeeeee");
  canvas.fill(0, y, TABLE_WIDTH, 1, "#cccccc");
  canvas.fill(0, y + HEADER_HEIGHT, TABLE_WIDTH, 1, "#cccccc");
  HEADINGS.forEach((words, column) => {
    words.forEach((word, line) => {
      canvas.text((columns[column] ?? 0) + 4.77, y + 19 + 15 * line, word, { size: 12.6, weight: "bold" });
    });
  });
  sheets.y = y + HEADER_HEIGHT;
}

function newTablePage(sheets: Sheets, columns: Columns): void {
  sheets.newPage();
  drawHeader(sheets, columns);
}

function drawRow(sheets: Sheets, columns: Columns, row: PtrRow, band: string | null): void {
  const [idAt, ownerAt, assetAt, typeAt, dateAt, notifiedAt, amountAt, gainsAt] = columns;
  const asset = assetLines(row.assetName, row.ticker, row.assetTypeCode, (typeAt - assetAt - SPARE) / SIZE);
  const amount = wrap(row.amount, (gainsAt - amountAt - SPARE) / SIZE);
  const lines = Math.max(asset.length, amount.length);
  let top = sheets.y;
  let baseline = top + 19;
  for (let line = 0; line < lines; line++) {
    if (baseline > PAGE_END) {
      shade(sheets, top, PAGE_END + 4, band);
      newTablePage(sheets, columns);
      top = sheets.y;
      baseline = top + 11;
    }
    const cell = (edge: number, text: string | null): void => {
      if (text !== null) sheets.canvas.text(edge + PADDING, baseline, text, { size: SIZE });
    };
    if (line === 0) {
      cell(idAt, row.id);
      cell(ownerAt, row.owner);
    }
    drawRuns(sheets, assetAt + PADDING, baseline, asset[line] ?? []);
    if (line === 0) {
      cell(typeAt, row.transactionType);
      cell(dateAt, row.transactionDate);
      cell(notifiedAt, row.notificationDate);
    }
    cell(amountAt, amount[line] ?? null);
    if (line === 0) sheets.canvas.tickBox(697, baseline - 8, row.capGainsOver200);
    sheets.y = baseline;
    baseline += 14;
  }
  drawDetails(sheets, columns, row, top, band, lines === 1 ? 28 : 23);
}

function drawDetails(
  sheets: Sheets,
  columns: Columns,
  row: PtrRow,
  start: number,
  band: string | null,
  gap: number,
): void {
  const left = columns[2] + PADDING - 0.2;
  const width = (TABLE_WIDTH - 8 - left) / DETAIL_SIZE;
  let top = start;
  let baseline = sheets.y + gap;
  for (const [label, text] of details(row)) {
    const heading = `${label}: `;
    wrap(text, width, width - heading.length * 0.62).forEach((line, index) => {
      if (baseline > PAGE_END) {
        shade(sheets, top, PAGE_END + 4, band);
        newTablePage(sheets, columns);
        top = sheets.y;
        baseline = top + 12;
      }
      const style = { size: DETAIL_SIZE, color: "#404040" };
      const indent = index === 0 ? sheets.canvas.text(left, baseline, heading, { ...style, smallCapitals: true }) : 0;
      sheets.canvas.text(left + indent, baseline, line, style);
      sheets.y = baseline;
      baseline += 17;
    });
  }
  sheets.y += 16;
  shade(sheets, top, sheets.y, band);
}

function details(row: PtrRow): (readonly [label: string, text: string])[] {
  const all = [
    ["Filing Status", row.filingStatus],
    ["Subholding Of", row.subholding],
    ["Location", row.location],
    ["Description", row.description],
    ["Comments", row.comment],
  ] as const;
  return all.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]));
}

function drawRuns(sheets: Sheets, x: number, baseline: number, runs: readonly Run[]): void {
  let at = x;
  for (const { text, gray } of runs)
    at += sheets.canvas.text(at, baseline, text, { size: SIZE, color: gray ? "#808080" : "#000000" });
}

/** Every second row has a gray background; the table has lines at both edges. */
function shade(sheets: Sheets, from: number, to: number, band: string | null): void {
  if (band !== null) sheets.canvas.fill(0, from, TABLE_WIDTH, to - from, band);
  sheets.canvas.fill(0, from, 1, to - from, "#cccccc");
  sheets.canvas.fill(TABLE_WIDTH - 1, from, 1, to - from, "#cccccc");
}
