/** The lines of the transaction table, over all pages -> its rows, wherever a page break cuts them. */
import { ParseError } from "../../../../base/errors.ts";
import type { TextRun } from "../pdf/text-run.ts";
import { type ColumnName, type Columns, columnAt, startOf } from "./columns.ts";
import { joined, joinRuns, type Line } from "./line.ts";
import type { TickBox } from "./tick-box.ts";

/** The part of the table on one page: its columns, and the lines and boxes that lie in it. */
export interface TablePart {
  readonly page: number;
  readonly columns: Columns;
  readonly lines: readonly Line[];
  readonly boxes: readonly TickBox[];
}

/** One row as printed: text by column, and the labelled lines below. */
export interface Row {
  /** Page that it begins on, from 1. */
  readonly page: number;
  readonly cells: Readonly<Record<ColumnName, string>>;
  /** The lines of its cells. */
  readonly lines: readonly Line[];
  readonly details: readonly Line[];
  /** Null where the form has no such column. */
  readonly ticked: boolean | null;
}

interface GrowingRow {
  readonly page: number;
  readonly y: number;
  readonly cells: Record<ColumnName, string[]>;
  readonly lines: Line[];
  readonly details: Line[];
  readonly boxes: TickBox[];
  readonly hasGains: boolean;
}

/** Rows are set in 9 points, the labelled lines below them in 8.25 (older forms) or 8.55. */
const ROW_SIZE = { least: 8.8, most: 9.2 };
const DETAIL_SIZE = { least: 8, most: 8.8 };
const TOLERANCE = 3;
/** A cell's first run begins this near to its column: the page's generator puts both at the same distance from the cell's edge, to 0.13. */
const CELL_START = 1.5;
/** Runs this near to each other are one text, in points (0.18 at most in recorded reports): nearer than a space is wide, and columns are 4.5 apart at least. */
const TOUCHING = 1.2;
/** The letters of a label's small capitals in the older forms. */
const LABEL_SIZE = { least: 5.7, most: 6.7 };
/** No two lines of the table are nearer, in points; the closest are 10.5 apart. */
const LEAST_APART = 9;
/** The middle of a row's box lies this near to the row's first baseline, in points; 0.1 to 1.1 in recorded reports. */
const BOX_REACH = 4;
/** Text here says that a row begins; a cell that wraps goes on in the columns of asset, type or amount only. */
const BEGINS_A_ROW: readonly ColumnName[] = ["id", "owner", "date", "notification"];

/**
 * Pure. Every line and every box of the table ends in exactly one row.
 * @param page the one whose rows are wanted: those of other pages may lack their beginning or their end. @throws {ParseError} `pdf_unknown_layout` when one belongs to none: then nothing of the document can be trusted.
 */
export function readRows(parts: readonly TablePart[], page?: number): readonly Row[] {
  const rows: GrowingRow[] = [];
  for (const part of parts) {
    for (const [at, line] of part.lines.entries()) {
      if (line.y - (part.lines[at - 1]?.y ?? -Infinity) < LEAST_APART) throw unplacedText(line);
      placeLine(line, part.columns, rows);
    }
  }
  for (const part of parts) placeBoxes(part, rows);
  return rows.filter((row) => page === undefined || row.page === page).map(finished);
}

