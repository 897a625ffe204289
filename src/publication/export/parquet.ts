/** Writes rows as Apache Parquet, with typed columns; row group by row group, so that memory does not grow with the file. */
import { constants, zstdCompressSync } from "node:zlib";
import type { KeyValue, SchemaElement } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer";
import type { Cells, ColumnKind, ColumnShape } from "./columns.ts";

/** Default rows per group: writing them blocks the event loop for a few milliseconds. */
const GROUP_ROWS = 2000;
/** Rows read between two checks of whether to yield to the event loop. */
const READ_AT_ONCE = 200;

const DAY_MS = 86_400_000;

/** Layout of the file; the defaults suit a process that also answers requests. */
interface ParquetLayout {
  /** Name of the schema's root, which describes a row. */
  readonly row?: string;
  readonly groupRows?: number;
  readonly codec?: "SNAPPY" | "ZSTD";
  /** Written into the footer. */
  readonly metadata?: readonly KeyValue[];
}

/** Higher levels make files of trades smaller by less than one percent. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 15 } };
const COMPRESSORS = { ZSTD: (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes, ZSTD) };

/** @param trades in file order. @param write gets the bytes in order; the bytes are overwritten once `write` resolves. */
export async function writeParquet(
  trades: Iterable<Cells> | AsyncIterable<Cells>,
  columns: readonly ColumnShape[],
  write: (bytes: Uint8Array) => Promise<void>,
  pause: () => Promise<void>,
  { row = "trade", groupRows = GROUP_ROWS, codec = "SNAPPY", metadata }: ParquetLayout = {},
): Promise<void> {
  // Imported when the first Parquet file is written, since most processes write none.
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: buildParquetSchema(row, columns),
    createdBy: "congress-trades",
    codec,
    compressors: COMPRESSORS,
    ...(metadata && { kvMetadata: [...metadata] }),
  });
  // Split rows into columns as they arrive: whole rows would survive young-generation GC, which took 200 MB for a large file.
  const createEmptyGroup = () => columns.map((): ReturnType<typeof toParquetValue>[] => []);
  let group = createEmptyGroup();
  let rows = 0;
  const writeGroup = async () => {
    const columnData = columns.map(({ name, kind }, at) => ({
      name,
      data: group[at] ?? [],
      // Consecutive days differ little: delta encoding takes two thirds of the bytes of plain numbers.
      ...(kind === "day" && { encoding: "DELTA_BINARY_PACKED" as const }),
    }));
    await pause();
    await parquet.write({ columnData, rowGroupSize: groupRows });
    await write(takeWrittenBytes(bytes));
    group = createEmptyGroup();
    rows = 0;
    await pause();
  };
  for await (const trade of trades) {
    for (const [at, column] of columns.entries()) group[at]?.push(toParquetValue(column, trade[column.name]));
    rows += 1;
    if (rows === groupRows) await writeGroup();
    else if (rows % READ_AT_ONCE === 0) await pause();
  }
  if (rows > 0) await writeGroup();
  const empty = bytes.offset === MAGIC_BYTES;
  await parquet.finish();
  await write(empty ? setListElementType(takeWrittenBytes(bytes)) : takeWrittenBytes(bytes));
}

/** Number of bytes in the marker `PAR1`, which begins every Parquet file. */
const MAGIC_BYTES = 4;
/** Bytes in the footer of a Parquet file without rows: the number of rows (0), and an empty, untyped list of row groups. */
const UNTYPED_LIST = Buffer.from([0x16, 0x00, 0x19, 0x00]);
const STRUCTS = 0x0c;

/** Sets the element type that the writer omits for an empty list of row groups: strict readers (arrow-rs) accept only structs. */
function setListElementType(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file);
  const at = bytes.lastIndexOf(UNTYPED_LIST);
  if (at < 0) throw new TypeError("the footer of an empty Parquet file is not as expected");
  bytes[at + UNTYPED_LIST.indexOf(0x19) + 1] = STRUCTS;
  return bytes;
}

/** Empties the writer and returns its bytes, without a copy. Does not reset the writer's file offset. */
function takeWrittenBytes(writer: ByteWriter): Uint8Array {
  const bytes = new Uint8Array(writer.buffer, 0, writer.index);
  writer.index = 0;
  return bytes;
}

const ELEMENTS: Readonly<Record<ColumnKind, Partial<SchemaElement>>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  day: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
  instant: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  integer: { type: "INT32" },
  number: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
};

function buildParquetSchema(row: string, columns: readonly ColumnShape[]): SchemaElement[] {
  const elements = columns.map(
    ({ name, kind, nullable, emptyIsNull }): SchemaElement => ({
      name,
      repetition_type: nullable || emptyIsNull ? "OPTIONAL" : "REQUIRED",
      ...ELEMENTS[kind],
    }),
  );
  return [{ name: row, num_children: columns.length }, ...elements];
}

/** Days since 1970-01-01 for a day, milliseconds for an instant. */
function toParquetValue(
  { kind, emptyIsNull }: ColumnShape,
  value: Cells[string] | undefined,
): string | number | boolean | bigint | null {
  if (value === undefined || value === null || (emptyIsNull && value === "")) return null;
  if (kind === "day") return Date.parse(String(value)) / DAY_MS;
  return kind === "instant" ? BigInt(Date.parse(String(value))) : value;
}
