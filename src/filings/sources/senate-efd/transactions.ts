/** Reads the transaction table of an electronic report: its nine columns by name, its rows, and the totals printed above it as a checksum. */
import type { HTMLElement } from "node-html-parser";
import type { RejectionCode } from "../../../base/error-codes.ts";
import { ParseError } from "../../../base/errors.ts";
import type { RejectedLine } from "../../../domain/filing.ts";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../../domain/printed-report.ts";
import { readAssetCell, readTickers } from "./asset-cell.ts";
import { readText, toNullIfDashes } from "./page.ts";

const COLUMNS = [
  "#",
  "Transaction Date",
  "Owner",
  "Ticker",
  "Asset Name",
  "Asset Type",
  "Type",
  "Amount",
  "Comment",
] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Reads every row of a report's `<main>`; a row without the required fields of a transaction is rejected with the reason. @throws {ParseError}
 * `html_no_table`, `html_unknown_columns`, `html_numbers_repeat`, `html_totals_missing`, `html_totals_differ`.
 */
export function readTransactions(main: HTMLElement): Pick<RawFiling, "transactions" | "rejected"> {
  const total = readPrintedTotal(main);
  const table = findTransactionTable(main, total);
  if (table === null) return { transactions: [], rejected: [] };
  const place = createColumnLookup(table);
  const rows = numberRows(table, place("#"));
  const transactions: RawTransaction[] = [];
  const rejected: RejectedLine[] = [];
  checkRowNumbers(rows.map(({ printed }) => printed));
  for (const { line, printed: number, cells } of rows) {
    const read = readRow(cells, number, place);
    if (typeof read === "string") rejected.push({ line, reason: read, text: cells.map(readText).join(" | ") });
    else transactions.push(read);
  }
  const printedRows = rows.map(({ cells }) => cells);
  checkTotals(main, total, printedRows, place("Owner"));
  return { transactions, rejected };
}

/**
 * Finds the table's headings and the cells of row number `line`. @throws {ParseError} `html_no_table` if there is no such row.
 */
export function findPrintedRow(
  main: HTMLElement,
  line: number,
): { readonly headings: readonly string[]; readonly cells: readonly HTMLElement[] } {
  const table = findTransactionTable(main, readPrintedTotal(main));
  const place = table === null ? null : createColumnLookup(table);
  const found = table && place && numberRows(table, place("#")).find((row) => row.line === line);
  if (!found) throw new ParseError("html_no_table", `The report has no transaction with the number ${line}.`);
  return { headings: readHeaders(table), cells: found.cells };
}

/** Numbers the rows of a table. For a row without a legible number, `printed` is null and `line` follows the highest number. */
function numberRows(table: HTMLElement, place: number) {
  const rows = listBodyRows(table).map((cells) => ({ cells, printed: readPrintedNumber(cells, place) }));
  let lastLine = Math.max(0, ...rows.map(({ printed }) => printed ?? 0));
  return rows.map((row) => {
    if (row.printed === null) lastLine += 1;
    return { ...row, line: row.printed ?? lastLine };
  });
}

/** Finds the table of transactions: the page's only table or, among several, the only one with the columns of transactions. */
function findTransactionTable(main: HTMLElement, total: number): HTMLElement | null {
  const tables = main.getElementsByTagName("table");
  if (tables.length === 0 && total === 0) return null;
  const known = tables.length > 1 ? tables.filter((table) => hasTransactionColumns(readHeaders(table))) : tables;
  const [table] = known;
  if (table !== undefined && known.length === 1) return table;
  throw new ParseError(
    "html_no_table",
    `The report says "${total} transactions total", but ${known.length} of its ${tables.length} tables list transactions. Exactly one was expected.`,
  );
}

function readHeaders(table: HTMLElement): readonly string[] {
  return table.getElementsByTagName("th").map(readText);
}

function hasTransactionColumns(headers: readonly string[]): boolean {
  return headers.length === COLUMNS.length && COLUMNS.every((column) => headers.includes(column));
}

function createColumnLookup(table: HTMLElement): (column: Column) => number {
  const headers = readHeaders(table);
  if (!hasTransactionColumns(headers)) {
    throw new ParseError(
      "html_unknown_columns",
      `The table's columns are ${headers.join(" | ")}; ${COLUMNS.join(" | ")} were expected.`,
    );
  }
  return (column) => headers.indexOf(column);
}

/** Lists the cells of each row, without header rows. */
function listBodyRows(table: HTMLElement): HTMLElement[][] {
  return table
    .getElementsByTagName("tr")
    .filter((row) => row.getElementsByTagName("th").length === 0)
    .map((row) => row.getElementsByTagName("td"));
}

