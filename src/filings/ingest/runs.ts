import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { readScansInBackground, republishInBackground, runInBackground } from "./background-run.ts";
import type { ScanProgress } from "./read-scans.ts";
import type { SourceProgress } from "./run.ts";
import { nextRunAfter } from "./schedule.ts";

interface RunsEvents {
  started(): void;
  progressed(progress: readonly Readonly<SourceProgress>[]): void;
  /** Something was published. */
  published(): void;
  /** The members and tickers that a run reads against are stored. */
  referenced(): void;
  /**
   * Awaited before the run counts as ended. Not called for a run that was stopped or ended early.
   * @param askedAgainAt when the sources are asked again because one of them failed; null when the daily schedule is enough.
   */
  ended(progress: readonly Readonly<SourceProgress>[], askedAgainAt: Date | null): Promise<void>;
  scanning(progress: Readonly<ScanProgress>): void;
  /** Awaited before the next run begins. Called once no scanned report waits any more, when one did. */
  scanned(progress: Readonly<ScanProgress>): Promise<void>;
}

/** A run that ended early (a full disk, a database that went away) is not waited for until the next day. */
const TRY_AGAIN_MS = 10 * 60_000;
/** A source that failed is not waited for until the next day. It is left out for an hour (`LEFT_ALONE_MS` in `source-run.ts`); a run within that hour would not ask it. */
const ASK_AGAIN_MS = 65 * 60_000;
/** While nothing at all can be reached, as on a laptop that is offline, the pause begins with this and doubles up to the hour. */
const UNREACHED_PAUSE_MS = 60_000;

interface RunsParts {
  readonly config: Config;
  readonly log: Logger;
  /** Ends the run under way, and no other begins. */
  readonly stop: AbortSignal;
  /** True if an older release published the present data. */
  readonly isOutOfDate: () => Promise<boolean>;
  /** True if no source could be reached since then. */
  readonly isUnreached: (since: Date) => Promise<boolean>;
  readonly events: RunsEvents;
}

/** The runs of a service, each in a process of its own and never two at a time. */
export class Runs {
  readonly #parts: RunsParts;
  #last: Promise<void> = Promise.resolve();
  #isUnderWay = false;
  #later: NodeJS.Timeout | undefined;
  /** When `#later` begins a run. */
  #laterAt: Date | null = null;
  #queued = 0;
  /** Runs that wait or are under way. */
  #asked = 0;
  #giveWay = new AbortController();
  #brokeOffAt: Date | null = null;
  /** Runs one after the other in which nothing could be reached. */
  #unreachedRuns = 0;

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /**
   * One more run, after the one under way if there is one. Resolves when it has ended, well or not. The reading of scanned reports gives way to it
   * and goes on afterwards, with the page where it was.
   */
  poll(): Promise<void> {
    return this.#queue(false);
  }

