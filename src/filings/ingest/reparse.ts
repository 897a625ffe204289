import { compareTexts } from "../../base/compare-texts.ts";
import { ConfigError } from "../../base/errors.ts";
import { DATA_RELEASE } from "../../domain/data-release.ts";
import { isReaderFailure, type Reason, toReason } from "../../domain/reason.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import { DifferenceTally, type FilingDifference, findDifference } from "./difference.ts";
import { LinkDifferences } from "./link-differences.ts";
import { publishMemberIdentities } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher, type PublishingParts } from "./publisher.ts";
import { normaliseReport, readFiling } from "./read-filing.ts";
import { loadReference, type Reference } from "./reference.ts";
import { type CompleteScan, createScanReader, createStoredScanCompleter, type Original } from "./scanned-report.ts";
import { isLostOriginalError } from "./take-filing.ts";

interface ReparseProgress {
  known: number;
  done: number;
  rejectedLines: number;
}

interface ReparseOptions {
  readonly publish: boolean;
  /** Reads the pages of scans again instead of using stored readings. */
  readonly scans: boolean;
  readonly onProgress?: (progress: Readonly<ReparseProgress>) => void;
  /**
   * Called, before publication, for each filing whose new result differs from the published result. Then called for each filing
   * with changed links between trades. Also called for each entirely superseded filing that leaves the state `superseded`.
   */
  readonly onDifference?: (difference: FilingDifference) => void;
  /**
   * Called for each filing whose original is missing or damaged. Also called if a reader was killed or crashed on a filing whose
   * stored state is not `unreadable`; such a filing keeps its result.
   */
  readonly onUnread?: (filingId: string, reason: Reason) => void;
}

export type ReparseParts = PublishingParts & Pick<IngestParts, "keeper" | "read" | "scans" | "loadDecisions">;

/** Number of documents processed concurrently. */
const UNDER_WAY = 4;

/**
 * Parses every stored original again, without network, and compares the result with the published data. Ids stay the same: they
 * derive from the document's id and its own lines. A member's reports are published together, since amendments are found only by
 * comparing these reports. If the current data was published with an older release of the rules, nothing is announced as new.
 * After publishing, marks the data with this release, unless a reader was killed or crashed on a filing whose stored state is not
 * `unreadable`.
 * @throws {ConfigError} if there is nothing to parse, or scans are requested while reading them is off.
 */
export async function reparse(
  parts: ReparseParts,
  signal: AbortSignal,
  { publish, scans, onProgress = () => {}, onDifference = () => {}, onUnread = () => {} }: ReparseOptions,
): Promise<DifferenceTally> {
  const { store } = parts;
  if (publish) await publishMemberIdentities(parts);
  const reference = await loadReference(parts);
  if (reference.members === 0)
    throw new ConfigError("Nothing to re-read: this data folder has no list of members. Run `ingest` first.");
  const complete = createScanCompleter(parts, scans, signal);
  const stored = (await Array.fromAsync(store.filings.listWithDocument())).toSorted(compareByMember);
  const progress: ReparseProgress = { known: stored.length, done: 0, rejectedLines: 0 };
  const tally = new DifferenceTally();
  const links = new LinkDifferences();
  for (const filing of stored) links.recordPublished(filing, await store.filings.listTrades(filing.id));
  const reportDifference = (difference: FilingDifference) => {
    tally.add(difference);
    onDifference(difference);
  };
  const publisher = publish ? createPublisher(parts, await findPublicationCause(parts)) : null;
  let unread = 0;
  try {
    for (const filings of groupByMember(stored)) {
      const memberOutcomes: FilingOutcome[] = [];
      for await (const { filing, outcome, lost } of rereadAll(parts, filings, complete, reference, signal)) {
        progress.done += 1;
        if (lost !== null) onUnread(filing.id, lost);
        if (outcome !== null && outcome.reason !== null && hasNewReaderFailure(filing, outcome)) {
          unread += 1;
          onUnread(filing.id, outcome.reason);
        } else if (outcome !== null) {
          const [trades, rejected] = [
            await store.filings.listTrades(filing.id),
            await store.filings.listRejectedLines(filing.id),
          ];
          const difference = findDifference(filing, { trades, rejected }, outcome);
          if (difference) reportDifference(difference);
          links.recordOutcome(outcome);
          progress.rejectedLines += outcome.rejected.length;
          memberOutcomes.push(outcome);
        }
        onProgress(progress);
      }
      await publisher?.addBatch(memberOutcomes);
    }
    for await (const difference of links.findAll(store.amendments)) reportDifference(difference);
    await publisher?.flush();
  } finally {
    await publisher?.waitUntilSettled();
  }
  if (publish && unread === 0) await store.dataRelease.markReached(DATA_RELEASE);
  return tally;
}

