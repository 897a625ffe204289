/** Exports of the dataset: each is a file, created once per dataset version, format and filter, and then served as is. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { createPause } from "../../base/pause.ts";
import { PUBLIC_FIELD_NAMES, type PublicFieldName } from "../../domain/public-trade.ts";
import { RECENT_FIRST, type TradeFilter } from "../../domain/trade-filter.ts";
import { readTradeId } from "../dataset/bytes-dataset.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { EXPORT_SHAPES, isEveryColumn, readTradesAt } from "./columns.ts";
import { formatCsvHeader } from "./csv.ts";
import { type DetailedRows, writeDetailedRows } from "./detailed.ts";
import { copyLines, type ExportedDataset, type PreparedLines, writeCsvLines, writeNdjsonLines } from "./lines.ts";
import { writeParquet } from "./parquet.ts";
import { arePartsComplete, type ReadyFile, type Write, writeFileAtomically } from "./ready-file.ts";

export const EXPORT_FORMATS = ["csv", "ndjson", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
} as const satisfies Record<ExportFormat, string>;

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly filter: TradeFilter;
  /** Columns in file order; ignored if `detailed` is present. */
  readonly columns: readonly PublicFieldName[];
  /** Access to columns beyond the public fields. */
  readonly detailed?: DetailedRows;
  /** Selects trades changed since an instant: `findUpdatedAmong` takes at most `IDS_AT_ONCE` ids and returns the changed ones. */
  readonly updated?: {
    readonly since: Date;
    readonly findUpdatedAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  };
  /** Disables the formula guard, which only CSV has. */
  readonly raw: boolean;
}

/** The store reads this many trades in a few milliseconds. */
const IDS_AT_ONCE = 100;

/** Maximum bytes on disk; beyond that, the least recently used file is deleted. */
const MAX_BYTES = 1 << 30;

export class Exports {
  readonly #folder: string;
  readonly #ready: LRUCache<string, ReadyFile>;
  readonly #underWay = new Map<string, Promise<ReadyFile>>();
  /** One file is created at a time: two would take twice the memory and not be ready any sooner. */
  #turn: Promise<unknown> = Promise.resolve();
  #prepared: PreparedLines | undefined;

