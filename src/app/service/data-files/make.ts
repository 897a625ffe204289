/** Builds the data files of the current version, and rebuilds its file of returns whenever more prices are stored. */
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
import { trackListed } from "../../../prices/symbols.ts";
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
import { type Write, writeReadyFile } from "../../../publication/export/ready-file.ts";
import type { DetailedTrade } from "../../../store/publications.ts";
import type { Store } from "../../../store/store.ts";
import { listChangesBetween, readGzippedLines } from "./changes.ts";
import { buildDataPackage } from "./data-package.ts";
import { listPerformanceRows, PERFORMANCE_TABLE } from "./performance-table.ts";
import {
  FILING_TABLE,
  POLITICIAN_TABLE,
  type TableColumn,
  TRADE_TABLE,
  toFilingCells,
  toPoliticianRow,
  toTradeCells,
} from "./tables.ts";

type DataSource = Pick<
  Store,
  | "publications"
  | "reference"
  | "filings"
  | "sources"
  | "held"
  | "companies"
  | "readStartedFrom"
  | "market"
  | "priceInventory"
>;

interface DataFilesInput {
  readonly store: DataSource;
  readonly files: DataFiles;
  readonly sources: readonly SourceState[];
  /** Base for links in `coverage.json`. */
  readonly baseUrl: string;
}

/** Rows per row group of a Parquet file: a reader fetches one column of a group at once, which is 10 to 400 kB for trades. */
const GROUP_ROWS = 100_000;
const ROWS_AT_ONCE = 500;
const FILINGS_AT_ONCE = 1000;
const TRADES = "trades.ndjson.gz";

/** @returns false if nothing is published, if the current version already has its files, or if another version was published meanwhile. */
export async function makeDataFiles({ store, files, sources, baseUrl }: DataFilesInput): Promise<boolean> {
  const current = await store.publications.readCurrent();
  await files.reload();
  const [previous] = files.listStored();
  if (current === undefined || files.listStored().some(({ dataset_version }) => dataset_version === current.version)) {
    return false;
  }
  const { version, publishedAt } = current;
  const draft = await files.createDraftFolder(version);
  const about = {
    dataset_version: version,
    published_at: publishedAt.toISOString(),
    changes_since: previous?.dataset_version ?? null,
  };
  const maker = new FileMaker(draft, version);
  const members = await readMembers(store);
  const counts = new Map<string, number>();
  await maker.writeLines(TRADES, formatNdjson(listTradeCells(store, members, counts)));
  const trades = join(draft, TRADES);
  await maker.writeLines("trades.csv.gz", formatCsv(readCellRows(trades)), {
    header: formatCsvHeader(TRADE_TABLE.map(({ name }) => name)),
  });
  await maker.writeTableFile("trades.parquet", TRADE_TABLE, readCellRows(trades));
  await maker.writeTableFile("filings.parquet", FILING_TABLE, listFilingCells(store));
  await maker.writeTableFile(
    "politicians.parquet",
    POLITICIAN_TABLE,
    listPoliticianRows(store, members, counts, version.slice(0, 10) as IsoDate),
  );
  const changes = previous
    ? listChangesBetween(files.getPath(previous.dataset_version, TRADES), trades)
    : yieldNothing();
  await maker.writeLines("changes.ndjson.gz", changes);
  for (const { file, chamber, row } of STOCK_WATCHERS) {
    await maker.writeLines(`${file}.gz`, formatJsonItems(readCompatTrades(store, members, chamber), row), JSON_ARRAY);
  }
  await maker.writeJsonFile("coverage.json", toWireCoverage(await loadCoverage(store, sources), baseUrl));
  await maker.writeJsonFile("datapackage.json", buildDataPackage(about, maker.made));
  if ((await store.publications.readCurrent())?.version !== version) return false;
  const manifest: DataManifest = { ...about, files: maker.made };
  await writeFile(join(draft, MANIFEST_NAME), `${JSON.stringify(manifest)}\n`, { flush: true });
  await files.publish(draft, version);
  return true;
}

/**
 * Builds the returns of the current version from the stored prices, next to its data files.
 * @returns false if the version has no data files, if no prices are new since its returns were built, or if another version was
 * published meanwhile.
 */
