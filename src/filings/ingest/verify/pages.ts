/** Verifies stored readings of scanned pages by reading the stored pages again. */
import PQueue from "p-queue";
import { isReaderFailure, parseReason } from "../../../domain/reason.ts";
import type { PageReading } from "../../../domain/scanned-page.ts";
import type { FilingRow } from "../../../store/filing-rows.ts";
import { SCAN_READER } from "../../sources/scans/assemble.ts";
import type { IngestParts } from "../parts.ts";
import { isScanned, loadPages, type PageReaders } from "../scanned-report.ts";
import { isLostOriginalError } from "../take-filing.ts";
import { compareReadings } from "./compare-readings.ts";
import { drawSample, type Outcome, type Sampled, summariseOutcomes } from "./sampled.ts";

interface StoredPage {
  readonly filing: FilingRow;
  /** SHA-256 of the document or image that contains the page. */
  readonly sha256: string;
  readonly page: number;
}

export interface PagesReadAgain extends Sampled {
  /** Number of pages read by another version of the reader: they cannot be compared, and the service will read them again. */
  readonly ofOtherReader: number;
}

export async function comparePages(
  parts: IngestParts,
  readers: PageReaders,
  { sample, seed }: { readonly sample: number; readonly seed: string },
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
): Promise<PagesReadAgain> {
  const { pages, ofOtherReader } = await listStoredPages(parts, signal);
  const drawn = drawSample(pages, sample, seed, formatPageName);
  const queue = new PQueue({ concurrency: readers.concurrency });
  let done = 0;
  const outcomes = await queue.addAll(
    drawn.map((page) => async () => {
      signal.throwIfAborted();
      const outcome = await rereadAndCompare(parts, readers, page);
      done += 1;
      onProgress(done, drawn.length);
      return outcome;
    }),
  );
  return { ...summariseOutcomes(pages.length, outcomes), ofOtherReader };
}

const formatPageName = ({ sha256, page }: StoredPage) => `${sha256} page ${page}`;

/** Lists the pages that have a reading, each page once. */
async function listStoredPages({ store, scans }: IngestParts, signal: AbortSignal) {
  const found = new Map<string, StoredPage>();
  let ofOtherReader = 0;
  for await (const filing of store.filings.listWithDocument()) {
    signal.throwIfAborted();
    const raw = await store.filings.readStoredReport(filing.id);
    if (raw === undefined || !isScanned(raw) || filing.documentSha256 === null) continue;
    for (const held of await loadPages(raw, { sha256: filing.documentSha256, bytes: new Uint8Array() }, scans)) {
      if ("failure" in held) continue;
      const page = { filing, sha256: held.sha256, page: held.page };
      const reading = (await store.pageReadings.readStoredPages(held.sha256)).find((each) => each.page === held.page);
      if (reading === undefined || found.has(formatPageName(page))) continue;
      if (reading.reader === SCAN_READER) found.set(formatPageName(page), page);
      else ofOtherReader += 1;
    }
  }
  return { pages: [...found.values()], ofOtherReader };
}

async function rereadAndCompare(
  { store, keeper, scans }: IngestParts,
  { read }: PageReaders,
  page: StoredPage,
): Promise<Outcome> {
  const name = `${page.filing.id}, ${formatPageName(page)}`;
  const raw = await store.filings.readStoredReport(page.filing.id);
  const stored = (await store.pageReadings.readStoredPages(page.sha256)).find((each) => each.page === page.page);
  const { documentSha256 } = page.filing;
  if (raw === undefined || stored === undefined || documentSha256 === null)
    return { notChecked: `${name}: it was replaced in the meantime.` };
  let bytes: Uint8Array;
  try {
    bytes = await keeper.read(documentSha256);
  } catch (error) {
    if (!isLostOriginalError(error)) throw error;
    return { notChecked: `${name}: ${error.message}` };
  }
  const pages = await loadPages(raw, { sha256: documentSha256, bytes }, scans);
  const held = pages.find((each) => !("failure" in each) && each.sha256 === page.sha256 && each.page === page.page);
  if (held === undefined || "failure" in held) return { notChecked: `${name}: its image is no longer stored.` };
  const again = await held.read(read);
  if ("failure" in again && isReaderFailure(parseReason(again.failure)))
    return { notChecked: `${name}: ${again.failure}` };
  const differences = compareReadings(JSON.parse(stored.json) as PageReading, again);
  return differences.length === 0 ? "alike" : { differs: `${name}: ${differences.join("; ")}` };
}
