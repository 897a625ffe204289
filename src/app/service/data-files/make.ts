/** Builds the data files of the current dataset version, and rebuilds its returns file when more prices are stored. */
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toWireCoverage } from "../../../api/disclosures/coverage-schema.ts";
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { SourceState } from "../../../domain/filing.ts";
import { mergeCounts, mergeIdentities } from "../../../domain/identity.ts";
import { findIndustry } from "../../../domain/industry.ts";
import type { Chamber, Politician } from "../../../domain/politician.ts";
import { BENCHMARK, type CanonicalSymbol } from "../../../domain/symbol.ts";
import { findTenure } from "../../../domain/tenure.ts";
import type { Trade } from "../../../domain/trade.ts";
import { toOfficialUrl } from "../../../filings/sources/all.ts";
import { createClosesReader } from "../../../prices/keeper/series/closes.ts";
import { createListedSymbols } from "../../../prices/symbols.ts";
import { loadCoverage } from "../../../publication/dataset/coverage.ts";
import type { Cells } from "../../../publication/export/columns.ts";
import type { CompatTrade } from "../../../publication/export/compat/compat-trade.ts";
import { STOCK_WATCHERS } from "../../../publication/export/compat/stock-watcher.ts";
import { formatCsvHeader, formatCsvLine } from "../../../publication/export/csv.ts";
import {
  type DataFile,
  type DataFiles,
  type DataManifest,
  MANIFEST_NAME,
  RETURNS_NAME,
} from "../../../publication/export/data-files/data-files.ts";
import { gzipOutput } from "../../../publication/export/gzip.ts";
import { LineBuffer } from "../../../publication/export/line-buffer.ts";
import { writeParquet } from "../../../publication/export/parquet.ts";
import { type Write, writeFileAtomically } from "../../../publication/export/ready-file.ts";
import type { DetailedTrade } from "../../../store/publications.ts";
import type { Store } from "../../../store/store.ts";
import { readGzippedLines, streamTradeChanges } from "./changes.ts";
import { buildDataPackage } from "./data-package.ts";
import { PERFORMANCE_COLUMNS, streamPerformanceRows } from "./performance-table.ts";
import {
  buildFilingRow,
  buildPoliticianRow,
  buildTradeRow,
  FILING_COLUMNS,
  POLITICIAN_COLUMNS,
  type TableColumn,
  TRADE_COLUMNS,
} from "./tables.ts";

type StoreParts = Pick<
  Store,
  | "publications"
  | "reference"
  | "filings"
  | "sources"
  | "held"
  | "companies"
  | "readBackupOrigin"
  | "market"
  | "priceInventory"
>;

interface DataFilesInput {
  readonly store: StoreParts;
  readonly files: DataFiles;
  readonly sources: readonly SourceState[];
  /** Base URL of the links in `coverage.json`. */
  readonly baseUrl: string;
}

/** Rows per Parquet row group. In `trades.parquet`, one column of a group has 10 to 400 kB. */
const ROWS_PER_GROUP = 100_000;
const FILINGS_PER_QUERY = 1000;
const TRADES_FILE = "trades.ndjson.gz";

/**
 * Makes the data files of the current version. @returns false if nothing is published, or if the version already has data files.
 * Also false if another version is published while the files are being made.
 */
