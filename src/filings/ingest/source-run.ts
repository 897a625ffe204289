/** One source's part of a run: its lists, then its pending documents, newest first. */
import PQueue from "p-queue";
import { Activity, runWithStallTimeout } from "../../base/activity.ts";
import type { ErrorCode } from "../../base/error-codes.ts";
import { SourceError } from "../../base/errors.ts";
import { toVisibleText } from "../../base/visible-text.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { FilingListing, FilingSourceId } from "../../domain/filing.ts";
import { isReaderFailure, isSameReason } from "../../domain/reason.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import type { SourceSite } from "../sources/source.ts";
import { toSourceErrorOrRethrow } from "./faults.ts";
import { findListSizeError } from "./listing-doubt.ts";
import { findLostOriginals } from "./lost-originals.ts";
import { renormaliseFilings } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import type { Publisher } from "./publisher.ts";
import type { Reference } from "./reference.ts";
import { reportWaits } from "./report-waits.ts";
import { recordSourceOutcome } from "./source-outcome.ts";
import { ingestFiling } from "./take-filing.ts";

/** Concurrent documents per source: one is fetched while others are parsed. */
const CONCURRENCY = 4;
/** Consecutive failures, of lists or documents, after which a site's run ends. */
const FAILURES_IN_A_ROW = 4;
/** Time in milliseconds for which checks for new filings skip a failed source. */
const LEFT_ALONE_MS = 60 * 60_000;
/** Error codes after which a source is not contacted again in this run. */
const FINAL_CODES: readonly string[] = ["blocked", "no_progress"];

export interface RunScope {
  readonly sinceYear: number;
  /** Fetches only documents filed on or after this day; null for all. */
  readonly since: IsoDate | null;
  /**
   * A check for new filings between two daily runs. Lists the newest filings of this year and last year, and fetches documents
   * that were never requested before. A source that failed is skipped for an hour.
   */
  readonly newsOnly?: boolean;
  /** Accepts each list, however few or many filings it names. */
  readonly acceptLists?: boolean;
}

/** Progress of one source. `known` grows while older years are listed. */
export interface SourceProgress {
  readonly source: FilingSourceId;
  known: number;
  done: number;
  rejectedLines: number;
  /** Number of filings that the site did not return this time; they stay pending. */
  notFetched: number;
  /** What the source has been waiting for, if the wait has lasted a minute or more; null while there is progress. */
  waitingFor: string | null;
  /** Why the source is incomplete this time; a plain object that can be sent to another process. */
  error: { readonly code: ErrorCode; readonly message: string } | null;
}

interface SourceRunParts extends Omit<IngestParts, "reference"> {
  readonly source: SourceSite;
  readonly reference: Reference;
  readonly publisher: Publisher;
  readonly scope: RunScope;
  readonly report: () => void;
  readonly signal: AbortSignal;
}

export class SourceRun {
  readonly #run: SourceRunParts;
  readonly #progress: SourceProgress;
  readonly #activity = new Activity();
  readonly #tried = new Set<string>();
  #failuresInARow = 0;
  /** Number of years whose list was not available or is not trusted. */
  #unlisted = 0;
  /** Number of filings named in this run's lists. */
  #named = 0;

  constructor(run: SourceRunParts, progress: SourceProgress) {
    this.#run = run;
    this.#progress = progress;
  }