  /** Deletes files of an earlier process: they can be created again. */
  constructor(dataDir: string, maxBytes = MAX_BYTES) {
    this.#folder = join(dataDir, "exports");
    rmSync(this.#folder, { recursive: true, force: true });
    this.#ready = new LRUCache<string, ReadyFile>({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes + 1,
      // A download holds its file open, so the bytes stay until the download ends.
      disposeAfter: ({ parts }, _, reason) => {
        if (reason !== "set") for (const { path } of parts) void rm(path, { force: true });
      },
    });
  }

  /** Creates the CSV file of all trades, from which filtered files are then cut. */
  prepareFullCsv(dataset: ExportedDataset): Promise<ReadyFile> {
    return this.prepareFile(dataset, { format: "csv", filter: {}, columns: PUBLIC_FIELD_NAMES, raw: false });
  }

  /** The file of an export: always the same bytes for the same dataset version. @throws {UnavailableError} `storage_full`. */
  async prepareFile(dataset: ExportedDataset, request: ExportRequest): Promise<ReadyFile> {
    const key = buildExportKey(dataset.version, request);
    const ready = await this.#getReadyFile(key);
    if (ready !== undefined) return ready;
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    const making = this.#turn.then(() => this.#getOrMakeFile(key, dataset, request));
    this.#turn = making.catch(() => undefined);
    this.#underWay.set(key, making);
    try {
      return await making;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #getOrMakeFile(key: string, dataset: ExportedDataset, request: ExportRequest): Promise<ReadyFile> {
    const ready = await this.#getReadyFile(key);
    if (ready !== undefined) return ready;
    const made = await this.#makeFile(join(this.#folder, `${key}.${request.format}`), dataset, request);
    this.#ready.set(key, made);
    return made;
  }

  async #getReadyFile(key: string): Promise<ReadyFile | undefined> {
    const ready = this.#ready.get(key);
    return ready !== undefined && (await arePartsComplete(ready.parts)) ? ready : undefined;
  }

  async #makeFile(path: string, dataset: ExportedDataset, request: ExportRequest): Promise<ReadyFile> {
    const selected = dataset.select(request.filter, RECENT_FIRST);
    const { updated } = request;
    const positions =
      updated === undefined ? selected : await filterUpdatedTrades(dataset, selected, updated.findUpdatedAmong);
    const produce = await this.#createFileProducer(path, dataset, positions, request);
    const { bytes, sha256 } = await writeFileAtomically(this.#folder, () => path, false, produce);
    return {
      name: `trades-${dataset.version}.${request.format}`,
      mediaType: EXPORT_MEDIA_TYPES[request.format],
      parts: [{ path, bytes }],
      bytes,
      sha256,
      rows: positions.length,
      datasetVersion: dataset.version,
    };
  }

  async #createFileProducer(
    path: string,
    dataset: ExportedDataset,
    positions: Uint32Array,
    { format, columns, detailed, raw }: ExportRequest,
  ): Promise<(write: Write) => Promise<void>> {
    if (detailed !== undefined) {
      return async (write) => {
        if (format === "csv") await write(Buffer.from(formatCsvHeader(detailed.columns.map(({ name }) => name))));
        await writeDetailedRows(format, readIdsAt(dataset, positions), detailed, raw, write);
      };
    }
    if (format === "parquet") {
      const shapes = columns.flatMap((name) => EXPORT_SHAPES.filter((shape) => shape.name === name));
      return (write) => writeParquet(readTradesAt(dataset, positions), shapes, write, createPause());
    }
    if (format === "ndjson") return (write) => writeNdjsonLines(dataset, positions, columns, write);
    const header = Buffer.from(formatCsvHeader(columns));
    const whole = isEveryColumn(columns) && !raw;
    const prepared = whole ? await this.#getPreparedLines(dataset.version) : undefined;
    return async (write) => {
      await write(header);
      if (prepared !== undefined) await copyLines(prepared, positions, write);
      else if (whole && positions.length === dataset.tradeCount) {
        this.#prepared = await writePreparedLines(path, dataset, positions, header.length, write);
      } else await writeCsvLines(dataset, positions, columns, raw, write);
    };
  }

  async #getPreparedLines(version: string): Promise<PreparedLines | undefined> {
    const prepared = this.#prepared;
    return prepared?.version === version && (await arePartsComplete([prepared])) ? prepared : undefined;
  }
}

/** Writes all lines and records the offset of each. */
async function writePreparedLines(
  path: string,
  dataset: ExportedDataset,
  positions: Uint32Array,
  headerBytes: number,
  write: Write,
): Promise<PreparedLines> {
  const starts = new Float64Array(positions.length + 1);
  let line = 0;
  let bytes = headerBytes;
  starts[0] = bytes;
  await writeCsvLines(dataset, positions, PUBLIC_FIELD_NAMES, false, write, (length) => {
    bytes += length;
    line += 1;
    starts[line] = bytes;
  });
  return { version: dataset.version, path, bytes, starts };
}

/** Ids of the trades at these positions, in chunks between which the event loop can run. */
function* readIdsAt(dataset: Pick<Dataset, "getTradeAt">, positions: Uint32Array): Generator<readonly string[]> {
  for (let from = 0; from < positions.length; from += IDS_AT_ONCE) {
    const chunk = positions.subarray(from, from + IDS_AT_ONCE);
    yield Array.from(chunk, (position) => readTradeId(dataset.getTradeAt(position)));
  }
}

async function filterUpdatedTrades(
  dataset: Pick<Dataset, "getTradeAt">,
  positions: Uint32Array,
  findUpdatedAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Uint32Array> {
  const pause = createPause();
  const found: number[] = [];
  let at = 0;
  for (const ids of readIdsAt(dataset, positions)) {
    const wanted = await findUpdatedAmong(ids);
    for (const id of ids) {
      if (wanted.has(id)) found.push(positions[at] as number);
      at += 1;
    }
    await pause();
  }
  return Uint32Array.from(found);
}

/** Key of an export, independent of the order of the filter's properties and of the values in its lists. */
function buildExportKey(version: string, { format, filter, columns, detailed, updated, raw }: ExportRequest): string {
  const members = Object.entries(filter)
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const names = detailed?.columns.map(({ name }) => name) ?? columns;
  const since = updated?.since.getTime();
  const named = JSON.stringify([version, format, members, names, format === "csv" && raw, since]);
  return createHash("sha256").update(named).digest("hex").slice(0, 32);
}