export async function makeReturns(
  { store, files }: Pick<DataFilesInput, "store" | "files">,
  now: Date,
): Promise<boolean> {
  const version = (await store.publications.readCurrent())?.version;
  await files.reload();
  if (version === undefined || files.listStored().every(({ dataset_version }) => dataset_version !== version))
    return false;
  const prices = await store.priceInventory.readFillMark();
  if (await files.hasReturns(version, prices)) return false;
  const listed = trackListed(store.reference);
  await listed.reload();
  const readCloses = createClosesReader(store.market, listed.isListed, now);
  const lastDay = (await readCloses(BENCHMARK))?.days.at(-1);
  const pricesUntil = lastDay === undefined ? null : toDayText(lastDay);
  const isListed = (symbol: string) => listed.isListed(symbol as CanonicalSymbol);
  const rows = listPerformanceRows(readTradesWithPublishedIds(store, await readMembers(store)), {
    readCloses,
    isListed,
  });
  const getPath = (sha256: string) => files.getReturnsPath(version, sha256);
  const about = { dataset_version: version, ...(pricesUntil !== null && { prices_until: pricesUntil }) };
  const written = await writeTable(getPath, PERFORMANCE_TABLE, rows, { row: "performance", about });
  if ((await store.publications.readCurrent())?.version !== version) return false;
  const file = { name: RETURNS_NAME, ...written, prices_until: pricesUntil, made_at: now.toISOString() } as const;
  await files.publishReturns(version, { file, prices });
  return true;
}

/** Writes a Parquet file. @param about written to its key-value metadata. */
async function writeTable(
  getPath: (sha256: string) => string,
  columns: readonly TableColumn[],
  rows: AsyncIterable<Cells>,
  { row, about }: { readonly row: string; readonly about: Readonly<Record<string, string>> },
): Promise<{ readonly rows: number; readonly bytes: number; readonly sha256: string }> {
  let count = 0;
  const countRows = async function* () {
    for await (const each of rows) {
      count += 1;
      yield each;
    }
  };
  const metadata = Object.entries(about).map(([key, value]) => ({ key, value }));
  const layout = { row, groupRows: GROUP_ROWS, codec: "ZSTD" as const, metadata };
  const written = await writeReadyFile(dirname(getPath("")), getPath, true, (write) =>
    writeParquet(countRows(), columns, write, async () => {}, layout),
  );
  return { rows: count, ...written };
}

/** Writes files into one folder, and records their size, rows and digest. */
class FileMaker {
  readonly made: DataFile[] = [];
  readonly #folder: string;
  readonly #version: string;

  constructor(folder: string, version: string) {
    this.#folder = folder;
    this.#version = version;
  }

  /** Lines of text, compressed. Header and footer do not count as rows. */
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

