/** Writes exports with more columns than the public fields. Rows come from the store, which has all fields of a trade. */
import { UnavailableError } from "../../base/errors.ts";
import { createPause } from "../../base/pause.ts";
import type { Cells, ColumnShape } from "./columns.ts";
import { formatCsvLine } from "./csv.ts";
import { LineBuffer } from "./line-buffer.ts";
import { writeParquet } from "./parquet.ts";
import type { Write } from "./ready-file.ts";

export interface DetailedRows {
  /** Selected columns, in file order. */
  readonly columns: readonly ColumnShape[];
  /** Rows for these ids, in order, each created lazily; undefined for a trade that is no longer published. */
  read(ids: readonly string[]): Promise<Iterable<Cells | undefined>>;
  /** Returns whether the exported version is still current. If not, the export fails: `read` reads only the current version. */
  isCurrent(): Promise<boolean>;
}

type Format = "csv" | "ndjson" | "parquet";

/**
 * Writes rows without a CSV header. @param ids in chunks; the trades of a chunk are read together.
 * @throws {UnavailableError} `service_unavailable` if another version was published meanwhile.
 */
export async function writeDetailedRows(
  format: Format,
  ids: Iterable<readonly string[]>,
  rows: DetailedRows,
  raw: boolean,
  write: Write,
): Promise<void> {
  const names = rows.columns.map(({ name }) => name);
  const cells = readCells(ids, rows);
  if (format === "parquet") await writeParquet(cells, rows.columns, write, createPause());
  else {
    const lines = new LineBuffer();
    for await (const row of cells) {
      lines.addText(
        format === "csv"
          ? formatCsvLine(row, names, raw)
          : `${JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null])))}\n`,
      );
      if (lines.isFull) await write(lines.takeBytes());
    }
    await write(lines.takeBytes());
  }
  if (!(await rows.isCurrent())) throw createVersionChangedError();
}

/** SQLite answers without yielding to the event loop, so yield after each chunk. */
async function* readCells(ids: Iterable<readonly string[]>, rows: DetailedRows): AsyncGenerator<Cells> {
  const pause = createPause();
  for (const chunk of ids) {
    for (const row of await rows.read(chunk)) {
      if (row === undefined) throw createVersionChangedError();
      yield row;
    }
    await pause();
  }
}

function createVersionChangedError(): UnavailableError {
  return new UnavailableError(
    "service_unavailable",
    "Another dataset version was published while the export was made.",
    2,
  );
}