function readPrintedNumber(row: readonly HTMLElement[], place: number): number | null {
  const cell = row[place];
  const number = cell ? parseWholeNumber(readText(cell)) : null;
  return number !== null && number > 0 ? number : null;
}

/** Parses `1,024` as `1024`. */
function parseWholeNumber(text: string): number | null {
  return /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})$/.test(text) ? Number(text.replaceAll(",", "")) : null;
}

function checkRowNumbers(numbers: readonly (number | null)[]): void {
  const seen = new Set<number>();
  for (const number of numbers) {
    if (number === null) continue;
    if (seen.has(number))
      throw new ParseError("html_numbers_repeat", `Two rows of the table have the number ${number}.`);
    seen.add(number);
  }
}

/** Converts the row to a transaction, or returns the reason for rejecting it. */
function readRow(
  row: readonly HTMLElement[],
  number: number | null,
  findPlace: (column: Column) => number,
): RawTransaction | RejectionCode {
  const getCell = (column: Column): HTMLElement | null => row[findPlace(column)] ?? null;
  const readCellText = (column: Column): string | null => toNullIfDashes(getCell(column)?.text ?? "");
  const tickerCell = getCell("Ticker");
  const assetCell = getCell("Asset Name");
  if (row.length !== COLUMNS.length || !tickerCell || !assetCell) return "unreadable_row";
  if (number === null) return "unreadable_number";
  const asset = readAssetCell(assetCell);
  const tickers = readTickers(tickerCell);
  if (tickers.length === 0) return "unreadable_row";
  const assetName = toNullIfDashes(asset.parts.join(" / "));
  const transactionDate = readCellText("Transaction Date");
  const transactionType = readCellText("Type");
  const amount = readCellText("Amount");
  if (assetName === null) return "missing_asset";
  if (transactionDate === null) return "missing_transaction_date";
  if (transactionType === null) return "missing_transaction_type";
  if (amount === null) return "missing_amount";
  return {
    ...createBlankLine(number),
    owner: readCellText("Owner"),
    assetName,
    assetCell: asset.whole,
    ticker: formatTickers(tickers),
    assetType: readCellText("Asset Type"),
    transactionType,
    transactionDate,
    amount,
    comment: readCellText("Comment"),
    tickers,
    assetParts: asset.parts,
    assetDetails: asset.details,
  };
}

/** Formats a ticker cell as printed: null if it has only `--`; `VZ TMUS` or `-- PTEN` for an exchange of two assets. */
function formatTickers(tickers: readonly (string | null)[]): string | null {
  return tickers.every((ticker) => ticker === null) ? null : tickers.map((ticker) => ticker ?? "--").join(" ");
}

/** Reads `(17 transactions total)` above the table. */
function readPrintedTotal(main: HTMLElement): number {
  const found = /\(([\d,]+) transactions? total\)/i.exec(readSummary(main).join(" "));
  const total = parseWholeNumber(found?.[1] ?? "");
  if (total !== null) return total;
  throw new ParseError("html_totals_missing", 'The report does not show its "(N transactions total)".');
}

function readSummary(main: HTMLElement): string[] {
  return main.getElementsByTagName("li").map(readText);
}

/** Compares the printed totals with the rows, including rejected ones. `Child` in a row is `Dependent Child` in the summary. */
function checkTotals(
  main: HTMLElement,
  total: number,
  rows: readonly (readonly HTMLElement[])[],
  ownerPlace: number,
): void {
  if (rows.length !== total) {
    throw new ParseError(
      "html_totals_differ",
      `The report says "${total} transactions total", but has ${rows.length} rows.`,
    );
  }
  if (rows.some((row) => row.length !== COLUMNS.length)) return;
  const owners = rows.map((row) => readOwner(row[ownerPlace]));
  for (const line of readSummary(main)) {
    const found = /^([\d,]+) (Self|Joint|Spouse|(?:Dependent )?Child)$/i.exec(line);
    if (!found) continue;
    const owner = found[2]?.toLowerCase().replace("dependent ", "");
    const ownRows = owners.filter((each) => each === owner).length;
    if (ownRows !== parseWholeNumber(found[1] ?? "")) {
      throw new ParseError("html_totals_differ", `The report says "${line}", but ${ownRows} rows have that owner.`);
    }
  }
}

function readOwner(cell: HTMLElement | undefined): string {
  return (cell ? readText(cell) : "").toLowerCase().replace("dependent ", "");
}