export async function makeDataFiles({ store, files, sources, baseUrl }: DataFilesInput): Promise<boolean> {
  const current = await store.publications.readCurrent();
  await files.reload();
  const [previous] = files.listManifests();
  if (
    current === undefined ||
    files.listManifests().some(({ dataset_version }) => dataset_version === current.version)
  ) {
    return false;
  }
  const { version, publishedAt } = current;
  const draftFolder = await files.createDraftFolder(version);
  const versionInfo = {
    dataset_version: version,
    published_at: publishedAt.toISOString(),
    changes_since: previous?.dataset_version ?? null,
  };
  const writer = new DraftWriter(draftFolder, version);
  const members = await readMembers(store);
  const tradeCounts = new Map<string, number>();
  await writer.writeLines(TRADES_FILE, formatTradesAsNdjson(streamTradeRows(store, members, tradeCounts)));
  const tradesPath = join(draftFolder, TRADES_FILE);
  await writer.writeLines("trades.csv.gz", formatTradesAsCsv(readRows(tradesPath)), {
    header: formatCsvHeader(TRADE_COLUMNS.map(({ name }) => name)),
  });
  await writer.writeTable("trades.parquet", TRADE_COLUMNS, readRows(tradesPath));
  await writer.writeTable("filings.parquet", FILING_COLUMNS, streamFilingRows(store));
  await writer.writeTable(
    "politicians.parquet",
    POLITICIAN_COLUMNS,
    streamPoliticianRows(store, members, tradeCounts, version.slice(0, 10) as IsoDate),
  );
  const changes = previous
    ? streamTradeChanges(files.getPath(previous.dataset_version, TRADES_FILE), tradesPath)
    : yieldNothing();
  await writer.writeLines("changes.ndjson.gz", changes);
  for (const { file, chamber, row } of STOCK_WATCHERS) {
    await writer.writeLines(`${file}.gz`, formatJsonItems(streamCompatTrades(store, members, chamber), row), BRACKETS);
  }
  await writer.writeJson("coverage.json", toWireCoverage(await loadCoverage(store, sources), baseUrl));
  await writer.writeJson("datapackage.json", buildDataPackage(versionInfo, writer.files));
  if ((await store.publications.readCurrent())?.version !== version) return false;
  const manifest: DataManifest = { ...versionInfo, files: writer.files };
  await writeFile(join(draftFolder, MANIFEST_NAME), `${JSON.stringify(manifest)}\n`, { flush: true });
  await files.publish(draftFolder, version);
  return true;
}

/**
 * Builds `performance.parquet` of the current version from the stored prices. @returns false if the version has no data files, or
 * if its returns are up to date. Also false if a newer version is published meanwhile.
 */
export async function makeReturnsFile(
  { store, files }: Pick<DataFilesInput, "store" | "files">,
  now: Date,
): Promise<boolean> {
  const version = (await store.publications.readCurrent())?.version;
  await files.reload();
  if (version === undefined || files.listManifests().every(({ dataset_version }) => dataset_version !== version))
    return false;
  const priceToken = await store.priceInventory.readPriceRevision();
  if (await files.hasReturns(version, priceToken)) return false;
  const listedSymbols = createListedSymbols(store.reference);
  await listedSymbols.reload();
  const readCloses = createClosesReader(store.market, listedSymbols.isListed, now);
  const lastPriceDay = (await readCloses(BENCHMARK))?.days.at(-1);
  const pricesUntil = lastPriceDay === undefined ? null : toDayText(lastPriceDay);
  const isListed = (symbol: string) => listedSymbols.isListed(symbol as CanonicalSymbol);
  const rows = streamPerformanceRows(streamTradesWithCurrentIds(store, await readMembers(store)), {
    readCloses,
    isListed,
  });
  const toReturnsPath = (sha256: string) => files.getReturnsPath(version, sha256);
  const metadata = { dataset_version: version, ...(pricesUntil !== null && { prices_until: pricesUntil }) };
  const written = await writeParquetFile(toReturnsPath, PERFORMANCE_COLUMNS, rows, { root: "performance", metadata });
  if ((await store.publications.readCurrent())?.version !== version) return false;
  const file = { name: RETURNS_NAME, ...written, prices_until: pricesUntil, made_at: now.toISOString() } as const;
  await files.publishReturns(version, { file, prices: priceToken });
  return true;
}

