/** Exports with columns beyond the public fields: each row is asked of who knows the whole trade. */
import { UnavailableError } from "../../base/errors.ts";
import { createPause } from "../../base/pause.ts";
import type { Cells, ColumnShape } from "./columns.ts";
import { csvLine } from "./csv.ts";
import { LineBuffer } from "./line-buffer.ts";
import { writeParquet } from "./parquet.ts";
import type { Write } from "./ready-file.ts";

/** Reads the details of trades. */
export interface DetailedRows {
  /** Columns in use, in the order of the file. */
  readonly columns: readonly ColumnShape[];
  /** The rows of these ids, in their order, each made when it is taken; undefined for one that is not published any more. */
  read(ids: readonly string[]): Promise<Iterable<Cells | undefined>>;
  /** True if the version that is exported is still in force: rows are read from what is published now. */
  inForce(): Promise<boolean>;
}

type Format = "csv" | "ndjson" | "parquet";

/** The rows without a CSV's header. @param ids parts of the list that are each read at once. @throws {UnavailableError} `service_unavailable` when another version was published meanwhile. */
export async function writeDetailed(
  format: Format,
  ids: Iterable<readonly string[]>,
  rows: DetailedRows,
  raw: boolean,
  write: Write,
): Promise<void> {
  const names = rows.columns.map(({ name }) => name);
  const cells = cellsOf(ids, rows);
  if (format === "parquet") await writeParquet(cells, rows.columns, write, createPause());
  else {
    const lines = new LineBuffer();
    for await (const row of cells) {
      lines.addText(
        format === "csv"
          ? csvLine(row, names, raw)
          : `${JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null])))}\n`,
      );
      if (lines.full) await write(lines.take());
    }
    await write(lines.take());
  }
  if (!(await rows.inForce())) throw published();
}

/** SQLite answers without a turn of the event loop, so that each part is followed by one. */
async function* cellsOf(ids: Iterable<readonly string[]>, rows: DetailedRows): AsyncGenerator<Cells> {
  const pause = createPause();
  for (const some of ids) {
    for (const row of await rows.read(some)) {
      if (row === undefined) throw published();
      yield row;
    }
    await pause();
  }
}

function published(): UnavailableError {
  return new UnavailableError(
    "service_unavailable",
    "Another dataset version was published while the export was made.",
    2,
  );
}
