/**
 * CSV per RFC 4180: CRLF, a header row, every text cell in quotes. Null is an empty cell without quotes, to distinguish null from
 * an empty text. Lone surrogates become U+FFFD when the text is encoded as UTF-8.
 */
import type { Cells } from "./columns.ts";

const CSV_LINE_END = "\r\n";

/**
 * First characters of cells that spreadsheets treat as formulas (OWASP, CSV injection): `= + - @ TAB CR LF`, and the full-width
 * forms of the first four. East Asian editions treat the full-width forms as formulas too.
 */
const FORMULA_TRIGGERS = new Set([..."=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"].map((trigger) => trigger.charCodeAt(0)));

export function formatCsvHeader(columns: readonly string[]): string {
  return columns.join(",") + CSV_LINE_END;
}

/** @param raw whether to leave out the `'` that keeps spreadsheets from evaluating text as a formula. */
export function formatCsvLine(trade: Cells, columns: readonly string[], raw: boolean): string {
  let line = "";
  for (const column of columns) line += `,${formatCsvCell(trade[column] ?? null, raw)}`;
  return line.slice(1) + CSV_LINE_END;
}

/** Numbers, `true` and `false` are not quoted. */
export function formatCsvCell(value: Cells[string], raw: boolean): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value;
  const escaped = text.includes('"') ? text.replaceAll('"', '""') : text;
  return !raw && FORMULA_TRIGGERS.has(text.charCodeAt(0)) ? `"'${escaped}"` : `"${escaped}"`;
}
