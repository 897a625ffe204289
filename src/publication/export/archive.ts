/**
 * The archive stores published data forever. A version's files are composed of gzip members, one per year of disclosure; an
 * unchanged year is stored once, however many versions there are.
 */
import { createHash, type Hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { createPause } from "../../base/pause.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { PUBLIC_FIELD_NAMES } from "../../domain/public-trade.ts";
import type { Coverage } from "../dataset/coverage.ts";
import type { Dataset } from "../dataset/dataset.ts";
import {
  type ArchivedFile,
  type ArchivedPiece,
  type ArchiveManifest,
  getManifestPath,
  getPiecePath,
  getVersionDay,
  listArchivedVersions,
  readArchiveId,
  readArchiveManifest,
} from "./archive-manifest.ts";
import { EXPORT_SHAPES, readTradesAt } from "./columns.ts";
import { formatCsvHeader } from "./csv.ts";
import { createGzipMember, gzipOutput } from "./gzip.ts";
import { writeCsvLines, writeNdjsonLines } from "./lines.ts";
import { writeParquet } from "./parquet.ts";
import { type ReadyFile, removeAbandonedDrafts, type Write, writeFileAtomically, writeIfAbsent } from "./ready-file.ts";
import { findYearSpans, type YearSpan } from "./years.ts";

type ArchivedDataset = Pick<Dataset, "version" | "publishedAt" | "tradeCount" | "getTradeAt">;

/** Start and end of the file names of each text format; `raw` is CSV without the formula guard (`csv.ts`). */
const TEXT_FORMATS = {
  csv: { stem: "trades", end: "csv.gz" },
  ndjson: { stem: "trades", end: "ndjson.gz" },
  raw: { stem: "trades-raw", end: "csv.gz" },
} as const;
type TextFormat = keyof typeof TEXT_FORMATS;
const COVERAGE = "coverage.json.gz";
const PARQUET_TYPE = "application/vnd.apache.parquet";

export class Archive {
  readonly #folder: string;
  #id: string | null;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param id the store's archive id; null accepts any folder. */
  constructor(folder: string, id: string | null = null) {
    this.#folder = folder;
    this.#id = id;
  }

  setId(id: string): void {
    this.#id = id;
  }

  /** Explains why this folder is not the store's archive, which may just not be mounted. Null if the folder is accepted. */
  async explainWrongFolder(): Promise<string | null> {
    if (this.#id === null) return null;
    const found = await readArchiveId(this.#folder).catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (found === this.#id) return null;
    return `The folder in ARCHIVE_DIR is not the archive of this store (id of the archive: ${this.#id}; found in the folder: ${found ?? "none"}), so nothing is listed from the folder or stored in it.`;
  }

  /**
   * Archives a version that is not archived yet. Calls run one after another. @param coverage ignored if its version differs.
   * @returns false, having stored nothing, if the folder is not this store's archive. @throws {UnavailableError} `storage_full`.
   */
  add(dataset: ArchivedDataset, coverage: Coverage | null = null): Promise<boolean> {
    const adding = this.#turn.then(() => this.#add(dataset, coverage));
    this.#turn = adding.catch(() => undefined);
    return adding;
  }

  /** Newest first. */
  async list(limit: number, skip: number) {
    const versions = await listArchivedVersions(this.#folder);
    const found = await Promise.all(
      versions.slice(skip, skip + limit).map((version) => readArchiveManifest(this.#folder, version)),
    );
    return { archives: found.filter((manifest) => manifest !== undefined), total: versions.length };
  }

  /** The file of a version; undefined if there is none. Both arguments may be untrusted input. */
  async findFile(version: string, name: string): Promise<ReadyFile | undefined> {
    const manifest = await readArchiveManifest(this.#folder, version);
    const file = manifest?.files.find((each) => each.name === name);
    if (manifest === undefined || file === undefined) return undefined;
    return {
      name: name.replace(/^[a-z]+/, (stem) => `${stem}-${version}`),
      mediaType: name.endsWith(".parquet") ? PARQUET_TYPE : "application/gzip",
      parts: file.pieces.map(({ sha256, bytes }) => ({ path: getPiecePath(this.#folder, sha256), bytes })),
      bytes: file.bytes,
      sha256: file.sha256,
      rows: file.rows,
      datasetVersion: version,
    };
  }

  /** The coverage stored with a version; undefined if the version, or its coverage, is not stored. */
  async readCoverage(version: string): Promise<Coverage | undefined> {
    const file = await this.findFile(version, COVERAGE);
    if (file === undefined) return undefined;
    const bytes = await Promise.all(file.parts.map(({ path }) => readFile(path)));
    return JSON.parse(gunzipSync(Buffer.concat(bytes)).toString()) as Coverage;
  }

  /** The stored version that was current at the end of a UTC day; undefined if the oldest stored version is newer. */
  async findVersionAsOf(day: IsoDate): Promise<string | undefined> {
    return (await listArchivedVersions(this.#folder)).find((version) => getVersionDay(version) <= day);
  }

  async #add(dataset: ArchivedDataset, coverage: Coverage | null): Promise<boolean> {
    const { version, publishedAt, tradeCount } = dataset;
    if ((await this.explainWrongFolder()) !== null) return false;
    if (publishedAt === null || (await readArchiveManifest(this.#folder, version)) !== undefined) return true;
    await removeAbandonedDrafts(this.#folder);
    const spans = findYearSpans(dataset);
    const files: ArchivedFile[] = [];
    for (const format of Object.keys(TEXT_FORMATS) as TextFormat[]) {
      files.push(...(await this.#addTextFiles(dataset, format, spans)));
    }
    files.push(...(await this.#addParquet(dataset, spans)));
    if (coverage?.dataset_version === version) files.push(await this.#addCoverage(coverage));
    const manifest: ArchiveManifest = {
      dataset_version: version,
      published_at: publishedAt.toISOString(),
      rows: tradeCount,
      files,
    };
    // Keeps a manifest that another process has stored meanwhile. The other process may run another release of the program, and
    // the stored manifest describes the files that the other process has written.
    await writeIfAbsent(this.#folder, getManifestPath(this.#folder, version), `${JSON.stringify(manifest)}\n`);
    return true;
  }

  async #addCoverage(coverage: Coverage): Promise<ArchivedFile> {
    const sum = new FileSum();
    const member = createGzipMember(`${JSON.stringify(coverage)}\n`);
    const piece = await this.#addPiece((write) => write(member), sum);
    return sum.toArchivedFile(COVERAGE, coverage.years.length, [piece]);
  }

  /** Adds the file of all trades, then one file per year. */
  async #addTextFiles(
    dataset: ArchivedDataset,
    format: TextFormat,
    spans: readonly YearSpan[],
  ): Promise<readonly ArchivedFile[]> {
    const { stem, end } = TEXT_FORMATS[format];
    const all = new FileSum();
    // Every file begins with a separate gzip member. Thus a file without trades is also a valid gzip file.
    const head = createGzipMember(format === "ndjson" ? "" : formatCsvHeader(PUBLIC_FIELD_NAMES));
    const headPiece = await this.#addPiece((write) => write(head), all);
    const years: ArchivedFile[] = [];
    for (const { year, positions } of spans) {
      const ofYear = new FileSum();
      ofYear.add(head);
      const writeLines = (write: Write) =>
        format === "ndjson"
          ? writeNdjsonLines(dataset, positions, PUBLIC_FIELD_NAMES, write)
          : writeCsvLines(dataset, positions, PUBLIC_FIELD_NAMES, format === "raw", write);
      const piece = await this.#addPiece((write) => gzipOutput(writeLines, write), all, ofYear);
      years.push(ofYear.toArchivedFile(`${stem}-${year}.${end}`, positions.length, [headPiece, piece]));
    }
    const pieces = [headPiece, ...years.flatMap((file) => file.pieces.slice(1))];
    return [all.toArchivedFile(`${stem}.${end}`, dataset.tradeCount, pieces), ...years];
  }

  /** Adds one file per year: Parquet files cannot be concatenated, and an unchanged year is stored once. */
  async #addParquet(dataset: ArchivedDataset, spans: readonly YearSpan[]): Promise<readonly ArchivedFile[]> {
    const files: ArchivedFile[] = [];
    for (const { year, positions } of spans) {
      const sum = new FileSum();
      const readTrades = () => readTradesAt(dataset, positions);
      const piece = await this.#addPiece(
        (write) => writeParquet(readTrades(), EXPORT_SHAPES, write, createPause()),
        sum,
      );
      files.push(sum.toArchivedFile(`trades-${year}.parquet`, positions.length, [piece]));
    }
    return files;
  }

  /** @param sums size and digest of each file that the piece belongs to; the piece is added to all of them. */
  #addPiece(produce: (write: Write) => Promise<void>, ...sums: readonly FileSum[]): Promise<ArchivedPiece> {
    return writeFileAtomically(
      this.#folder,
      (sha256) => getPiecePath(this.#folder, sha256),
      true,
      (write) =>
        produce(async (bytes) => {
          for (const sum of sums) sum.add(bytes);
          await write(bytes);
        }),
    );
  }
}

/** Size and digest of a file that is composed of pieces. */
class FileSum {
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  toArchivedFile(name: string, rows: number, pieces: readonly ArchivedPiece[]): ArchivedFile {
    return { name, rows, bytes: this.#bytes, sha256: this.#hash.digest("hex"), pieces };
  }
}
