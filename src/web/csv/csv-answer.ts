import { createHash } from "node:crypto";
import { awaitNextTurn } from "../../base/next-turn.ts";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import type { Answer } from "../../http/route.ts";
import type { Cells } from "../../publication/export/columns.ts";
import { formatCsvHeader, formatCsvLine } from "../../publication/export/csv.ts";

/** Maximum number of rows per file; the `Link: rel="next"` header leads to the following rows. */
export const CSV_ROWS = 5000;
/** Number of rows written before other requests get a turn of the event loop. */
const ROWS_AT_ONCE = 100;

interface CsvParts {
  /** File name for saving, without extension. */
  readonly filename: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<Cells>;
  /** Number of all matching rows; the file starts after `skip` rows. */
  readonly total: number;
  readonly skip: number;
  readonly version: string;
  /** URL of the file that starts after `skip` rows. */
  readonly buildLink: (skip: number) => string;
}

/**
 * Writes the file in slices, so that other requests are answered in between. Formulas are escaped as in the exports. The name of
 * an incomplete file says which rows the file has. A file cut at the maximum number of rows also says so in its last row. The
 * HTTP headers say so too, but are lost when a user saves the file.
 */
export async function createCsvFileAnswer(parts: CsvParts): Promise<Answer> {
  const { columns, total, skip, version, buildLink } = parts;
  const pieces: string[] = [formatCsvHeader(columns)];
  let count = 0;
  for (const row of parts.rows) {
    pieces.push(formatCsvLine(row, columns, false));
    count += 1;
    if (count % ROWS_AT_ONCE === 0) await awaitNextTurn();
  }
  const end = skip + count;
  const next = end < total ? ["Link", `<${buildLink(end)}>; rel="next"`] : [];
  if (end < total && count === CSV_ROWS) {
    const sentence = `The file ends with row ${end} of ${total}. The next rows: ${buildLink(end)}`;
    pieces.push(formatCsvLine({ [columns[0] ?? ""]: sentence }, columns, false));
  }
  const rangeSuffix = count === total ? "" : `-rows-${Math.min(skip + 1, end)}-to-${end}-of-${total}`;
  return {
    body: Buffer.from(pieces.join("")),
    contentType: "text/csv; charset=utf-8",
    cacheControl: CACHE_CONTROL.list,
    etag: formatWeakTag(`${version}?${createHash("sha256").update(buildLink(skip)).digest("base64url").slice(0, 22)}`),
    headers: [
      "X-Dataset-Version",
      version,
      "X-Total-Count",
      String(total),
      "Content-Disposition",
      `attachment; filename="${parts.filename}${rangeSuffix}.csv"`,
      ...next,
    ],
  };
}