  async run(): Promise<void> {
    if (this.#run.scope.newsOnly && (await this.#hasFailedRecently())) return;
    const stopReporting = reportWaits(this.#activity, this.#run.source.id, this.#run.log, (waitingFor) => {
      this.#progress.waitingFor = waitingFor;
      this.#run.report();
    });
    try {
      if (this.#run.scope.newsOnly) await this.#readNewFilings();
      else await this.#listAndReadFilings();
    } finally {
      stopReporting();
      this.#progress.waitingFor = null;
    }
    await recordSourceOutcome(this.#run, this.#run.source.id, this.#progress.error);
    this.#run.report();
  }

  async #listAndReadFilings(): Promise<void> {
    const groups = this.#groupYears();
    for (const [at, years] of groups.entries()) {
      const last = at === groups.length - 1;
      const begunAt = this.#run.now();
      const listed: number[] = [];
      for (const year of years) {
        if (this.#shouldStop()) break;
        if (await this.#fetchYearListing(year)) listed.push(year);
      }
      await this.#run.store.filings.withdrawUnlisted(this.#run.source.id, listed, begunAt);
      if (last) {
        this.#recordErrorIfNothingListed();
        await this.#recordListingIfComplete();
      }
      if (this.#shouldStop()) return;
      await this.#readPending();
      if (this.#shouldStop()) return;
    }
    await this.#restoreOriginals();
  }

  async #hasFailedRecently(): Promise<boolean> {
    const { store, now } = this.#run;
    const last = (await store.sources.listAll()).find(({ source }) => source === this.#run.source.id);
    if (!last?.lastError || !last.lastErrorAt) return false;
    return now().getTime() - last.lastErrorAt.getTime() < LEFT_ALONE_MS;
  }

  async #readNewFilings(): Promise<void> {
    const [newest = []] = this.#groupYears();
    for (const year of newest) {
      if (this.#shouldStop()) return;
      if (this.#run.source.listNewest === undefined) await this.#fetchYearListing(year);
      else await this.#fetchNewestListings(year, this.#run.source.listNewest);
    }
    if (!this.#shouldStop()) await this.#readPending();
  }

  /** Adds new filings of a year to the ledger. The daily run reads the whole list and so finds filings that this check misses. */
  async #fetchNewestListings(year: number, listNewest: NonNullable<SourceSite["listNewest"]>): Promise<void> {
    const { store, now, source, scope } = this.#run;
    const { id } = source;
    try {
      const known = await store.filings.readListed(id, year);
      const ids = new Set(known.ids);
      const listings = await this.#runUntilStalled((signal) => listNewest(year, (filing) => ids.has(filing), signal));
      this.#failuresInARow = 0;
      // A partial list omits most known filings. Missing filings are therefore no reason to doubt it, but too many new ones are.
      const doubt = scope.acceptLists ? null : findListSizeError(id, year, listings, { ...known, settled: [] }, now());
      if (doubt !== null) this.#recordError(doubt);
      else await this.#recordListings(listings);
    } catch (error) {
      this.#failuresInARow += 1;
      this.#recordError(error);
    }
  }

  /** Adds listings to the ledger. @param whole source and year, if these are all listings of that year; undefined otherwise. */
  async #recordListings(
    listings: readonly FilingListing[],
    whole?: { readonly source: FilingSourceId; readonly year: number },
  ): Promise<void> {
    const { store, now, reference, signal, source } = this.#run;
    const { changed } = await store.filings.recordListings(listings, now(), whole);
    if (changed === 0) return;
    await renormaliseFilings(this.#run, reference, signal, "amended", { only: source.id });
  }

  /** Groups this and last year, then older years. Each group's lists are read before its documents, to find new filings soon. */
  #groupYears(): number[][] {
    const thisYear = this.#run.now().getUTCFullYear();
    const first = Math.min(Math.max(this.#run.scope.sinceYear, 2012), thisYear);
    const years = Array.from({ length: thisYear - first + 1 }, (_, back) => thisYear - back);
    return [years.slice(0, 2), years.slice(2)].filter((group) => group.length > 0);
  }

  /** @returns true if the list is available and trusted. */
  async #fetchYearListing(year: number): Promise<boolean> {
    const { store, now, source, scope } = this.#run;
    const { id } = source;
    try {
      const listings = await this.#runUntilStalled((signal) => source.list(year, signal));
      this.#failuresInARow = 0;
      this.#named += listings.length;
      const doubt = scope.acceptLists
        ? null
        : findListSizeError(id, year, listings, await store.filings.readListed(id, year), now());
      if (doubt !== null) {
        this.#unlisted += 1;
        this.#recordError(doubt);
        if (doubt.code === "more_than_possible") return false;
      }
      await this.#recordListings(listings, doubt === null ? { source: id, year } : undefined);
      return doubt === null;
    } catch (error) {
      this.#failuresInARow += 1;
      this.#unlisted += 1;
      this.#recordError(error);
      return false;
    }
  }

  // Records an error if lists that cover more than a year contain no filing. That is a fault, since some of a chamber's 100 or
  // more members report within a year.
  #recordErrorIfNothingListed(): void {
    const thisYear = this.#run.now().getUTCFullYear();
    const { scope } = this.#run;
    if (this.#named > 0 || this.#unlisted > 0 || scope.acceptLists || scope.sinceYear >= thisYear) return;
    this.#unlisted += 1;
    this.#recordError(
      new SourceError(
        "no_reports",
        `${this.#run.source.id} lists no filing of any year from ${scope.sinceYear} on, which is impossible. Known filings stay.`,
      ),
    );
  }

  /** Records the first complete listing. Filings first listed later are new; others are backfill, whenever they are read. */
  async #recordListingIfComplete(): Promise<void> {
    if (this.#unlisted > 0 || this.#run.scope.since !== null) return;
    await this.#run.store.sources.recordListingCompleted(this.#run.source.id, this.#run.now());
  }

  async #readPending(): Promise<void> {
    const { since, newsOnly = false } = this.#run.scope;
    const pending = (await this.#run.store.filings.listPending(this.#run.source.id)).filter(
      ({ id, state, filedDate }) =>
        !this.#tried.has(id) &&
        (since === null || filedDate === null || filedDate >= since) &&
        (!newsOnly || state === "pending"),
    );
    await this.#ingestAll(pending, (filing) => this.#ingestOne(filing));
  }

  /** Fetches again the documents whose stored files are lost or damaged. */
  async #restoreOriginals(): Promise<void> {
    if (this.#run.scope.since !== null) return;
    const lost = await findLostOriginals(this.#run, this.#run.source.id);
    if (lost.length === 0) return;
    this.#run.log.warn(
      { source: this.#run.source.id, originals: lost.length },
      "stored originals are missing or damaged; downloading them again",
    );
    await this.#ingestAll(lost, (filing) => this.#ingestOne(filing, true));
  }

  async #ingestAll(filings: readonly FilingRow[], ingest: (filing: FilingRow) => Promise<void>): Promise<void> {
    this.#progress.known += filings.length;
    this.#run.report();
    const queue = new PQueue({ concurrency: CONCURRENCY });
    const failures: unknown[] = [];
    for (const filing of filings) {
      await queue.onSizeLessThan(1);
      if (this.#shouldStop() || failures.length > 0) break;
      this.#tried.add(filing.id);
      queue.add(() => ingest(filing)).catch((error: unknown) => failures.push(error));
    }
    await queue.onIdle();
    if (failures.length > 0) throw failures[0];
  }

  /** @param lost true if a lost or damaged stored file is the only reason to fetch. Unchanged bytes are not published again. */
  async #ingestOne(filing: FilingRow, lost = false): Promise<void> {
    if (this.#shouldStop()) return;
    let outcome: FilingOutcome;
    try {
      const again = lost || needsRefetch(filing);
      outcome = await this.#runUntilStalled((signal) =>
        ingestFiling(this.#run, this.#run.source, this.#run.reference, filing, signal, { again }),
      );
      this.#failuresInARow = 0;
    } catch (error) {
      this.#progress.notFetched += 1;
      if (error instanceof SourceError && error.code === "foreign_address") {
        // The site was not contacted, so this is not a failure of the site.
        this.#run.log.warn({ filing: filing.id, code: error.code }, toVisibleText(error.message));
        return;
      }
      this.#failuresInARow += 1;
      this.#recordError(error);
      return;
    }
    this.#progress.done += 1;
    this.#progress.rejectedLines += outcome.rejected.length;
    if (!isUnchanged(filing, outcome, lost)) await this.#run.publisher.add(outcome);
    this.#run.report();
  }

  #runUntilStalled<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return runWithStallTimeout(this.#activity, this.#run.patienceMs, this.#run.signal, work);
  }

  #recordError(error: unknown): void {
    const { code, message } = toSourceErrorOrRethrow(error, this.#run.source.id, this.#run.log, this.#run.signal);
    this.#progress.error = { code, message };
    this.#run.report();
  }

  #shouldStop(): boolean {
    this.#run.signal.throwIfAborted();
    const { error } = this.#progress;
    return (error !== null && FINAL_CODES.includes(error.code)) || this.#failuresInARow >= FAILURES_IN_A_ROW;
  }
}

/** Returns true for an unreadable document, which may have arrived damaged, unless its reader was killed or crashed. */
function needsRefetch({ state, reason }: FilingRow): boolean {
  return state === "unreadable" && !isReaderFailure(reason);
}

// Returns true if the refetched document has the same bytes and is again unreadable for the same reason. If its stored file was
// lost or damaged, the same bytes are enough.
function isUnchanged(filing: FilingRow, { state, reason, documentSha256 }: FilingOutcome, lost: boolean): boolean {
  if (documentSha256 === undefined || documentSha256 !== filing.documentSha256) return false;
  return lost || (filing.state === "unreadable" && state === "unreadable" && isSameReason(reason, filing.reason));
}
