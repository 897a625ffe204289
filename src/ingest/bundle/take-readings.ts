/** Readings of scanned pages from another instance's bundle: believed after a sample of them has been read here alike. */
import PQueue from "p-queue";
import type { Bundle } from "../../bundle/open-bundle.ts";
import { sureRows } from "../../bundle/page-reading-schema.ts";
import { isReaderFailure, parseReason } from "../../domain/reason.ts";
import type { PageReading } from "../../domain/scanned-page.ts";
import type { ErrorCode } from "../../error-codes.ts";
import { SCAN_READER } from "../../sources/scans/assemble.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { WaitingReading } from "../../store/taken.ts";
import type { IngestParts } from "../parts.ts";
import { readByOtherRelease } from "../read-scans.ts";
import { pagesOf } from "../scanned-report.ts";
import { differingRows } from "./compare-readings.ts";
import { drawSample, sampleSize } from "./sample.ts";

/** What became of a bundle's readings. */
export interface TakenReadings {
  /** Pages that wait here and that it has. */
  readonly offered: number;
  /** Pages that were read here for comparison. */
  readonly checked: number;
  /** Pages whose reading counts from now on. */
  readonly taken: number;
  /** Readings of this publisher were refused before: nothing was asked for. */
  readonly refused: boolean;
  /** Page by page what was read otherwise; all readings are refused then. */
  readonly differences: readonly string[];
}

interface WaitingPage {
  readonly filing: FilingRow;
  readonly sha256: string;
  readonly page: number;
}

const NOTHING: TakenReadings = { offered: 0, checked: 0, taken: 0, refused: false, differences: [] };

/**
 * Takes the readings that a bundle has of pages that wait here. Only those by this release's reader: what an older one saw would replace
 * nothing, and what a newer one saw could not be checked. It can be stopped at any moment and goes on where it was.
 * @throws {AppError} with a code `bundle_...` when the bundle is not what it should be; nothing of it is taken then.
 */
export async function takeReadings(parts: IngestParts, bundle: Bundle, signal: AbortSignal): Promise<TakenReadings> {
  const { store, scans, log, now } = parts;
  const of = { publisher: bundle.publisher, reader: SCAN_READER };
  const { checkedPages, refusedAt } = await store.taken.trust(of);
  if (scans.ocr === null) return NOTHING;
  if (refusedAt !== null) return { ...NOTHING, refused: true };
  const pages = await waitingPages(parts);
  await setAside(parts, bundle, pages, signal);
  const offered = (await store.taken.waiting(of)).filter(({ documentSha256, page }) =>
    pages.has(key(documentSha256, page)),
  );
  if (offered.length === 0) return NOTHING;
  const sample = drawSample(offered, sampleSize(offered.length, checkedPages));
  const differences: string[] = [];
  let checked = 0;
  const queue = new PQueue({ concurrency: scans.ocr.atOnce });
  await queue.addAll(
    sample.map((each) => async () => {
      signal.throwIfAborted();
      if (differences.length > 0) return;
      const compared = await compareHere(parts, each, pages.get(key(each.documentSha256, each.page)));
      if (compared === null) return;
      checked += 1;
      await store.taken.noteChecked(of, checkedPages + checked);
      const found = compared.differences.map((text) => `${each.documentSha256} page ${each.page}, ${text}`);
      differences.push(...found);
      // Before what was read here takes the place of the other reading: nothing else would know of the difference.
      if (found.length > 0) await store.taken.refuse(of, now(), found.join("\n"));
      await compared.keep();
    }),
  );
  if (differences.length > 0) {
    log.error(
      {
        code: "bundle_readings_differ" satisfies ErrorCode,
        publisher: bundle.publisher,
        reader: SCAN_READER,
        differences,
      },
      "A page was read otherwise here than the bundle says: none of its readings by this reader is taken, and pages are read here.",
    );
    return { offered: offered.length, checked, taken: 0, refused: false, differences };
  }
  if (checked === 0) return { offered: offered.length, checked, taken: 0, refused: false, differences };
  const taken = await store.taken.take(of);
  log.info({ publisher: bundle.publisher, checked, taken }, "readings of scanned pages were taken from a bundle");
  return { offered: offered.length, checked, taken, refused: false, differences };
}

const key = (sha256: string, page: number) => `${sha256} ${page}`;

/** The pages of reports that wait or that another release has read, which this one has not, by document and number. */
async function waitingPages(parts: IngestParts): Promise<ReadonlyMap<string, WaitingPage>> {
  const { store, scans } = parts;
  const found = new Map<string, WaitingPage>();
  for (const filing of [...(await store.pageReadings.waiting()), ...(await readByOtherRelease(parts))]) {
    const raw = await store.filings.printedReport(filing.id);
    if (raw === undefined || filing.documentSha256 === null) continue;
    for (const page of await pagesOf(raw, { sha256: filing.documentSha256, bytes: new Uint8Array() }, scans)) {
      if ("failure" in page) continue;
      const rows = await store.pageReadings.of(page.sha256);
      if (rows.some((row) => row.page === page.page && row.reader === SCAN_READER)) continue;
      found.set(key(page.sha256, page.page), { filing, sha256: page.sha256, page: page.page });
    }
  }
  return found;
}

async function setAside(
  { store, log }: IngestParts,
  bundle: Bundle,
  pages: ReadonlyMap<string, WaitingPage>,
  signal: AbortSignal,
): Promise<void> {
  const has = await bundle.readBy(SCAN_READER, signal);
  const documents = new Set([...pages.values()].map(({ sha256 }) => sha256).filter((sha256) => has.has(sha256)));
  let done = 0;
  for (const document of documents) {
    signal.throwIfAborted();
    for (const { page, reader, json } of await bundle.readings(document, SCAN_READER, signal)) {
      if (!pages.has(key(document, page))) continue;
      const { publisher, madeAt } = bundle;
      const rows = sureRows(JSON.parse(json) as PageReading).length;
      await store.taken.setAside({ documentSha256: document, page, reader, publisher, madeAt, sureRows: rows }, json);
    }
    done += 1;
    if (done % 500 === 0) log.info({ documents: done, of: documents.size }, "readings of a bundle are fetched");
  }
}

interface Compared {
  readonly differences: readonly string[];
  /** Keeps what was read here in place of the other reading. */
  keep(): Promise<void>;
}

/** Reads a page here. @returns null when that cannot be done, or broke its limits. */
async function compareHere(
  { scans, store, keeper }: IngestParts,
  { documentSha256, page: number }: WaitingReading,
  waiting: WaitingPage | undefined,
): Promise<Compared | null> {
  const raw = waiting && (await store.filings.printedReport(waiting.filing.id));
  const there = await store.taken.setAsideReading(documentSha256, number);
  const sha256 = waiting?.filing.documentSha256;
  if (raw === undefined || there === undefined || !sha256 || scans.ocr === null) return null;
  const pages = await pagesOf(raw, { sha256, bytes: await keeper.read(sha256) }, scans);
  const page = pages.find((each) => !("failure" in each) && each.sha256 === documentSha256 && each.page === number);
  if (page === undefined || "failure" in page) return null;
  const here = await page.read(scans.ocr.read);
  if ("failure" in here && isReaderFailure(parseReason(here.failure))) return null;
  return {
    differences: differingRows(here, JSON.parse(there) as PageReading),
    keep: () =>
      store.pageReadings.keep(documentSha256, { page: number, reader: SCAN_READER, json: JSON.stringify(here) }),
  };
}
