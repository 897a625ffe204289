import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { readScansInBackground, republishInBackground, runInBackground } from "./background-run.ts";
import type { ScanProgress } from "./read-scans.ts";
import type { SourceProgress } from "./run.ts";

interface RunsEvents {
  started(): void;
  progressed(progress: readonly Readonly<SourceProgress>[]): void;
  /** Something was published. */
  published(): void;
  /** The members and tickers that a run reads against are stored. */
  referenced(): void;
  /** Awaited before the run counts as ended. Not called of a run that was stopped or ended early. */
  ended(progress: readonly Readonly<SourceProgress>[]): Promise<void>;
  scanning(progress: Readonly<ScanProgress>): void;
  /** Awaited before the next run begins. Called once no scanned report waits any more, when one did. */
  scanned(progress: Readonly<ScanProgress>): Promise<void>;
}

export interface Runs {
  /**
   * One more run, after the one under way if there is one. Resolves when it has ended, well or not. The reading of scanned reports gives way to it
   * and goes on afterwards, with the page where it was.
   */
  poll(): Promise<void>;
  /** Has what an older release published read again, if any is; every run begins with that too. Resolves when it has ended. */
  bringUpToDate(): Promise<void>;
  isUnderWay(): boolean;
  /** Time at which the last run broke off; null when it ended well or none has ended yet. */
  brokeOffAt(): Date | null;
  /** Resolves when no run is under way. */
  idle(): Promise<void>;
}

/** A run that ended early (a full disk, a database that went away) is not waited for until the next day. */
const TRY_AGAIN_MS = 10 * 60_000;
/** Nor is a source that did not answer; one that refused us is not asked for an hour anyway. */
const ASK_AGAIN_MS = 65 * 60_000;

/**
 * The runs of a service, each in a process of its own and never two at a time.
 * @param stop ends the run under way, and no other begins. @param isOutOfDate whether an older release published what is there.
 */
export function createRuns(
  config: Config,
  log: Logger,
  stop: AbortSignal,
  isOutOfDate: () => Promise<boolean>,
  events: RunsEvents,
): Runs {
  let last: Promise<void> = Promise.resolve();
  let underWay = false;
  let later: NodeJS.Timeout | undefined;
  let queued = 0;
  let giveWay = new AbortController();
  let brokeOffAt: Date | null = null;

  async function run(): Promise<void> {
    await republish();
    if (stop.aborted) return;
    underWay = true;
    events.started();
    try {
      const progress = await runInBackground(config, { sinceYear: config.INGEST_SINCE_YEAR, since: null }, stop, {
        onPublished: events.published,
        onReference: events.referenced,
        onProgress: events.progressed,
      });
      brokeOffAt = null;
      if (progress === null) return;
      await events.ended(progress);
      if (progress.some(({ error }) => error !== null)) again(ASK_AGAIN_MS);
    } catch (error) {
      brokeOffAt = new Date();
      log.error({ err: error, tryAgainMs: TRY_AGAIN_MS }, "a run ended early");
      again(TRY_AGAIN_MS);
    } finally {
      underWay = false;
    }
  }

  async function republish(): Promise<void> {
    try {
      if (stop.aborted || !(await isOutOfDate())) return;
      underWay = true;
      await republishInBackground(config, stop, events.published);
    } catch (error) {
      log.error({ err: error, tryAgainMs: TRY_AGAIN_MS }, "reading again what an older release published ended early");
      clearTimeout(later);
      later = setTimeout(() => void bringUpToDate(), TRY_AGAIN_MS).unref();
    } finally {
      underWay = false;
    }
  }

  /** Reads the scans that the last run left; it does nothing when another run waits. */
  async function readScans(): Promise<void> {
    if (!config.OCR || stop.aborted || queued > 0) return;
    underWay = true;
    giveWay = new AbortController();
    try {
      const progress = await readScansInBackground(config, AbortSignal.any([stop, giveWay.signal]), {
        onPublished: events.published,
        onProgress: events.scanning,
      });
      if (progress !== null && progress.known > 0) await events.scanned(progress);
    } catch (error) {
      log.error({ err: error, tryAgainMs: TRY_AGAIN_MS }, "the reading of scanned reports ended early");
      again(TRY_AGAIN_MS);
    } finally {
      underWay = false;
    }
  }

  function again(afterMs: number): void {
    clearTimeout(later);
    later = setTimeout(() => void poll(), afterMs).unref();
  }

  function poll(): Promise<void> {
    queued += 1;
    giveWay.abort();
    const ended = last.then(() => {
      queued -= 1;
      return run();
    });
    last = ended.then(readScans);
    return ended;
  }

  function bringUpToDate(): Promise<void> {
    last = last.then(republish);
    return last;
  }

  return { poll, bringUpToDate, isUnderWay: () => underWay, brokeOffAt: () => brokeOffAt, idle: () => last };
}
