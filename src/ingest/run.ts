import PQueue from "p-queue";
import type { IsoDate } from "../domain/dates.ts";
import type { FilingSourceId } from "../domain/filing.ts";
import { AppError, SourceError } from "../errors.ts";
import type { FilingSource } from "../sources/source.ts";
import type { FilingOutcome, FilingRow } from "../store/store.ts";
import { normaliseAgain } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher, type Publisher } from "./publisher.ts";
import { readFiling } from "./read-filing.ts";
import { loadReference, type Reference, updateReference } from "./reference.ts";
import type { CompleteScan } from "./scanned-report.ts";
import { applyDecisions, publishIdentities } from "./take-decisions.ts";

/** Documents under way at once in one source: one is fetched while others are read. */
const UNDER_WAY = 4;
/** So many lists and documents in a row that a site did not give end the source's run. */
const FAILURES_IN_A_ROW = 4;

export interface RunScope {
  /** First year whose filings are asked for. */
  readonly sinceYear: number;
  /** Only documents filed on or after this day are fetched; null for all. */
  readonly since: IsoDate | null;
}

/** How far one source is. `known` grows while older years are listed. */
export interface SourceProgress {
  readonly source: FilingSourceId;
  known: number;
  done: number;
  rejectedLines: number;
  /** Filings that the site did not give this time; they stay pending. */
  notFetched: number;
  /** Why the source is not complete this time; plain, so that it can be told to another process. */
  error: { readonly code: string; readonly message: string } | null;
}

export type OnProgress = (progress: readonly Readonly<SourceProgress>[]) => void;

/**
 * One run over all sources: reference, then each body's filings, newest first (this year and the last, then all older years).
 * It can be stopped at any moment and goes on where it was: bytes are kept before they are read, and what is not published is read again.
 */
export async function ingestRun(
  parts: IngestParts,
  scope: RunScope,
  signal: AbortSignal,
  onProgress: OnProgress = () => {},
): Promise<readonly Readonly<SourceProgress>[]> {
  const { store, log, now } = parts;
  const updated = await updateReference(parts.reference, { store, log, now, judge: parts.judge("reparsed"), signal });
  if ((await publishIdentities(parts)) || updated) {
    await parts.onPublished();
    await normaliseAgain(parts, await loadReference(parts), signal, "reparsed");
  }
  const reference = await loadReference(parts);
  parts.onReference();
  const progress = parts.sources.map(
    ({ id }): SourceProgress => ({
      source: id,
      known: 0,
      done: 0,
      rejectedLines: 0,
      notFetched: 0,
      error: null,
    }),
  );
  if (reference.members === 0) {
    const error = {
      code: "no_members",
      message:
        "No members' record has been fetched yet, so nobody's filings can be told apart; they wait for the next run.",
    };
    log.warn({ code: error.code }, error.message);
    for (const each of progress) {
      each.error = error;
      await store.sources.failed(each.source, now(), `${error.code}: ${error.message}`);
    }
    onProgress(progress);
    return progress;
  }
  const publisher = createPublisher(parts, "amended");
  try {
    await Promise.all(
      parts.sources.map((source, at) =>
        new SourceRun(
          parts,
          source,
          reference,
          publisher,
          scope,
          progress[at] as SourceProgress,
          () => onProgress(progress),
          signal,
        ).go(),
      ),
    );
    await publisher.flush();
  } finally {
    await publisher.settled();
  }
  // What this run read may show since when a security was listed, which assets without a ticker are identified by.
  await normaliseAgain(parts, await loadReference(parts), signal, "reparsed", { which: "without-ticker" });
  await applyDecisions(parts, signal);
  return progress;
}

/** One source's part of a run. */
class SourceRun {
  readonly #parts: IngestParts;
  readonly #source: FilingSource;
  readonly #reference: Reference;
  readonly #publisher: Publisher;
  readonly #scope: RunScope;
  readonly #progress: SourceProgress;
  readonly #report: () => void;
  readonly #signal: AbortSignal;
  readonly #tried = new Set<string>();
  #failuresInARow = 0;
  /** Years whose list the body did not give. */
  #unlisted = 0;

  constructor(
    parts: IngestParts,
    source: FilingSource,
    reference: Reference,
    publisher: Publisher,
    scope: RunScope,
    progress: SourceProgress,
    report: () => void,
    signal: AbortSignal,
  ) {
    this.#parts = parts;
    this.#source = source;
    this.#reference = reference;
    this.#publisher = publisher;
    this.#scope = scope;
    this.#progress = progress;
    this.#report = report;
    this.#signal = signal;
  }

