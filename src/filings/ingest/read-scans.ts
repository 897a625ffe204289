import PQueue from "p-queue";
import { Activity, runWithStallTimeout } from "../../base/activity.ts";
import { isReaderFailure } from "../../domain/reason.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import { SCAN_READER } from "../sources/scans/assemble.ts";
import { toSourceErrorOrRethrow } from "./faults.ts";
import { applyDecisions } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher } from "./publisher.ts";
import { readFiling } from "./read-filing.ts";
import { loadReference } from "./reference.ts";
import { createScanReader, type Original } from "./scanned-report.ts";
import { fetchOriginal, readStoredOriginal } from "./take-filing.ts";

export interface ScanProgress {
  /** Reports that were pending at the start. */
  readonly known: number;
  done: number;
  pages: number;
  rejectedLines: number;
}

// Finds reports with a page read by another version of the page reader, and stores the list of these reports. Each report stays
// published unchanged until the report has been read again. Without the stored list, the next run would miss reports whose pages
// were all read again but whose new result was not published.
async function findAndRecordOutdatedFilings({ store, scans }: IngestParts): Promise<readonly FilingRow[]> {
  const { documents, begun, filings } = await store.pageReadings.findOutdatedReadings(SCAN_READER);
  const outdated: FilingRow[] = [];
  for (const filing of filings) {
    if (documents.has(filing.documentSha256 ?? "") || begun.has(filing.id)) outdated.push(filing);
    else if (filing.kind === "paper") {
      const written = (await store.filings.readStoredReport(filing.id))?.images ?? [];
      const images = await Promise.all(written.map((image) => scans.findPageImage(filing.source, image)));
      if (images.some((image) => image !== undefined && documents.has(image.sha256))) outdated.push(filing);
    }
  }
  const found = outdated.filter(({ state, reason }) => !(state === "needs_review" && isReaderFailure(reason)));
  if (found.length + begun.size > 0) await store.pageReadings.storeRereadReports(found.map(({ id }) => id));
  return found;
}

/**
 * Reads scanned reports page by page and publishes them in batches: pending reports, newest first, then reports read by another
 * release. Can be stopped at any time: the next run assembles unpublished reports from the stored page readings.
 * @returns null if reading scans is off.
 */
export async function readScans(
  parts: IngestParts,
  signal: AbortSignal,
  onProgress: (progress: Readonly<ScanProgress>) => void = () => {},
): Promise<Readonly<ScanProgress> | null> {
  const { store, scans } = parts;
  const { ocr } = scans;
  if (ocr === null) return null;
  const outdated = await findAndRecordOutdatedFilings(parts);
  const begun = new Set(outdated.map(({ id }) => id));
  const waiting = [...(await store.pageReadings.listWaiting()), ...outdated];
  const progress: ScanProgress = { known: waiting.length, done: 0, pages: 0, rejectedLines: 0 };
  if (waiting.length === 0) return progress;
  onProgress(progress);
  const reference = await loadReference(parts);
  const publisher = createPublisher(parts, "reparsed");
  const onPage = () => {
    progress.pages += 1;
    onProgress(progress);
  };
  const complete = createScanReader(scans, ocr, signal, onPage);

  /** @returns null if the document is lost and cannot be fetched now. */
  async function readScan(filing: FilingRow, sha256: string): Promise<FilingOutcome | null> {
    const original = (await readStoredOriginal(parts, filing, sha256)) ?? (await refetchFile(parts, filing, signal));
    return original && readFiling(filing, original, parts.read, complete, reference);
  }

  const queue = new PQueue({ concurrency: ocr.concurrency });
  const failures: unknown[] = [];
  try {
    for (const filing of waiting) {
      await queue.onSizeLessThan(1);
      signal.throwIfAborted();
      if (failures.length > 0) break;
      const { documentSha256 } = filing;
      if (documentSha256 === null) continue;
      queue
        .add(async () => {
          const outcome = await readScan(filing, documentSha256);
          progress.done += 1;
          if (outcome === null || outcome.state === "needs_ocr") return;
          progress.rejectedLines += outcome.rejected.length;
          await publisher.add(outcome);
          begun.delete(filing.id);
          onProgress(progress);
        })
        .catch((error: unknown) => failures.push(error));
    }
    await queue.onIdle();
    if (failures.length > 0) throw failures[0];
    await publisher.flush();
    if (outdated.length > 0) await store.pageReadings.storeRereadReports([...begun]);
  } finally {
    await queue.onIdle();
    await publisher.waitUntilSettled();
  }
  await applyDecisions(parts, signal);
  return progress;
}

/** Fetches a lost document from its site. Null if the source is turned off or the download fails: the next run retries. */
async function refetchFile(parts: IngestParts, filing: FilingRow, signal: AbortSignal): Promise<Original | null> {
  const source = parts.sources.find(({ id }) => id === filing.source);
  if (source === undefined) return null;
  try {
    return await runWithStallTimeout(new Activity(), parts.patienceMs, signal, (ownSignal) =>
      fetchOriginal(parts, source, filing, ownSignal),
    );
  } catch (error) {
    const { code, message } = toSourceErrorOrRethrow(error, source.id, parts.log, signal);
    parts.log.warn({ filing: filing.id, code }, message);
    return null;
  }
}
