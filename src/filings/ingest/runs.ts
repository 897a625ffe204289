import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { runInBackground } from "./background-run.ts";
import type { ScanProgress } from "./read-scans.ts";
import type { SourceProgress } from "./run.ts";
import { computeNextRun } from "./schedule.ts";

interface RunsEvents {
  onStarted(): void;
  onProgress(progress: readonly Readonly<SourceProgress>[]): void;
  onPublished(): void;
  /** Called when the run's members and tickers have been stored. */
  onReference(): void;
  /**
   * Awaited before the run is considered ended. Not called for a run that was stopped or failed.
   * @param nextAttemptAt time of the retry if a source failed; null if the daily schedule is enough.
   */
  onEnded(progress: readonly Readonly<SourceProgress>[], nextAttemptAt: Date | null): Promise<void>;
  onScanning(progress: Readonly<ScanProgress>): void;
  /** Awaited before the next run begins. Called when all pending scanned reports have been read, if there were any. */
  onScanned(progress: Readonly<ScanProgress>): Promise<void>;
}

/** Delay before a failed run is retried. Possible causes are a full disk and a lost database connection. */
const RETRY_RUN_MS = 10 * 60_000;
/** Delay after a source failed: slightly longer than `LEFT_ALONE_MS` (`source-run.ts`), during which checks skip the source. */
const RETRY_SOURCE_MS = 65 * 60_000;
/** Initial delay while no source can be reached, as on an offline laptop; the delay doubles up to `RETRY_SOURCE_MS`. */
const UNREACHED_PAUSE_MS = 60_000;

interface RunsParts {
  readonly config: Config;
  readonly log: Logger;
  /** Ends the current run and prevents further ones. */
  readonly stop: AbortSignal;
  /** Returns true if an older release published the current data. */
  readonly isOutOfDate: () => Promise<boolean>;
  /** Returns true if no source could be reached since the given time. */
  readonly wereSourcesUnreachable: (since: Date) => Promise<boolean>;
  readonly events: RunsEvents;
}

/** Queues and starts a service's runs, each in its own process and never two at a time. */
export class Runs {
  readonly #parts: RunsParts;
  #last: Promise<void> = Promise.resolve();
  #isUnderWay = false;
  #later: NodeJS.Timeout | undefined;
  /** Time at which `#later` starts a run. */
  #laterAt: Date | null = null;
  #queued = 0;
  #pendingRuns = 0;
  #giveWay = new AbortController();
  #brokeOffAt: Date | null = null;
  /** Number of consecutive runs in which no source could be reached. */
  #unreachedRuns = 0;

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /**
   * Queues one more run after the current one, if any. Resolves when the queued run has ended, successfully or not. Reading of
   * scanned reports pauses for the queued run and resumes at the same page.
   */
  queueRun(): Promise<void> {
    return this.#queueRunOrCheck(false);
  }

