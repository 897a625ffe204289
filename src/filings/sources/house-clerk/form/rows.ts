/** Groups the lines of the transaction table, from all pages, into rows, including rows cut by a page break. */
import { ParseError } from "../../../../base/errors.ts";
import type { TextRun } from "../pdf/text-run.ts";
import { COLUMN_NAMES, type ColumnName, type Columns, findColumnAt, findColumnStart } from "./columns.ts";
import { joinBrokenLines, joinRuns, type Line } from "./line.ts";
import type { TickBox } from "./tick-box.ts";

export interface TablePart {
  readonly page: number;
  readonly columns: Columns;
  readonly lines: readonly Line[];
  readonly boxes: readonly TickBox[];
}

/** One row as printed: text by column, and the labelled lines below it. */
export interface Row {
  /** Page on which the row begins, from 1. */
  readonly page: number;
  readonly cells: Readonly<Record<ColumnName, string>>;
  readonly lines: readonly Line[];
  readonly details: readonly Line[];
  /** True if the row's capital-gains box is ticked. Null if the form has no capital-gains column. */
  readonly hasGainsTick: boolean | null;
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
/** Maximum distance, in points, of a cell's first run from its column's header word; at most 0.13 in recorded reports. */
const CELL_START = 1.5;
// Maximum gap, in points, between two text runs that belong to the same text. The gap is at most 0.18 in recorded reports. Spaces
// between words are wider, and columns are at least 4.5 points apart.
const MAX_RUN_GAP = 1.2;
/** Size in points of the small capitals in the older forms' labels. */
const LABEL_SIZE = { least: 5.7, most: 6.7 };
/** Minimum distance between the table's lines, in points; the closest lines are 10.5 apart. */
const MIN_APART = 9;
/** Maximum distance, in points, of a box's middle from its row's first baseline; 0.1 to 1.1 in recorded reports. */
const BOX_REACH = 4;
/** Text in these columns starts a row; wrapped cells continue only in the columns asset, type or amount. */
const BEGINS_A_ROW: readonly ColumnName[] = ["id", "owner", "date", "notification"];

/**
 * Pure. Assigns every line and box of the table to exactly one row. @param page if given, only rows that begin on this page are
 * returned. @throws {ParseError} `pdf_unknown_layout` if a line or box belongs to no row: then the document cannot be trusted.
 */
export function readRows(parts: readonly TablePart[], page?: number): readonly Row[] {
  const rows: GrowingRow[] = [];
  for (const part of parts) {
    for (const [at, line] of part.lines.entries()) {
      if (line.y - (part.lines[at - 1]?.y ?? -Infinity) < MIN_APART) throw createUnplacedTextError(line);
      addLineToRows(line, part.columns, rows);
    }
  }
  for (const part of parts) addBoxesToRows(part, rows);
  return rows.filter((row) => page === undefined || row.page === page).map(finishRow);
}

function addLineToRows(line: Line, columns: Columns, rows: GrowingRow[]): void {
  const size = Math.max(...line.runs.map((run) => run.size));
  const row = rows.at(-1);
  if (size >= DETAIL_SIZE.least && size < DETAIL_SIZE.most) {
    const strange = line.runs.some(
      (run) =>
        run.x < findColumnStart(columns, "asset") - TOLERANCE ||
        !(isSizeInRange(DETAIL_SIZE, run) || isSizeInRange(LABEL_SIZE, run)),
    );
    if (!row || strange) throw createUnplacedTextError(line);
    row.details.push(line);
    return;
  }
  if (line.runs.some((run) => run.bold || !isSizeInRange(ROW_SIZE, run))) throw createUnplacedTextError(line);
  const cells = splitIntoCells(line, columns);
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
    cells: buildCells((name) => [cells[name]]),
    lines: [line],
    details: [],
    boxes: [],
    hasGains: findColumnStart(columns, "gains") !== Infinity,
  });
}

function isSizeInRange({ least, most }: typeof ROW_SIZE, { size }: TextRun): boolean {
  return size >= least && size < most;
}

function splitIntoCells(line: Line, columns: Columns): Record<ColumnName, string> {
  const runs = buildCells((): TextRun[] => []);
  const placed = new Map<TextRun, ColumnName>();
  for (const run of line.runs) {
    const name = findColumn(run, columns, placed);
    if (name === null || name === "gains") throw createUnplacedTextError(line);
    placed.set(run, name);
    runs[name].push(run);
  }
  return buildCells((name) => joinRuns(runs[name]));
}

/** Finds the column at whose edge a run starts, or the column of the run directly before it; null if there is neither. */
function findColumn(run: TextRun, columns: Columns, placed: ReadonlyMap<TextRun, ColumnName>): ColumnName | null {
  const name = findColumnAt(columns, run.x);
  if (name !== null && Math.abs(run.x - findColumnStart(columns, name)) < CELL_START) return name;
  for (const [before, column] of placed) if (Math.abs(run.x - before.right) < MAX_RUN_GAP) return column;
  return null;
}

/** A box belongs to the row that begins beside it. A box above a page's first row belongs to the row cut by the page break. */
function addBoxesToRows({ page, boxes }: TablePart, rows: readonly GrowingRow[]): void {
  for (const box of boxes) {
    const beside = rows.find((row) => row.page === page && Math.abs(row.y - box.y) < BOX_REACH);
    const firstOfPage = rows.findIndex((row) => row.page === page);
    const before = firstOfPage < 0 ? rows.findLast((row) => row.page < page) : rows[firstOfPage - 1];
    const cut = firstOfPage < 0 || (rows[firstOfPage]?.y ?? 0) > box.y ? before : undefined;
    const row = beside ?? cut;
    if (!row) {
      throw new ParseError(
        "pdf_unknown_layout",
        `Page ${page} has a capital-gains box ${Math.round(box.y)} points from the top, but no row begins beside the box.`,
      );
    }
    row.boxes.push(box);
  }
}

function finishRow({ page, cells, lines, details, boxes, hasGains }: GrowingRow): Row {
  const text = buildCells((name) => joinBrokenLines(cells[name]));
  for (const name of ["asset", "type", "amount"] as const) {
    if (cells[name][0] === "" && text[name] !== "") {
      throw new ParseError(
        "pdf_damaged",
        `A row on page ${page} has no ${name} on its first line, but has "${text[name]}" in that column on a later line.`,
      );
    }
  }
  // A box cut by a page break is drawn on both pages.
  const hasGainsTick = boxes[0]?.ticked ?? null;
  if (hasGains && (hasGainsTick === null || boxes.some((box) => box.ticked !== hasGainsTick))) {
    throw new ParseError(
      "pdf_unknown_layout",
      `A row on page ${page} has ${hasGainsTick === null ? "no readable capital-gains box" : "boxes that contradict each other"}: "${joinBrokenLines(Object.values(text))}".`,
    );
  }
  return { page, cells: text, lines, details, hasGainsTick: hasGains ? hasGainsTick : null };
}

function buildCells<T>(value: (name: ColumnName) => T): Record<ColumnName, T> {
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, value(name)])) as Record<ColumnName, T>;
}

function createUnplacedTextError(line: Line): ParseError {
  return new ParseError(
    "pdf_unknown_layout",
    `Text in the table on page ${line.page} belongs to no row: "${joinRuns(line.runs)}".`,
  );
}