  #queue(newsOnly: boolean): Promise<void> {
    this.#asked += 1;
    this.#queued += 1;
    this.#giveWay.abort();
    const ended = this.#last.then(async () => {
      this.#queued -= 1;
      await (newsOnly ? this.#lookForNews() : this.#run());
      this.#asked -= 1;
    });
    this.#last = ended.then(() => this.#readScans());
    return ended;
  }

  /** A check for new filings; nothing while a run waits or is under way, which checks for them too. Resolves when it has ended. */
  async look(): Promise<void> {
    if (this.#asked === 0) await this.#queue(true);
  }

  /** Has what an older release published read again, if any is; every run begins with that too. Resolves when it has ended. */
  bringUpToDate(): Promise<void> {
    this.#last = this.#last.then(() => this.#republish());
    return this.#last;
  }

  isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Start of the next run that asks every source, unless something is done before; null where this service fetches nothing. */
  nextAt(now = new Date()): Date | null {
    const { INGEST, INGEST_AT } = this.#parts.config;
    if (!INGEST) return null;
    const daily = nextRunAfter(now, INGEST_AT);
    return this.#laterAt !== null && this.#laterAt < daily ? this.#laterAt : daily;
  }

  /** Time at which the last run broke off; null when it ended well or none has ended yet. */
  brokeOffAt(): Date | null {
    return this.#brokeOffAt;
  }

  /** Resolves when no run is under way. */
  idle(): Promise<void> {
    return this.#last;
  }

  async #run(): Promise<void> {
    const { config, stop, log, events } = this.#parts;
    await this.#republish();
    if (stop.aborted) return;
    this.#isUnderWay = true;
    clearTimeout(this.#later);
    this.#laterAt = null;
    const startedAt = new Date();
    events.started();
    try {
      const progress = await runInBackground(config, { sinceYear: config.INGEST_SINCE_YEAR, since: null }, stop, {
        onPublished: events.published,
        onReference: events.referenced,
        onProgress: events.progressed,
      });
      this.#brokeOffAt = null;
      if (progress === null) return;
      const pauseMs = progress.some(({ error }) => error !== null) ? await this.#pauseAfterFailure(startedAt) : null;
      if (pauseMs !== null) this.#again(pauseMs);
      await events.ended(progress, pauseMs === null ? null : new Date(Date.now() + pauseMs));
    } catch (error) {
      this.#brokeOffAt = new Date();
      log.error({ err: error, tryAgainMs: TRY_AGAIN_MS }, "a run ended early");
      this.#again(TRY_AGAIN_MS);
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** Logs only what it found: a line every quarter of an hour would be noise. What it could not do is left to the next. */
  async #lookForNews(): Promise<void> {
    const { config, stop, log, events } = this.#parts;
    await this.#republish();
    if (stop.aborted) return;
    this.#isUnderWay = true;
    try {
      const scope = { sinceYear: config.INGEST_SINCE_YEAR, since: null, newsOnly: true };
      const progress = await runInBackground(config, scope, stop, {
        onPublished: events.published,
        onReference: events.referenced,
        onProgress: () => {},
      });
      if (progress?.some(({ done }) => done > 0)) await events.ended(progress, this.#laterAt);
    } catch (error) {
      log.error({ err: error }, "a look for new filings ended early");
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #republish(): Promise<void> {
    const { config, stop, log, events, isOutOfDate } = this.#parts;
    try {
      if (stop.aborted || !(await isOutOfDate())) return;
      this.#isUnderWay = true;
      await republishInBackground(config, stop, events.published);
    } catch (error) {
      log.error({ err: error, tryAgainMs: TRY_AGAIN_MS }, "reading again what an older release published ended early");
      clearTimeout(this.#later);
      this.#laterAt = null;
      this.#later = setTimeout(() => void this.bringUpToDate(), TRY_AGAIN_MS).unref();
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** Reads the scans that the last run left; it does nothing when another run waits. */
  async #readScans(): Promise<void> {
    const { config, stop, log, events } = this.#parts;
    if (!config.OCR || stop.aborted || this.#queued > 0) return;
    this.#isUnderWay = true;
    this.#giveWay = new AbortController();
    try {
      const progress = await readScansInBackground(config, AbortSignal.any([stop, this.#giveWay.signal]), {
        onPublished: events.published,
        onProgress: events.scanning,
      });
      if (progress !== null && progress.known > 0) await events.scanned(progress);
    } catch (error) {
      log.error({ err: error, tryAgainMs: TRY_AGAIN_MS }, "the reading of scanned reports ended early");
      this.#again(TRY_AGAIN_MS);
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #pauseAfterFailure(startedAt: Date): Promise<number> {
    this.#unreachedRuns = (await this.#parts.isUnreached(startedAt)) ? this.#unreachedRuns + 1 : 0;
    return pauseAfterFailure(this.#unreachedRuns);
  }

  #again(afterMs: number): void {
    clearTimeout(this.#later);
    this.#laterAt = new Date(Date.now() + afterMs);
    this.#later = setTimeout(() => void this.poll(), afterMs).unref();
  }
}

/** Milliseconds until sources that failed are asked again. @param unreachedRuns runs one after the other in which nothing at all could be reached. */
export function pauseAfterFailure(unreachedRuns: number): number {
  if (unreachedRuns === 0) return ASK_AGAIN_MS;
  return Math.min(UNREACHED_PAUSE_MS * 2 ** (unreachedRuns - 1), ASK_AGAIN_MS);
}
