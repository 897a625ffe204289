/** Reads a scanned report's pages, each in a process with limits. Stores each reading at once, so an interrupted run resumes. */
import PQueue from "p-queue";
import { ParseError } from "../../base/errors.ts";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { formatReason, isReaderFailure, parseReason, toReason } from "../../domain/reason.ts";
import type { PageReading } from "../../domain/scanned-page.ts";
import type { Store } from "../../store/store.ts";
import { getSource } from "../sources/all.ts";
import { assembleReport, SCAN_READER } from "../sources/scans/assemble.ts";

export interface Original {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Adds page readings to a scan. Returns the report unchanged if it is no scan, or if a page is unread and OCR is not run. */
export type CompleteScan = (raw: RawFiling, original: Original) => Promise<RawFiling>;

interface PageImage {
  readonly sha256: string;
  load(): Promise<Uint8Array>;
}

export interface ScanParts {
  readonly pageReadings: Pick<Store["pageReadings"], "readStoredPages" | "save">;
  /** Finds the stored image of a paper report's page, by its URL as written in the document. */
  readonly findPageImage: (source: FilingSourceId, written: string) => Promise<PageImage | undefined>;
}

export interface PageReaders {
  readonly read: ReadBytes;
  readonly concurrency: number;
}

/** One page: the document that contains it, and a function that reads it. */
interface PageToRead {
  readonly sha256: string;
  /** Page number in that document, from 1. */
  readonly page: number;
  readonly read: (read: ReadBytes) => Promise<PageReading>;
}

type Page = PageToRead | { readonly failure: string };

type ReadingLookup = (page: PageToRead) => Promise<PageReading | undefined>;

/** Assembles reports from stored readings without OCR. @param anyRelease whether to use another release's readings too. */
export function createStoredScanCompleter(parts: ScanParts, anyRelease: boolean): CompleteScan {
  return async (raw, original) => {
    if (!isScanned(raw)) return raw;
    const stored = createReadingLookup(parts.pageReadings, anyRelease);
    const readings: PageReading[] = [];
    for (const page of await loadPages(raw, original, parts)) {
      const reading = "failure" in page ? page : await stored(page);
      if (reading === undefined) return raw;
      readings.push(reading);
    }
    return assembleReport(raw, readings, getSource(raw.source).formFeatures);
  };
}

/** Reads unread pages and assembles reports. @param signal aborts before the next page. @param onPage called after each page. */
export function createScanReader(
  parts: ScanParts,
  { read, concurrency }: PageReaders,
  signal: AbortSignal,
  onPage: () => void = () => {},
): CompleteScan {
  return async (raw, original) => {
    if (!isScanned(raw)) return raw;
    const stored = createReadingLookup(parts.pageReadings, false);
    const before = createReadingLookup(parts.pageReadings, true);
    const pages = await loadPages(raw, original, parts);
    const queue = new PQueue({ concurrency });
    const readings = await queue.addAll(
      pages.map((page) => async (): Promise<PageReading> => {
        signal.throwIfAborted();
        const reading =
          "failure" in page ? page : ((await stored(page)) ?? (await readAndStorePage(page, read, parts, before)));
        onPage();
        return reading;
      }),
    );
    return assembleReport(raw, readings, getSource(raw.source).formFeatures);
  };
}

export function isScanned({ kind }: RawFiling): boolean {
  return kind === "scan" || kind === "paper";
}

export async function loadPages(
  raw: RawFiling,
  { sha256, bytes }: Original,
  { findPageImage }: ScanParts,
): Promise<Page[]> {
  const source = getSource(raw.source);
  const { page: reader } = source.read;
  if (reader === undefined) throw new TypeError(`${raw.source} has a scanned report but no page reader.`);
  return Promise.all(
    source.listPages(raw).map(async ({ image: written, page }): Promise<Page> => {
      const image = written === null ? { sha256, load: async () => bytes } : await findPageImage(raw.source, written);
      if (image === undefined)
        return {
          failure: formatReason({ code: "missing_page_image", detail: `The image ${written} has not been stored.` }),
        };
      return {
        sha256: image.sha256,
        page,
        read: async (read) => toPageReading(read(reader, await image.load(), { page })),
      };
    }),
  );
}

async function toPageReading(page: Promise<Extract<PageReading, { seen: unknown }>["seen"]>): Promise<PageReading> {
  try {
    return { seen: await page };
  } catch (error) {
    if (!(error instanceof ParseError) || error.code === "reader_closed") throw error;
    return { failure: formatReason(toReason(error)) };
  }
}

/**
 * Reads a page and stores the reading. Stores nothing if a limit or a crash stopped the reader: a retry may succeed. Until the
 * retry, another release's reading stays in use, so no row is lost. @param before finds a page's stored reading from any release.
 */
async function readAndStorePage(
  page: PageToRead,
  read: ReadBytes,
  { pageReadings }: ScanParts,
  before: ReadingLookup,
): Promise<PageReading> {
  const reading = await page.read(read);
  if ("failure" in reading && isReaderFailure(parseReason(reading.failure))) return (await before(page)) ?? reading;
  await pageReadings.save(page.sha256, { page: page.page, reader: SCAN_READER, json: JSON.stringify(reading) });
  return reading;
}

/** Returns a lookup of stored page readings that loads the readings of a document only once. */
function createReadingLookup(table: ScanParts["pageReadings"], anyRelease: boolean): ReadingLookup {
  const documents = new Map<string, Promise<ReadonlyMap<number, PageReading>>>();
  const loadReadings = async (sha256: string) => {
    const rows = (await table.readStoredPages(sha256)).filter(({ reader }) => anyRelease || reader === SCAN_READER);
    return new Map(rows.map(({ page, json }) => [page, JSON.parse(json) as PageReading]));
  };
  return async ({ sha256, page }) => {
    const known = documents.get(sha256) ?? loadReadings(sha256);
    documents.set(sha256, known);
    return (await known).get(page);
  };
}