  async go(): Promise<void> {
    const { store, now, log } = this.#parts;
    const groups = this.#yearGroups();
    for (const [at, years] of groups.entries()) {
      for (const year of years) {
        if (this.#givenUp()) break;
        await this.#list(year);
      }
      if (at === groups.length - 1) await this.#noteCompleteness();
      if (this.#givenUp()) break;
      await this.#readPending();
      if (this.#givenUp()) break;
    }
    const { error } = this.#progress;
    if (error === null) await store.sources.succeeded(this.#source.id, now());
    else {
      log.warn({ source: this.#source.id, code: error.code }, error.message);
      await store.sources.failed(this.#source.id, now(), `${error.code}: ${error.message}`);
    }
    this.#report();
  }

  /** This year and the last first; then all that is older is listed before any of it is read, so that what is filed meanwhile is news soon. */
  #yearGroups(): number[][] {
    const thisYear = this.#parts.now().getUTCFullYear();
    const first = Math.min(Math.max(this.#scope.sinceYear, 2012), thisYear);
    const years = Array.from({ length: thisYear - first + 1 }, (_, back) => thisYear - back);
    return [years.slice(0, 2), years.slice(2)].filter((group) => group.length > 0);
  }

  async #list(year: number): Promise<void> {
    try {
      const listings = await this.#source.list(year, this.#signal);
      this.#failuresInARow = 0;
      const { changed } = await this.#parts.store.filings.recordListings(listings, this.#parts.now(), {
        source: this.#source.id,
        year,
      });
      if (changed > 0)
        await normaliseAgain(this.#parts, this.#reference, this.#signal, "amended", { only: this.#source.id });
    } catch (error) {
      this.#failuresInARow += 1;
      this.#unlisted += 1;
      this.#note(error);
    }
  }

  /** What is listed for the first time after a complete listing is news; what was listed until then is backfill, whenever it is read (premium.md section 5). */
  async #noteCompleteness(): Promise<void> {
    if (this.#unlisted > 0 || this.#scope.since !== null) return;
    await this.#parts.store.sources.completedListing(this.#source.id, this.#parts.now());
  }

  async #readPending(): Promise<void> {
    const { since } = this.#scope;
    const pending = (await this.#parts.store.filings.pending(this.#source.id)).filter(
      ({ id, filedDate }) => !this.#tried.has(id) && (since === null || filedDate === null || filedDate >= since),
    );
    this.#progress.known += pending.length;
    this.#report();
    const queue = new PQueue({ concurrency: UNDER_WAY });
    const failures: unknown[] = [];
    for (const filing of pending) {
      await queue.onSizeLessThan(1);
      if (this.#givenUp() || failures.length > 0) break;
      this.#tried.add(filing.id);
      queue.add(() => this.#take(filing)).catch((error: unknown) => failures.push(error));
    }
    await queue.onIdle();
    if (failures.length > 0) throw failures[0];
  }

  async #take(filing: FilingRow): Promise<void> {
    if (this.#givenUp()) return;
    let outcome: FilingOutcome;
    try {
      outcome = await takeFiling(this.#parts, this.#source, this.#reference, filing, this.#signal);
      this.#failuresInARow = 0;
    } catch (error) {
      this.#progress.notFetched += 1;
      this.#failuresInARow += 1;
      this.#note(error);
      return;
    }
    this.#progress.done += 1;
    this.#progress.rejectedLines += outcome.rejected.length;
    await this.#publisher.add(outcome);
    this.#report();
  }

  #note(error: unknown): void {
    if (!(error instanceof AppError) || this.#signal.aborted) throw error;
    this.#progress.error = { code: error.code, message: error.message };
    this.#report();
  }

  #givenUp(): boolean {
    this.#signal.throwIfAborted();
    return this.#progress.error?.code === "blocked" || this.#failuresInARow >= FAILURES_IN_A_ROW;
  }
}

/**
 * Keeps a filing's document, unless it is kept already, and reads it.
 * @param complete what becomes of a scanned report: unless told, it is put together from the pages that have been read.
 * @throws {SourceError} when the site did not give it.
 */
export async function takeFiling(
  { store, keeper, read, scans }: Pick<IngestParts, "store" | "keeper" | "read" | "scans">,
  source: FilingSource,
  reference: Reference,
  filing: FilingRow,
  signal: AbortSignal,
  complete: CompleteScan = scans.kept,
): Promise<FilingOutcome> {
  let sha256 = filing.documentSha256;
  if (sha256 === null) {
    try {
      ({ sha256 } = await source.fetch(filing, signal));
    } catch (error) {
      if (error instanceof SourceError && error.code === "missing_document") return missing(filing, error);
      throw error;
    }
    if (!isRead(filing)) await store.filings.setDocument(filing.id, sha256);
  }
  return readFiling(filing, { sha256, bytes: await keeper.read(sha256) }, read, complete, reference);
}

/** Whether something of it is published, which stays that of its former document until the new one's is published. */
export function isRead({ state }: Pick<FilingRow, "state">): boolean {
  return state !== "pending" && state !== "missing_document";
}

function missing(filing: FilingRow, error: SourceError): FilingOutcome {
  return {
    filingId: filing.id,
    state: "missing_document",
    reason: error.message,
    politicianId: null,
    rawJson: null,
    trades: [],
    rejected: [],
  };
}
