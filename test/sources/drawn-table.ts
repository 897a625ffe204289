/** A made-up table of a filer's own making that says in words what the form asks, drawn at 200 dots an inch and as a page of a scan. */
import { type Bitmap, writePdf } from "../upstream/fictional/pdf-writer.ts";
import { blacken, drawWord, whiteBitmap } from "../upstream/fictional/pixel-text.ts";
import { type } from "../upstream/fictional/typeface.ts";

export interface DrawnTable {
  readonly headings: readonly string[];
  readonly widths: readonly number[];
  /** The text of each cell; its lines one below the other. */
  readonly rows: readonly (readonly (readonly string[])[])[];
  readonly above?: readonly string[];
  readonly below?: readonly string[];
  /** Rows below which there is no rule. */
  readonly unruled?: readonly number[];
}

const [WIDTH, HEIGHT] = [1700, 2200];
const [LEFT, TOP] = [110, 620];
const PITCH = 38;

export function drawnTable(table: DrawnTable): Uint8Array {
  const page = whiteBitmap(WIDTH, HEIGHT);
  drawWord(page, LEFT, 100, 9, "FICTIONAL SAMPLE");
  for (const [at, text] of (table.above ?? []).entries()) type(page, LEFT, 260 + at * PITCH, text);
  const right = LEFT + table.widths.reduce((sum, width) => sum + width, 0);
  const lines = [table.headings.map((heading) => heading.split("\n")), ...table.rows];
  let y = TOP;
  blacken(page, LEFT, y, right - LEFT, 3);
  for (const [at, cells] of lines.entries()) {
    drawCells(page, y, cells, table.widths);
    y += Math.max(...cells.map(({ length }) => length)) * PITCH + 24;
    if (!table.unruled?.includes(at - 1)) blacken(page, LEFT, y, right - LEFT + 3, 3);
  }
  let x = LEFT;
  for (const width of [...table.widths, 0]) {
    blacken(page, x, TOP, 3, y - TOP);
    x += width;
  }
  for (const [at, text] of (table.below ?? []).entries()) type(page, LEFT, y + 60 + at * PITCH, text);
  return scanned(page);
}

function drawCells(page: Bitmap, y: number, cells: readonly (readonly string[])[], widths: readonly number[]): void {
  let x = LEFT;
  for (const [column, lines] of cells.entries()) {
    for (const [at, text] of lines.entries()) type(page, x + 14, y + 8 + at * PITCH, text);
    x += widths[column] ?? 0;
  }
}

function scanned(image: Bitmap): Uint8Array {
  const content = "q 612 0 0 792 0 0 cm /Im0 Do Q";
  return writePdf([{ width: 612, height: 792, content, image }], { Title: "Fictional sample, not a filing" }, false);
}
