/** A made-up page of the House's paper form, drawn at 200 dpi, marked as fictional in big letters. */
import type { Bitmap } from "./pdf-writer.ts";
import { blacken, createWhiteBitmap, drawWord, rotateClockwise } from "./pixel-text.ts";
import { drawCross } from "./senate-paper.ts";
import { drawPrintedText, LINE_HEIGHT } from "./typeface.ts";

export interface HousePaperLine {
  readonly owner: string;
  readonly asset: string;
  /** Handwritten: `1/8/26`. */
  readonly date: string;
  readonly notified: string;
  /** Marked columns, from 0: purchase, sale, partial sale, exchange. */
  readonly types: readonly number[];
  /** Marked columns, from 0: A to J are the printed ranges, K is for an asset of a spouse or a dependent child. */
  readonly amounts: readonly number[];
}

const TYPES = ["Purchase", "Sale", "Partial Sale", "Exchange"];
const WIDTH = 2200;
const HEIGHT = 1700;
const HEAD = 560;
const BODY = 860;
const LINE = 76;
const LINES = 8;
/** Left edges of owner, asset, four types, two dates and eleven amounts, then the right edge of the table. */
const EDGES = [
  ...[120, 200, 860, 912, 964, 1016, 1068, 1198],
  ...Array.from({ length: 12 }, (_, at) => 1328 + at * 54),
];
const [OWNER, ASSET, FIRST_TYPE, DATE, NOTIFIED, FIRST_AMOUNT] = [0, 1, 2, 6, 7, 8] as const;
const EXAMPLE: HousePaperLine = {
  owner: "JT",
  asset: "Example: Mega Corp. Common Stock",
  date: "2/5/20",
  notified: "3/7/20",
  types: [1],
  amounts: [1],
};

/** The page is rotated sideways, like most scanned pages. @param lines at most seven, below the printed example. */
export function drawHousePage(lines: readonly HousePaperLine[]): Bitmap {
  const page = createWhiteBitmap(WIDTH, HEIGHT);
  drawWord(page, 120, 120, 9, "FICTIONAL SAMPLE");
  drawPrintedText(page, 120, 300, "UNITED STATES HOUSE OF REPRESENTATIVES     PERIODIC TRANSACTION REPORT");
  const right = EDGES.at(-1) ?? WIDTH;
  for (const x of EDGES) blacken(page, x, HEAD, 3, BODY + LINES * LINE - HEAD);
  blacken(page, getColumnLeft(0), HEAD, right - getColumnLeft(0), 3);
  for (let line = 0; line <= LINES; line += 1)
    blacken(page, getColumnLeft(0), getRowTop(line), right - getColumnLeft(0) + 3, 3);
  drawPrintedText(page, getColumnLeft(ASSET) + 40, BODY - 60, "FULL ASSET NAME");
  for (const [at, heading] of TYPES.entries())
    drawPrintedText(page, getColumnLeft(FIRST_TYPE + at) + 10, BODY - 12, heading, true);
  for (const column of [DATE, NOTIFIED]) drawPrintedText(page, getColumnLeft(column) + 10, BODY - 60, "DATE");
  [..."ABCDEFGHIJK"].forEach((letter, at) => {
    drawPrintedText(page, getColumnLeft(FIRST_AMOUNT + at) + 16, BODY - 60, letter);
  });
  for (const [at, line] of [EXAMPLE, ...lines].entries()) drawTableRow(page, getRowTop(at), line);
  return rotateClockwise(page);
}

function drawTableRow(page: Bitmap, y: number, { owner, asset, date, notified, types, amounts }: HousePaperLine): void {
  const middle = y + Math.round((LINE - LINE_HEIGHT) / 2);
  drawPrintedText(page, getColumnLeft(OWNER) + 20, middle, owner);
  drawPrintedText(page, getColumnLeft(ASSET) + 12, middle, asset);
  drawPrintedText(page, getColumnLeft(DATE) + 16, middle, date);
  drawPrintedText(page, getColumnLeft(NOTIFIED) + 16, middle, notified);
  for (const column of types) drawCross(page, getColumnLeft(FIRST_TYPE + column) + 16, y + 28, 22);
  for (const column of amounts) drawCross(page, getColumnLeft(FIRST_AMOUNT + column) + 17, y + 28, 22);
}

function getColumnLeft(column: number): number {
  return EDGES[column] ?? WIDTH;
}

function getRowTop(line: number): number {
  return BODY + line * LINE;
}
