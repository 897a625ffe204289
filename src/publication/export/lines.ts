/** Writes CSV and NDJSON trade by trade; yields to the event loop after every block. */
import { open } from "node:fs/promises";
import type { PublicFieldName } from "../../domain/public-trade.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { isEveryColumn, readTrade } from "./columns.ts";
import { formatCsvLine } from "./csv.ts";
import { LineBuffer } from "./line-buffer.ts";
import type { Write } from "./ready-file.ts";

export type ExportedDataset = Pick<Dataset, "version" | "tradeCount" | "select" | "getTradeAt">;

/** A CSV file of all trades and the offset of each line: filtered exports of the same version are copied from it. */
export interface PreparedLines {
  readonly version: string;
  readonly path: string;
  readonly bytes: number;
  /** The line of trade `n` spans `starts[n]` to `starts[n + 1]`; the header ends at `starts[0]`. */
  readonly starts: Float64Array;
}

const COPY_BYTES = 1 << 20;
const LF = Buffer.from("\n");

/** Writes the lines without their header. @param onLine called with each line's length in bytes. */
export async function writeCsvLines(
  dataset: Pick<Dataset, "getTradeAt">,
  positions: Uint32Array,
  columns: readonly PublicFieldName[],
  raw: boolean,
  write: Write,
  onLine: (bytes: number) => void = () => {},
): Promise<void> {
  const lines = new LineBuffer();
  for (const position of positions) {
    onLine(lines.addText(formatCsvLine(readTrade(dataset.getTradeAt(position)), columns, raw)));
    if (lines.isFull) await write(lines.takeBytes());
  }
  await write(lines.takeBytes());
}

export async function writeNdjsonLines(
  dataset: Pick<Dataset, "getTradeAt">,
  positions: Uint32Array,
  columns: readonly PublicFieldName[],
  write: Write,
): Promise<void> {
  const lines = new LineBuffer();
  const formatLine = createLineFormatter(columns);
  for (const position of positions) {
    const line = formatLine(dataset.getTradeAt(position));
    if (typeof line === "string") lines.addText(line);
    else lines.addBytes(line);
    lines.addBytes(LF);
    if (lines.isFull) await write(lines.takeBytes());
  }
  await write(lines.takeBytes());
}

/** @returns a function that converts a trade's JSON to its line; with all columns selected, the JSON is the line. */
function createLineFormatter(columns: readonly PublicFieldName[]): (json: Buffer) => Buffer | string {
  if (isEveryColumn(columns)) return (json) => json;
  return (json) => {
    const trade = readTrade(json);
    return JSON.stringify(Object.fromEntries(columns.map((column) => [column, trade[column]])));
  };
}

/** Copies the lines at `positions`, which must be ascending, from a prepared file. */
export async function copyLines({ path, starts }: PreparedLines, positions: Uint32Array, write: Write): Promise<void> {
  const getStart = (position: number): number => starts[position] as number;
  const source = await open(path, "r");
  try {
    let block = Buffer.allocUnsafeSlow(COPY_BYTES);
    const read = async (from: number, to: number): Promise<Buffer> => {
      if (to - from > block.length) block = Buffer.allocUnsafeSlow(to - from);
      for (let at = from; at < to; ) {
        const { bytesRead } = await source.read(block, at - from, to - at, at);
        if (bytesRead === 0) throw new RangeError(`the prepared file ${path} ends at ${at}, before ${to}`);
        at += bytesRead;
      }
      return block;
    };
    const lines = new LineBuffer();
    for (let index = 0; index < positions.length; ) {
      const from = getStart(positions[index] as number);
      let end = index + 1;
      while (end < positions.length && getStart((positions[end] as number) + 1) - from <= COPY_BYTES) end += 1;
      const bytes = await read(from, getStart((positions[end - 1] as number) + 1));
      while (index < end) {
        const first = positions[index] as number;
        let past = first + 1;
        for (index += 1; index < end && positions[index] === past; index += 1) past += 1;
        lines.addBytes(bytes.subarray(getStart(first) - from, getStart(past) - from));
        if (lines.isFull) await write(lines.takeBytes());
      }
    }
    await write(lines.takeBytes());
  } finally {
    await source.close();
  }
}
