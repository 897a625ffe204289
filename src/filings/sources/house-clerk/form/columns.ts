/** Finds the columns of the transaction table from the header words, which every page repeats. */
import type { TextRun } from "../pdf/text-run.ts";
import { splitRunIntoWords } from "./line.ts";

export interface Column {
  readonly name: ColumnName;
  /** Left edge of the column's cells, in points. */
  readonly x: number;
}

/** Left to right; `gains` is missing from forms before about mid-2018. */
export type Columns = readonly Column[];

interface PageTable {
  /** Null on a page without a table header, or with one that was not recognized. */
  readonly columns: Columns | null;
  /** The header's first baseline. */
  readonly y?: number;
  /** The words of a header that was not recognized. Such a header is an error if the table has text. */
  readonly unknown?: string;
  /** The page's text runs without those of the header. */
  readonly rest: readonly TextRun[];
}

/** First words of the column headers, from left to right. The headers' other words are on lower lines and identify no column. */
const FIRST_WORDS = [
  ["id", "id"],
  ["owner", "owner"],
  ["asset", "asset"],
  ["transaction", "type"],
  ["date", "date"],
  ["notification", "notification"],
  ["amount", "amount"],
  ["cap.", "gains"],
] as const;
export type ColumnName = (typeof FIRST_WORDS)[number][1];
export const COLUMN_NAMES: readonly ColumnName[] = FIRST_WORDS.map(([, name]) => name);
const FURTHER_WORDS = new Set(["type", "date", "gains", ">", "$200?"]);
const HEADER_SIZE = { least: 9.2, most: 10.2 };
/** Distance in points from the header's first baseline to its last. */
const HEADER_HEIGHT = 26;
/** A cell may begin up to this far to the left of its header word. */
const TOLERANCE = 3;

/** Pure. Finds the header by its bold words and removes it. The header may overlap a row that was moved by a page break. */
export function readTableHeader(runs: readonly TextRun[]): PageTable {
  const bold = runs.filter(({ bold, size }) => bold && size > HEADER_SIZE.least && size < HEADER_SIZE.most);
  const first = bold.find(
    (run) =>
      splitRunIntoWords(run).some(({ text }) => /^owner$/i.test(text)) &&
      bold.some((other) => Math.abs(other.y - run.y) < 1 && /\bamount\b/i.test(other.text)),
  );
  if (first === undefined) return { columns: null, rest: runs };
  const header = bold.filter((run) => run.y > first.y - 1 && run.y < first.y + HEADER_HEIGHT);
  const words = header.flatMap(splitRunIntoWords);
  const top = words.filter(({ y }) => Math.abs(y - first.y) < 1).toSorted((one, other) => one.x - other.x);
  const names = FIRST_WORDS.slice(0, top.length);
  const unknown =
    words.filter((word) => !top.includes(word) && !FURTHER_WORDS.has(word.text.toLowerCase())).length > 0 ||
    top.length < FIRST_WORDS.length - 1 ||
    top.some(({ text }, at) => text.toLowerCase() !== names[at]?.[0]);
  if (unknown) return { columns: null, unknown: words.map(({ text }) => text).join(" "), rest: runs };
  const columns = top.flatMap(({ x }, at) => {
    const name = names[at]?.[1];
    return name === undefined ? [] : [{ name, x }];
  });
  return { columns, y: first.y, rest: runs.filter((run) => !header.includes(run)) };
}

/** Pure. Returns the column of a text whose left edge is at `x`. Null if `x` is left of the first column. */
export function findColumnAt(columns: Columns, x: number): ColumnName | null {
  return columns.findLast((column) => column.x - TOLERANCE <= x)?.name ?? null;
}

/** Pure. Left edge of a column; Infinity if the form does not have it. */
export function findColumnStart(columns: Columns, name: ColumnName): number {
  return columns.find((column) => column.name === name)?.x ?? Infinity;
}
