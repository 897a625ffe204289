import { createHash } from "node:crypto";
import { nextTurn } from "../../base/next-turn.ts";
import { CACHE_CONTROL, weakTag } from "../../http/response/caching.ts";
import type { Answer } from "../../http/route.ts";
import type { Cells } from "../../publication/export/columns.ts";
import { csvHeader, csvLine } from "../../publication/export/csv.ts";

/** Rows of one file; the rest is behind `Link: rel="next"`. */
export const CSV_ROWS = 5000;
/** Rows that are written in one turn of the event loop. */
const ROWS_AT_ONCE = 100;

interface CsvParts {
  /** File name to save it under, without the ending. */
  readonly filename: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<Cells>;
  /** Number of all rows that match; the file has those from `skip` on. */
  readonly total: number;
  readonly skip: number;
  readonly version: string;
  /** Address of the file that begins with a row. */
  readonly linkTo: (skip: number) => string;
}

/**
 * Written in slices, so that other requests are answered in between; formulas are disarmed as in the exports. A file that lacks rows says so in its
 * name. One that ends at the most rows a file has says so in its last line as well: who opens it sees no header of the answer.
 */
export async function csvAnswer(parts: CsvParts): Promise<Answer> {
  const { columns, total, skip, version, linkTo } = parts;
  const pieces: string[] = [csvHeader(columns)];
  let count = 0;
  for (const row of parts.rows) {
    pieces.push(csvLine(row, columns, false));
    count += 1;
    if (count % ROWS_AT_ONCE === 0) await nextTurn();
  }
  const end = skip + count;
  const next = end < total ? ["Link", `<${linkTo(end)}>; rel="next"`] : [];
  if (end < total && count === CSV_ROWS) {
    const sentence = `The file ends with row ${end} of ${total}. The next rows: ${linkTo(end)}`;
    pieces.push(csvLine({ [columns[0] ?? ""]: sentence }, columns, false));
  }
  const part = count === total ? "" : `-rows-${Math.min(skip + 1, end)}-to-${end}-of-${total}`;
  return {
    body: Buffer.from(pieces.join("")),
    contentType: "text/csv; charset=utf-8",
    cacheControl: CACHE_CONTROL.list,
    etag: weakTag(`${version}?${createHash("sha256").update(linkTo(skip)).digest("base64url").slice(0, 22)}`),
    headers: [
      "X-Dataset-Version",
      version,
      "X-Total-Count",
      String(total),
      "Content-Disposition",
      `attachment; filename="${parts.filename}${part}.csv"`,
      ...next,
    ],
  };
}
