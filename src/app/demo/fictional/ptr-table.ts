/** The form's table of transactions: a header on every page; a page break may split a row at any line. */
import type { PtrRow } from "./ptr-form.ts";
import { layOutAsset, type Run, wrapText } from "./ptr-lines.ts";
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
/** Left edges of the columns. In a report with row ids, the first column is wider and the other columns move right. */
const COLUMNS = [0, 54, 106, 318, 404, 478, 564, 668] as const;
const COLUMNS_WITH_IDS = [0, 73, 125, 322, 408, 481, 567, 670] as const;
type Columns = typeof COLUMNS | typeof COLUMNS_WITH_IDS;
/** `PADDING`: from a cell's left edge to its text. `SPARE`: how much narrower the space for the text is than the cell. */
const PADDING = 4.6;
const SPARE = 9;

export function drawTable(sheets: Sheets, rows: readonly PtrRow[]): void {
  const columns = rows.some((row) => row.id !== null) ? COLUMNS_WITH_IDS : COLUMNS;
  drawHeader(sheets, columns);
  rows.forEach((row, index) => {
    if (sheets.y + 19 > PAGE_END) addTablePage(sheets, columns);
    drawRow(sheets, columns, row, index % 2 === 1 ? "#f5f5f5" : null);
  });
}

function drawHeader(sheets: Sheets, columns: Columns): void {
  const { canvas, y } = sheets;
  canvas.fillRectangle(0, y, TABLE_WIDTH, HEADER_HEIGHT, "#eeeeee");
  canvas.fillRectangle(0, y, TABLE_WIDTH, 1, "#cccccc");
  canvas.fillRectangle(0, y + HEADER_HEIGHT, TABLE_WIDTH, 1, "#cccccc");
  HEADINGS.forEach((words, column) => {
    words.forEach((word, line) => {
      canvas.drawText((columns[column] ?? 0) + 4.77, y + 19 + 15 * line, word, { size: 12.6, weight: "bold" });
    });
  });
  sheets.y = y + HEADER_HEIGHT;
}

function addTablePage(sheets: Sheets, columns: Columns): void {
  sheets.addPage();
  drawHeader(sheets, columns);
}

function drawRow(sheets: Sheets, columns: Columns, row: PtrRow, band: string | null): void {
  const [idAt, ownerAt, assetAt, typeAt, dateAt, notifiedAt, amountAt, gainsAt] = columns;
  const asset = layOutAsset(row.assetName, row.ticker, row.assetTypeCode, (typeAt - assetAt - SPARE) / SIZE);
  const amount = wrapText(row.amount, (gainsAt - amountAt - SPARE) / SIZE);
  const lines = Math.max(asset.length, amount.length);
  let top = sheets.y;
  let baseline = top + 19;
  for (let line = 0; line < lines; line++) {
    if (baseline > PAGE_END) {
      drawRowBackground(sheets, top, PAGE_END + 4, band);
      addTablePage(sheets, columns);
      top = sheets.y;
      baseline = top + 11;
    }
    const drawCell = (edge: number, text: string | null): void => {
      if (text !== null) sheets.canvas.drawText(edge + PADDING, baseline, text, { size: SIZE });
    };
    if (line === 0) {
      drawCell(idAt, row.id);
      drawCell(ownerAt, row.owner);
    }
    drawRuns(sheets, assetAt + PADDING, baseline, asset[line] ?? []);
    if (line === 0) {
      drawCell(typeAt, row.transactionType);
      drawCell(dateAt, row.transactionDate);
      drawCell(notifiedAt, row.notificationDate);
    }
    drawCell(amountAt, amount[line] ?? null);
    if (line === 0) sheets.canvas.drawTickBox(697, baseline - 8, row.capGainsOver200);
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
  for (const [label, text] of listDetails(row)) {
    const heading = `${label}: `;
    wrapText(text, width, width - heading.length * 0.62).forEach((line, index) => {
      if (baseline > PAGE_END) {
        drawRowBackground(sheets, top, PAGE_END + 4, band);
        addTablePage(sheets, columns);
        top = sheets.y;
        baseline = top + 12;
      }
      const style = { size: DETAIL_SIZE, color: "#404040" };
      const indent =
        index === 0 ? sheets.canvas.drawText(left, baseline, heading, { ...style, smallCapitals: true }) : 0;
      sheets.canvas.drawText(left + indent, baseline, line, style);
      sheets.y = baseline;
      baseline += 17;
    });
  }
  sheets.y += 16;
  drawRowBackground(sheets, top, sheets.y, band);
}

function listDetails(row: PtrRow): (readonly [label: string, text: string])[] {
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
    at += sheets.canvas.drawText(at, baseline, text, { size: SIZE, color: gray ? "#808080" : "#000000" });
}

/** Every second row has a gray background; the table has lines at both edges. */
function drawRowBackground(sheets: Sheets, from: number, to: number, band: string | null): void {
  if (band !== null) sheets.canvas.fillRectangle(0, from, TABLE_WIDTH, to - from, band);
  sheets.canvas.fillRectangle(0, from, 1, to - from, "#cccccc");
  sheets.canvas.fillRectangle(TABLE_WIDTH - 1, from, 1, to - from, "#cccccc");
}
