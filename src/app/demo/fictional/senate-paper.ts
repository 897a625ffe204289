/** A made-up page of the Senate's paper form, drawn at 200 dpi, marked as fictional in big letters. */
import { PRINTED_RANGES } from "../../../domain/amount-range.ts";
import type { Bitmap } from "./pdf-writer.ts";
import { blacken, createWhiteBitmap, drawWord } from "./pixel-text.ts";
import { drawPrintedText, LINE_HEIGHT } from "./typeface.ts";

export interface PaperLine {
  /** Asset with the owner's prefix: `(S) Example Inc`. A line without marks names the account of the indented lines below it. */
  readonly asset: string;
  readonly indented?: boolean;
  /** Handwritten: `1/8/26`. */
  readonly date?: string;
  /** Indexes of the marked transaction type columns: 0 is purchase, 1 is sale, and 2 is exchange. */
  readonly types?: readonly number[];
  /** Zero-based indexes of the marked amount columns. The columns are numbered in the order of the form. */
  readonly amounts?: readonly number[];
}

/** Amounts in the order of the form. */
export const PAPER_AMOUNTS: readonly string[] = [
  ...PRINTED_RANGES.slice(0, 6),
  "Over $1,000,000",
  ...PRINTED_RANGES.slice(6),
];
const TYPES = ["Purchase", "Sale", "Exchange"];
const WIDTH = 1700;
const HEIGHT = 2200;
const HEAD = 560;
const BODY = 940;
const LINE = 68;
const LINES = 14;
/** Left edges of the columns: number, asset, three types, date, eleven amounts; then the right edge of the table. */
const EDGES = [120, 160, 690, 735, 780, 825, 960, ...Array.from({ length: 11 }, (_, at) => 960 + (at + 1) * 48)];
const [ASSET, FIRST_TYPE, DATE, FIRST_AMOUNT] = [1, 2, 5, 6] as const;

interface PaperForm {
  readonly amendment?: boolean;
  readonly number?: string;
  /** Changes the order of the amount headings. */
  readonly reorderHeadings?: (known: readonly string[]) => readonly string[];
}

/** @param lines at most twelve, below the two printed examples. */
export function drawSenatePage(
  lines: readonly PaperLine[],
  { amendment = false, number = "0", reorderHeadings = (known) => known }: PaperForm = {},
): Bitmap {
  const page = createWhiteBitmap(WIDTH, HEIGHT);
  drawPrintedText(page, 300, 30, `${number}     RECEIVED BY: NOBODY     Date: never`);
  drawWord(page, 120, 120, 9, "FICTIONAL SAMPLE");
  drawPrintedText(page, 520, 260, "PERIODIC DISCLOSURE OF FINANCIAL TRANSACTIONS");
  drawPrintedText(page, 130, 400, "Reporting Individual's Name");
  drawPrintedText(page, 640, 400, "Amendment");
  drawBox(page, 596, 400, 26);
  if (amendment) drawCross(page, 600, 404, 18);
  drawGrid(page);
  for (const [at, heading] of [...TYPES, null, ...reorderHeadings(PAPER_AMOUNTS)].entries()) {
    if (heading !== null) drawPrintedText(page, getColumnLeft(FIRST_TYPE + at) + 6, BODY - 12, heading, true);
  }
  drawPrintedText(page, getColumnLeft(DATE) + 8, BODY - 60, "Date");
  for (const example of [0, 1]) {
    drawPrintedText(page, getColumnLeft(ASSET) + 160, getRowTop(example) + 14, "Example Corp. (stock)");
    drawCross(page, getColumnLeft(FIRST_TYPE + example) + 12, getRowTop(example) + 22, 20);
    [..."EXAMPLE"].forEach((letter, at) => {
      drawPrintedText(page, getColumnLeft(FIRST_AMOUNT + 4 + at) + 14, getRowTop(example) + 16, letter);
    });
  }
  for (const [at, line] of lines.entries()) drawTableRow(page, getRowTop(at + 2), line);
  return page;
}

function drawTableRow(page: Bitmap, y: number, { asset, indented = false, date, types = [], amounts = [] }: PaperLine) {
  const middle = y + Math.round((LINE - LINE_HEIGHT) / 2);
  drawPrintedText(page, getColumnLeft(ASSET) + (indented ? 60 : 12), middle, asset);
  if (date !== undefined) drawPrintedText(page, getColumnLeft(DATE) + 20, middle, date);
  for (const column of types) drawCross(page, getColumnLeft(FIRST_TYPE + column) + 13, y + 24, 20);
  for (const column of amounts) drawCross(page, getColumnLeft(FIRST_AMOUNT + column) + 14, y + 24, 20);
}

function drawGrid(page: Bitmap): void {
  const right = EDGES.at(-1) ?? WIDTH;
  for (const x of EDGES) blacken(page, x, HEAD, 3, BODY + LINES * LINE - HEAD);
  blacken(page, getColumnLeft(0), HEAD, right - getColumnLeft(0), 3);
  for (let line = 0; line <= LINES; line += 1)
    blacken(page, getColumnLeft(0), getRowTop(line), right - getColumnLeft(0) + 3, 3);
}

function getColumnLeft(column: number): number {
  return EDGES[column] ?? WIDTH;
}

function getRowTop(line: number): number {
  return BODY + line * LINE;
}

function drawBox(page: Bitmap, x: number, y: number, size: number): void {
  for (const side of [0, size]) {
    blacken(page, x, y + side, size + 2, 2);
    blacken(page, x + side, y, 2, size + 2);
  }
}

/** `01/08/2026` as handwritten: `1/8/26`. */
export function toHandwrittenDate(printed: string): string {
  const [month, day, year] = printed.split("/").map(Number);
  return `${month}/${day}/${(year ?? 0) % 100}`;
}

export function drawCross(page: Bitmap, x: number, y: number, size: number): void {
  for (let at = 0; at < size; at += 1) {
    blacken(page, x + at, y + at, 3, 2);
    blacken(page, x + size - at, y + at, 3, 2);
  }
}