/** Returns `data_release` and writes one log line if an older release published the current data. Else returns `reparsed`. */
async function findPublicationCause({ store, log }: ReparseParts): Promise<"data_release" | "reparsed"> {
  const from = await store.dataRelease.read();
  if (from >= DATA_RELEASE) return "reparsed";
  log.info(
    { from, to: DATA_RELEASE },
    "an older release published this data: reading and publishing every stored report again, once",
  );
  return "data_release";
}

function compareByMember(a: FilingRow, b: FilingRow): number {
  return compareTexts(`${a.politicianId ?? ""} ${a.id}`, `${b.politicianId ?? ""} ${b.id}`);
}

/** Groups reports by member; reports without a member form small groups. */
function* groupByMember(stored: readonly FilingRow[]): Generator<readonly FilingRow[]> {
  for (const [member, filings] of Map.groupBy(stored, ({ politicianId }) => politicianId)) {
    if (member !== null) yield filings;
    else for (let at = 0; at < filings.length; at += UNDER_WAY) yield filings.slice(at, at + UNDER_WAY);
  }
}

async function* rereadAll(
  parts: ReparseParts,
  filings: readonly FilingRow[],
  complete: CompleteScan,
  reference: Reference,
  signal: AbortSignal,
): AsyncGenerator<Reread & { readonly filing: FilingRow }> {
  for (let at = 0; at < filings.length; at += UNDER_WAY) {
    signal.throwIfAborted();
    const batch = filings.slice(at, at + UNDER_WAY);
    const outcomes = await Promise.all(batch.map((filing) => rereadFiling(parts, filing, complete, reference)));
    for (const [index, reread] of outcomes.entries()) yield { filing: batch[index] as FilingRow, ...reread };
  }
}

/** Returns a function that adds stored page readings, of any release, to scans. @param again ignores them and reads all pages. */
function createScanCompleter({ scans }: ReparseParts, again: boolean, signal: AbortSignal): CompleteScan {
  if (!again) return createStoredScanCompleter(scans, true);
  if (scans.ocr === null) throw new ConfigError("--scans reads scans again, but OCR=false turns that off.");
  return createScanReader(
    { ...scans, pageReadings: { ...scans.pageReadings, readStoredPages: async () => [] } },
    scans.ocr,
    signal,
  );
}

interface Reread {
  /** Null if the original is missing or damaged, and the store has no earlier parse of the report. */
  readonly outcome: FilingOutcome | null;
  /** Why the original could not be read. Null if the original was read. */
  readonly lost: Reason | null;
}

// On a busy machine, a reader process may be killed although it would have finished. A document that was readable before is
// therefore read once more if the reader fails. If the original is missing or damaged, the earlier parse is normalized again.
async function rereadFiling(
  parts: ReparseParts,
  filing: FilingRow,
  complete: CompleteScan,
  reference: Reference,
): Promise<Reread> {
  const { keeper, read, store } = parts;
  const { documentSha256: sha256 } = filing;
  if (sha256 === null) throw new TypeError(`${filing.id} has no document.`);
  let original: Original;
  try {
    original = { sha256, bytes: await keeper.read(sha256) };
  } catch (error) {
    if (!isLostOriginalError(error)) throw error;
    const known = await store.filings.readStoredReport(filing.id);
    const outcome = known === undefined ? null : normaliseReport(filing, known, reference);
    return { outcome, lost: toReason(error) };
  }
  const outcome = await readFiling(filing, original, read, complete, reference);
  const again = hasNewReaderFailure(filing, outcome);
  return { outcome: again ? await readFiling(filing, original, read, complete, reference) : outcome, lost: null };
}

function hasNewReaderFailure(filing: FilingRow, { state, reason }: FilingOutcome): boolean {
  return filing.state !== "unreadable" && state === "unreadable" && isReaderFailure(reason);
}