/** @param getPath takes the file's SHA-256 and returns where to store it. @param root top element of the Parquet schema. */
async function writeParquetFile(
  getPath: (sha256: string) => string,
  columns: readonly TableColumn[],
  rows: AsyncIterable<Cells>,
  { root, metadata }: { readonly root: string; readonly metadata: Readonly<Record<string, string>> },
): Promise<{ readonly rows: number; readonly bytes: number; readonly sha256: string }> {
  let count = 0;
  const yieldAndCountRows = async function* () {
    for await (const each of rows) {
      count += 1;
      yield each;
    }
  };
  const keyValues = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const layout = { row: root, groupRows: ROWS_PER_GROUP, codec: "ZSTD" as const, metadata: keyValues };
  const written = await writeFileAtomically(dirname(getPath("")), getPath, true, (write) =>
    writeParquet(yieldAndCountRows(), columns, write, async () => {}, layout),
  );
  return { rows: count, ...written };
}

/** Writes the files of a version into its draft folder. `files` lists them with their row counts, sizes and digests. */
class DraftWriter {
  readonly files: DataFile[] = [];
  readonly #folder: string;
  readonly #version: string;

  constructor(folder: string, version: string) {
    this.#folder = folder;
    this.#version = version;
  }

  /** Writes a gzipped text file. Each line counts as a row, except the header and the footer. */
  async writeLines(
    name: string,
    lines: AsyncIterable<string>,
    { header = "", footer = "" }: { readonly header?: string; readonly footer?: string } = {},
  ): Promise<void> {
    let rows = 0;
    await this.#writeFile(
      name,
      (write) =>
        gzipOutput(async (writeText) => {
          const buffer = new LineBuffer();
          buffer.addText(header);
          for await (const line of lines) {
            rows += 1;
            buffer.addText(line);
            if (buffer.isFull) await writeText(buffer.takeBytes());
          }
          buffer.addText(footer);
          await writeText(buffer.takeBytes());
        }, write),
      () => rows,
    );
  }

  async writeTable(name: string, columns: readonly TableColumn[], rows: AsyncIterable<Cells>): Promise<void> {
    const metadata = { dataset_version: this.#version };
    const root = name.slice(0, name.indexOf("."));
    const getPath = () => join(this.#folder, name);
    this.files.push({ name, ...(await writeParquetFile(getPath, columns, rows, { root, metadata })) });
  }

  async writeJson(name: string, value: object): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    await this.#writeFile(
      name,
      (write) => write(bytes),
      () => null,
    );
  }

  async #writeFile(
    name: string,
    produce: (write: Write) => Promise<void>,
    getRowCount: () => number | null,
  ): Promise<void> {
    const written = await writeFileAtomically(this.#folder, () => join(this.#folder, name), true, produce);
    this.files.push({ name, rows: getRowCount(), ...written });
  }
}

interface Members {
  readonly byId: ReadonlyMap<string, Politician>;
  /** Maps each former politician id to the current id that it was merged into. */
  readonly currentIds: ReadonlyMap<string, string>;
}

async function readMembers({ reference }: StoreParts): Promise<Members> {
  const politicians = await reference.listPoliticians();
  const currentIds = new Map(
    politicians.flatMap(({ id, mergedInto }) => (mergedInto === undefined ? [] : [[id, mergedInto]])),
  );
  return { byId: new Map(mergeIdentities(politicians, currentIds).map((each) => [each.id, each])), currentIds };
}

interface TradeWithDetail {
  /** `trade.politicianId` is the current id, never a former one. */
  readonly trade: Trade;
  readonly member: Politician;
  readonly detail: DetailedTrade;
}

/** @param chamber null for the trades of both chambers. */
async function* streamTradesWithDetail(
  { publications }: StoreParts,
  { byId, currentIds }: Members,
  chamber: Chamber | null,
): AsyncGenerator<TradeWithDetail> {
  for await (const chunk of publications.streamDetailed(chamber)) {
    for (const detail of chunk) {
      const stored = detail.published.trade;
      const trade = { ...stored, politicianId: currentIds.get(stored.politicianId) ?? stored.politicianId };
      const member = byId.get(trade.politicianId);
      if (!member) throw new RangeError(`trade ${trade.id} has no politician`);
      yield { trade, member, detail };
    }
  }
}

