import { ConfigError } from "../errors.ts";
import type { FilingOutcome, FilingRow } from "../store/store.ts";
import { DifferenceTally, differenceOf, type FilingDifference } from "./difference.ts";
import { LinkDifferences } from "./link-differences.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher, type PublishingParts } from "./publisher.ts";
import { readFiling } from "./read-filing.ts";
import { loadReference, type Reference } from "./reference.ts";
import { type CompleteScan, keptScans, readingScans } from "./scanned-report.ts";
import { publishIdentities } from "./take-decisions.ts";

interface ReparseProgress {
  known: number;
  done: number;
  rejectedLines: number;
}

interface ReparseOptions {
  /** Without it nothing is changed. */
  readonly publish: boolean;
  /** Whether the pages of scans are read again, instead of taking what was seen on them. */
  readonly scans: boolean;
  readonly onProgress?: (progress: Readonly<ReparseProgress>) => void;
  /** Called for each filing that comes out differently from what is published, before it is published. */
  readonly onDifference?: (difference: FilingDifference) => void;
  /** Called for each filing whose reader was ended or broke, which says nothing of the document: it stays as it is. */
  readonly onUnread?: (filingId: string, reason: string) => void;
}

type ReparseParts = PublishingParts & Pick<IngestParts, "keeper" | "read" | "scans" | "decisions">;

/** Documents under way at once. */
const UNDER_WAY = 4;

/**
 * Reads every kept original again, without network, and compares what comes out with what is published. Ids stay: they come from the document's
 * id and its own lines. @throws {ConfigError} when there is nothing to read, or scans are asked for while their reading is off.
 */
export async function reparse(
  parts: ReparseParts,
  signal: AbortSignal,
  { publish, scans, onProgress = () => {}, onDifference = () => {}, onUnread = () => {} }: ReparseOptions,
): Promise<DifferenceTally> {
  const { store } = parts;
  if (publish) await publishIdentities(parts);
  const reference = await loadReference(parts);
  if (reference.members === 0)
    throw new ConfigError(
      "There is nothing to read again: this data folder holds no members' record. Run `ingest` first.",
    );
  const complete = scansAgain(parts, scans, signal);
  const kept = await Array.fromAsync(store.filings.withDocument());
  const progress: ReparseProgress = { known: kept.length, done: 0, rejectedLines: 0 };
  const tally = new DifferenceTally();
  const links = new LinkDifferences();
  for (const filing of kept) links.note(filing, await store.filings.trades(filing.id));
  const show = (difference: FilingDifference) => {
    tally.add(difference);
    onDifference(difference);
  };
  const publisher = publish ? createPublisher(parts, "reparsed") : null;
  try {
    for (let at = 0; at < kept.length; at += UNDER_WAY) {
      signal.throwIfAborted();
      const filings = kept.slice(at, at + UNDER_WAY);
      const outcomes = await Promise.all(filings.map((filing) => readAgain(parts, filing, complete, reference)));
      for (const [index, outcome] of outcomes.entries()) {
        const filing = filings[index] as FilingRow;
        progress.done += 1;
        if (outcome.reason !== null && brokeOff(filing, outcome)) {
          onUnread(filing.id, outcome.reason);
          onProgress(progress);
          continue;
        }
        const [trades, rejected] = [
          await store.filings.trades(filing.id),
          await store.filings.rejectedLines(filing.id),
        ];
        const difference = differenceOf(filing, { trades, rejected }, outcome);
        if (difference) show(difference);
        links.read(outcome);
        progress.rejectedLines += outcome.rejected.length;
        await publisher?.add(outcome);
        onProgress(progress);
      }
    }
    for await (const difference of links.all(store.amendments)) show(difference);
    await publisher?.flush();
  } finally {
    await publisher?.settled();
  }
  return tally;
}

/** What was seen on the pages of scans, whichever release saw it; or the pages read again. */
function scansAgain({ scans }: ReparseParts, again: boolean, signal: AbortSignal): CompleteScan {
  if (!again) return keptScans(scans, true);
  if (scans.ocr === null) throw new ConfigError("--scans reads scans again, and OCR=false switches that off.");
  return readingScans({ ...scans, pageReadings: { ...scans.pageReadings, of: async () => [] } }, scans.ocr, signal);
}

/** A busy machine may end a reader that would have come to its end: what could be read before is given another chance. */
async function readAgain(
  { keeper, read }: ReparseParts,
  filing: FilingRow,
  complete: CompleteScan,
  reference: Reference,
): Promise<FilingOutcome> {
  const { documentSha256: sha256 } = filing;
  if (sha256 === null) throw new TypeError(`${filing.id} has no document.`);
  const original = { sha256, bytes: await keeper.read(sha256) };
  const outcome = await readFiling(filing, original, read, complete, reference);
  return brokeOff(filing, outcome) ? readFiling(filing, original, read, complete, reference) : outcome;
}

function brokeOff(filing: FilingRow, { state, reason }: FilingOutcome): boolean {
  return filing.state !== "unreadable" && state === "unreadable" && (reason?.startsWith("reader_") ?? false);
}