  async writeTableFile(name: string, columns: readonly TableColumn[], rows: AsyncIterable<Cells>): Promise<void> {
    const about = { dataset_version: this.#version };
    const row = name.slice(0, name.indexOf("."));
    this.made.push({ name, ...(await writeTable(() => join(this.#folder, name), columns, rows, { row, about })) });
  }

  async writeJsonFile(name: string, value: object): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    await this.#writeFile(
      name,
      (write) => write(bytes),
      () => null,
    );
  }

  async #writeFile(name: string, produce: (write: Write) => Promise<void>, rows: () => number | null): Promise<void> {
    const written = await writeReadyFile(this.#folder, () => join(this.#folder, name), true, produce);
    this.made.push({ name, rows: rows(), ...written });
  }
}

interface Members {
  readonly byId: ReadonlyMap<string, Politician>;
  /** Maps each politician id that was merged into another to the published id. */
  readonly publishedIds: ReadonlyMap<string, string>;
}

async function readMembers({ reference }: DataSource): Promise<Members> {
  const people = await reference.listPoliticians();
  const publishedIds = new Map(
    people.flatMap(({ id, mergedInto }) => (mergedInto === undefined ? [] : [[id, mergedInto]])),
  );
  return { byId: new Map(mergeIdentities(people, publishedIds).map((each) => [each.id, each])), publishedIds };
}

interface Detailed {
  /** The trade, with the published id of its politician. */
  readonly trade: Trade;
  readonly member: Politician;
  readonly detail: DetailedTrade;
}

/** @param chamber only its trades; null for all. */
async function* readDetailedTrades(
  { publications }: DataSource,
  { byId, publishedIds }: Members,
  chamber: Chamber | null,
): AsyncGenerator<Detailed> {
  for await (const chunk of publications.streamTrades()) {
    const chosen = chamber === null ? chunk : chunk.filter((trade) => trade.chamber === chamber);
    for (let at = 0; at < chosen.length; at += ROWS_AT_ONCE) {
      const trades = chosen.slice(at, at + ROWS_AT_ONCE);
      const details = await publications.readDetailed(trades.map(({ id }) => id));
      for (const stored of trades) {
        const trade = { ...stored, politicianId: publishedIds.get(stored.politicianId) ?? stored.politicianId };
        const member = byId.get(trade.politicianId);
        const detail = details.get(trade.id);
        if (!member || !detail) throw new RangeError(`trade ${trade.id} has no politician or is not published`);
        yield { trade, member, detail };
      }
    }
  }
}

/** @param counts receives the number of trades by politician. */
async function* listTradeCells(
  store: DataSource,
  members: Members,
  counts: Map<string, number>,
): AsyncGenerator<Cells> {
  const industries = await store.companies.readIndustries();
  for await (const { trade, member, detail } of readDetailedTrades(store, members, null)) {
    counts.set(member.id, (counts.get(member.id) ?? 0) + 1);
    yield toTradeCells(trade, member, {
      firstSeenAt: detail.published.firstSeenAt,
      industry: findIndustry(trade, industries),
    });
  }
}

async function* readTradesWithPublishedIds(
  { publications }: DataSource,
  { publishedIds }: Members,
): AsyncGenerator<readonly Trade[]> {
  for await (const chunk of publications.streamTrades()) {
    yield chunk.map((trade) => ({
      ...trade,
      politicianId: publishedIds.get(trade.politicianId) ?? trade.politicianId,
    }));
  }
}

async function* readCompatTrades(store: DataSource, members: Members, chamber: Chamber): AsyncGenerator<CompatTrade> {
  for await (const { trade, member, detail } of readDetailedTrades(store, members, chamber)) {
    const { stateDistrict } = detail.filing;
    const documentUrl = toOfficialUrl(detail.filing);
    const { state } = findTenure(member.terms, trade.transactionDate);
    yield { trade, name: member.name, state, stateDistrict, documentUrl };
  }
}

async function* listFilingCells({ filings }: DataSource): AsyncGenerator<Cells> {
  for (let skip = 0; ; skip += FILINGS_AT_ONCE) {
    const page = await filings.list({}, { limit: FILINGS_AT_ONCE, skip });
    for (const filing of page.filings) yield toFilingCells(filing);
    if (page.filings.length < FILINGS_AT_ONCE) return;
  }
}

/** Everyone in office or with a trade, by id. */
async function* listPoliticianRows(
  { filings }: DataSource,
  { byId, publishedIds }: Members,
  counts: ReadonlyMap<string, number>,
  day: IsoDate,
): AsyncGenerator<Cells> {
  const open = mergeCounts(await filings.countOpenReportsByPolitician(), publishedIds);
  for (const id of [...byId.keys()].sort()) {
    const member = byId.get(id);
    const trades = counts.get(id) ?? 0;
    if (member && (member.current || trades > 0)) {
      yield toPoliticianRow(member, { trades, unreadReports: open.get(id)?.["unread"] ?? 0 }, day);
    }
  }
}

async function* readCellRows(path: string): AsyncGenerator<Cells> {
  for await (const line of readGzippedLines(path)) yield JSON.parse(line) as Cells;
}

async function* formatNdjson(rows: AsyncIterable<Cells>): AsyncGenerator<string> {
  const names = TRADE_TABLE.map(({ name }) => name);
  for await (const row of rows) yield `${JSON.stringify(row, names)}\n`;
}

const JSON_ARRAY = { header: "[\n", footer: "\n]\n" };

/** The items of a JSON array, one per line. */
async function* formatJsonItems<T>(values: AsyncIterable<T>, toItem: (value: T) => object): AsyncGenerator<string> {
  let between = "";
  for await (const value of values) {
    yield between + JSON.stringify(toItem(value));
    between = ",\n";
  }
}

async function* formatCsv(rows: AsyncIterable<Cells>): AsyncGenerator<string> {
  const names = TRADE_TABLE.map(({ name }) => name);
  for await (const row of rows) yield formatCsvLine(row, names, false);
}

async function* yieldNothing(): AsyncGenerator<string> {}