  #queueRunOrCheck(newsOnly: boolean): Promise<void> {
    this.#pendingRuns += 1;
    this.#queued += 1;
    this.#giveWay.abort();
    const ended = this.#last.then(async () => {
      this.#queued -= 1;
      await (newsOnly ? this.#runNewsCheck() : this.#run());
      this.#pendingRuns -= 1;
    });
    this.#last = ended.then(() => this.#readScans());
    return ended;
  }

  /** Checks for new filings, unless a run is waiting or in progress: a run checks too. Resolves when the check has ended. */
  async checkForNewFilings(): Promise<void> {
    if (this.#pendingRuns === 0) await this.#queueRunOrCheck(true);
  }

  /**
   * Reparses all reports if an older release published the data. Every run begins with this step, too. Resolves when reparsing
   * has ended.
   */
  reparseOldData(): Promise<void> {
    this.#last = this.#last.then(() => this.#republishIfOutdated());
    return this.#last;
  }

  isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Returns the start of the next run over all sources, if none is requested earlier; null if this service fetches nothing. */
  getNextRunAt(now = new Date()): Date | null {
    const { INGEST, INGEST_AT } = this.#parts.config;
    if (!INGEST) return null;
    const daily = computeNextRun(now, INGEST_AT);
    return this.#laterAt !== null && this.#laterAt < daily ? this.#laterAt : daily;
  }

  /** Returns the time at which the last run failed; null if it did not fail, or no run has ended yet. */
  getFailedAt(): Date | null {
    return this.#brokeOffAt;
  }

  waitUntilIdle(): Promise<void> {
    return this.#last;
  }

  async #run(): Promise<void> {
    const { config, stop, log, events } = this.#parts;
    await this.#republishIfOutdated();
    if (stop.aborted) return;
    this.#isUnderWay = true;
    clearTimeout(this.#later);
    this.#laterAt = null;
    const startedAt = new Date();
    events.onStarted();
    try {
      const scope = { sinceYear: config.INGEST_SINCE_YEAR, since: null };
      const progress = await runInBackground(config, { kind: "filings", scope }, stop, events);
      this.#brokeOffAt = null;
      if (progress === null) return;
      const pauseMs = progress.some(({ error }) => error !== null) ? await this.#updateFailurePause(startedAt) : null;
      if (pauseMs !== null) this.#scheduleRetry(pauseMs);
      await events.onEnded(progress, pauseMs === null ? null : new Date(Date.now() + pauseMs));
    } catch (error) {
      this.#brokeOffAt = new Date();
      log.error({ err: error, tryAgainMs: RETRY_RUN_MS }, "a run failed");
      this.#scheduleRetry(RETRY_RUN_MS);
    } finally {
      this.#isUnderWay = false;
    }
  }

  // Logs only new filings and failures, since a line every 15 minutes would be noise. A failed check is not retried before the
  // next check is due.
  async #runNewsCheck(): Promise<void> {
    const { config, stop, log, events } = this.#parts;
    await this.#republishIfOutdated();
    if (stop.aborted) return;
    this.#isUnderWay = true;
    try {
      const scope = { sinceYear: config.INGEST_SINCE_YEAR, since: null, newsOnly: true };
      const { onPublished, onReference } = events;
      const progress = await runInBackground(config, { kind: "filings", scope }, stop, { onPublished, onReference });
      if (progress?.some(({ done }) => done > 0)) await events.onEnded(progress, this.#laterAt);
    } catch (error) {
      log.error({ err: error }, "a check for new filings failed");
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #republishIfOutdated(): Promise<void> {
    const { config, stop, log, events, isOutOfDate } = this.#parts;
    try {
      if (stop.aborted || !(await isOutOfDate())) return;
      this.#isUnderWay = true;
      await runInBackground(config, { kind: "release" }, stop, { onPublished: events.onPublished });
    } catch (error) {
      log.error({ err: error, tryAgainMs: RETRY_RUN_MS }, "re-reading the data of an older release failed");
      clearTimeout(this.#later);
      this.#laterAt = null;
      this.#later = setTimeout(() => void this.reparseOldData(), RETRY_RUN_MS).unref();
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** Reads the scans that the last run left pending; does nothing if another run is waiting. */
  async #readScans(): Promise<void> {
    const { config, stop, log, events } = this.#parts;
    if (!config.OCR || stop.aborted || this.#queued > 0) return;
    this.#isUnderWay = true;
    this.#giveWay = new AbortController();
    try {
      const progress = await runInBackground(config, { kind: "scans" }, AbortSignal.any([stop, this.#giveWay.signal]), {
        onPublished: events.onPublished,
        onProgress: events.onScanning,
      });
      if (progress !== null && progress.known > 0) await events.onScanned(progress);
    } catch (error) {
      log.error({ err: error, tryAgainMs: RETRY_RUN_MS }, "reading scanned reports failed");
      this.#scheduleRetry(RETRY_RUN_MS);
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #updateFailurePause(startedAt: Date): Promise<number> {
    this.#unreachedRuns = (await this.#parts.wereSourcesUnreachable(startedAt)) ? this.#unreachedRuns + 1 : 0;
    return computeFailurePause(this.#unreachedRuns);
  }

  #scheduleRetry(afterMs: number): void {
    clearTimeout(this.#later);
    this.#laterAt = new Date(Date.now() + afterMs);
    this.#later = setTimeout(() => void this.queueRun(), afterMs).unref();
  }
}

/** Milliseconds until failed sources are retried. @param unreachedRuns consecutive runs in which no source could be reached. */
export function computeFailurePause(unreachedRuns: number): number {
  if (unreachedRuns === 0) return RETRY_SOURCE_MS;
  return Math.min(UNREACHED_PAUSE_MS * 2 ** (unreachedRuns - 1), RETRY_SOURCE_MS);
}