/** @param tradeCounts receives the number of trades per politician id. */
async function* streamTradeRows(
  store: StoreParts,
  members: Members,
  tradeCounts: Map<string, number>,
): AsyncGenerator<Cells> {
  const industries = await store.companies.readIndustries();
  for await (const { trade, member, detail } of streamTradesWithDetail(store, members, null)) {
    tradeCounts.set(member.id, (tradeCounts.get(member.id) ?? 0) + 1);
    yield buildTradeRow(trade, member, {
      firstSeenAt: detail.published.firstSeenAt,
      industry: findIndustry(trade, industries),
    });
  }
}

async function* streamTradesWithCurrentIds(
  { publications }: StoreParts,
  { currentIds }: Members,
): AsyncGenerator<readonly Trade[]> {
  for await (const chunk of publications.streamTrades()) {
    yield chunk.map((trade) => ({
      ...trade,
      politicianId: currentIds.get(trade.politicianId) ?? trade.politicianId,
    }));
  }
}

async function* streamCompatTrades(store: StoreParts, members: Members, chamber: Chamber): AsyncGenerator<CompatTrade> {
  for await (const { trade, member, detail } of streamTradesWithDetail(store, members, chamber)) {
    const { stateDistrict } = detail.filing;
    const documentUrl = toOfficialUrl(detail.filing);
    const { state } = findTenure(member.terms, trade.transactionDate);
    yield { trade, name: member.name, state, stateDistrict, documentUrl };
  }
}

async function* streamFilingRows({ filings }: StoreParts): AsyncGenerator<Cells> {
  for (let skip = 0; ; skip += FILINGS_PER_QUERY) {
    const page = await filings.list({}, { limit: FILINGS_PER_QUERY, skip });
    for (const filing of page.filings) yield buildFilingRow(filing);
    if (page.filings.length < FILINGS_PER_QUERY) return;
  }
}

/** Yields a row for each politician who is listed as current or has a trade, sorted by id. */
async function* streamPoliticianRows(
  { filings }: StoreParts,
  { byId, currentIds }: Members,
  tradeCounts: ReadonlyMap<string, number>,
  versionDay: IsoDate,
): AsyncGenerator<Cells> {
  const openReports = mergeCounts(await filings.countOpenReportsByPolitician(), currentIds);
  for (const id of [...byId.keys()].sort()) {
    const member = byId.get(id);
    const trades = tradeCounts.get(id) ?? 0;
    if (member && (member.current || trades > 0)) {
      yield buildPoliticianRow(member, { trades, unreadReports: openReports.get(id)?.["unread"] ?? 0 }, versionDay);
    }
  }
}

async function* readRows(path: string): AsyncGenerator<Cells> {
  for await (const line of readGzippedLines(path)) yield JSON.parse(line) as Cells;
}

async function* formatTradesAsNdjson(rows: AsyncIterable<Cells>): AsyncGenerator<string> {
  const names = TRADE_COLUMNS.map(({ name }) => name);
  for await (const row of rows) yield `${JSON.stringify(row, names)}\n`;
}

const BRACKETS = { header: "[\n", footer: "\n]\n" };

/** Yields the items of a JSON array, one per line, without `BRACKETS`. */
async function* formatJsonItems<T>(values: AsyncIterable<T>, toItem: (value: T) => object): AsyncGenerator<string> {
  let separator = "";
  for await (const value of values) {
    yield separator + JSON.stringify(toItem(value));
    separator = ",\n";
  }
}

async function* formatTradesAsCsv(rows: AsyncIterable<Cells>): AsyncGenerator<string> {
  const names = TRADE_COLUMNS.map(({ name }) => name);
  for await (const row of rows) yield formatCsvLine(row, names, false);
}

async function* yieldNothing(): AsyncGenerator<string> {}