function placeLine(line: Line, columns: Columns, rows: GrowingRow[]): void {
  const size = Math.max(...line.runs.map((run) => run.size));
  const row = rows.at(-1);
  if (size >= DETAIL_SIZE.least && size < DETAIL_SIZE.most) {
    const strange = line.runs.some(
      (run) => run.x < startOf(columns, "asset") - TOLERANCE || !(isIn(DETAIL_SIZE, run) || isIn(LABEL_SIZE, run)),
    );
    if (!row || strange) throw unplacedText(line);
    row.details.push(line);
    return;
  }
  if (line.runs.some((run) => run.bold || !isIn(ROW_SIZE, run))) throw unplacedText(line);
  const cells = cellsOf(line, columns);
  const begins =
    BEGINS_A_ROW.some((name) => cells[name] !== "") ||
    /^[^(]/.test(cells.type) ||
    row === undefined ||
    row.details.length > 0;
  if (!begins) {
    for (const name of ["asset", "type", "amount"] as const) row.cells[name].push(cells[name]);
    row.lines.push(line);
    return;
  }
  rows.push({
    page: line.page,
    y: line.y,
    cells: mapCells((name) => [cells[name]]),
    lines: [line],
    details: [],
    boxes: [],
    hasGains: startOf(columns, "gains") !== Infinity,
  });
}

function isIn({ least, most }: typeof ROW_SIZE, { size }: TextRun): boolean {
  return size >= least && size < most;
}

function cellsOf(line: Line, columns: Columns): Record<ColumnName, string> {
  const runs = mapCells((): TextRun[] => []);
  const placed = new Map<TextRun, ColumnName>();
  for (const run of line.runs) {
    const name = columnOf(run, columns, placed);
    if (name === null || name === "gains") throw unplacedText(line);
    placed.set(run, name);
    runs[name].push(run);
  }
  return mapCells((name) => joinRuns(runs[name]));
}

/** A run that does not begin where its column does and goes on where another ends is a part of that one, however far it reaches; one that does neither belongs nowhere. */
function columnOf(run: TextRun, columns: Columns, placed: ReadonlyMap<TextRun, ColumnName>): ColumnName | null {
  const name = columnAt(columns, run.x);
  if (name !== null && Math.abs(run.x - startOf(columns, name)) < CELL_START) return name;
  for (const [before, column] of placed) if (Math.abs(run.x - before.right) < TOUCHING) return column;
  return null;
}

/** A box belongs to the row that begins beside it; one above the first row of a page to the row that the page break cut. */
function placeBoxes({ page, boxes }: TablePart, rows: readonly GrowingRow[]): void {
  for (const box of boxes) {
    const beside = rows.find((row) => row.page === page && Math.abs(row.y - box.y) < BOX_REACH);
    const firstOfPage = rows.findIndex((row) => row.page === page);
    const before = firstOfPage < 0 ? rows.findLast((row) => row.page < page) : rows[firstOfPage - 1];
    const cut = firstOfPage < 0 || (rows[firstOfPage]?.y ?? 0) > box.y ? before : undefined;
    const row = beside ?? cut;
    if (!row) {
      throw new ParseError(
        "pdf_unknown_layout",
        `Page ${page} has a capital-gains box at ${Math.round(box.y)} points beside which no row begins.`,
      );
    }
    row.boxes.push(box);
  }
}

function finished({ page, cells, lines, details, boxes, hasGains }: GrowingRow): Row {
  const text = mapCells((name) => joined(cells[name]));
  for (const name of ["asset", "type", "amount"] as const) {
    if (cells[name][0] === "" && text[name] !== "") {
      throw new ParseError(
        "pdf_damaged",
        `A row on page ${page} goes on with "${text[name]}" where no ${name} begins.`,
      );
    }
  }
  // A box that a page break cuts is drawn on both pages.
  const ticked = boxes[0]?.ticked ?? null;
  if (hasGains && (ticked === null || boxes.some((box) => box.ticked !== ticked))) {
    throw new ParseError(
      "pdf_unknown_layout",
      `A row on page ${page} has ${ticked === null ? "no readable capital-gains box" : "boxes that contradict each other"}: "${joined(Object.values(text))}".`,
    );
  }
  return { page, cells: text, lines, details, ticked: hasGains ? ticked : null };
}

function mapCells<T>(value: (name: ColumnName) => T): Record<ColumnName, T> {
  return {
    id: value("id"),
    owner: value("owner"),
    asset: value("asset"),
    type: value("type"),
    date: value("date"),
    notification: value("notification"),
    amount: value("amount"),
    gains: value("gains"),
  };
}

function unplacedText(line: Line): ParseError {
  return new ParseError(
    "pdf_unknown_layout",
    `Text in the table on page ${line.page} belongs to no row: "${joinRuns(line.runs)}".`,
  );
}
