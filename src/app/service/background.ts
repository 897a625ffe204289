import { type Config, fillsDatabase } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { Runs } from "../../filings/ingest/runs.ts";
import { isWorkingHour, SYSTEM_CLOCK, scheduleChecks, scheduleDaily } from "../../filings/ingest/schedule.ts";
import type { CoverageHolder } from "../../publication/dataset/coverage-holder.ts";
import type { createDataMeters } from "../../publication/dataset/meters.ts";
import type { Store } from "../../store/store.ts";
import type { PublishedData } from "./published-data.ts";
import type { trackReadiness } from "./readiness.ts";
import type { ServedStore } from "./served-store.ts";

// Milliseconds between checks whether another process, such as `approve`, has published data. Imports of filings in this process
// need no such check, because they announce what they publish.
const LOOK_EVERY_MS = 1_000;
/** Interval in milliseconds for querying the database for readiness, coverage and metrics. */
const REFRESH_EVERY_MS = 2_000;
/** Milliseconds between checks whether the published returns must be rebuilt because stored prices have changed. */
const RETURNS_EVERY_MS = 3_600_000;
/** Milliseconds for which events and e-mails are stored. */
const EVENT_RETENTION_MS = 30 * 86_400_000;

interface BackgroundParts {
  readonly served: ServedStore;
  readonly published: PublishedData;
  readonly readiness: Awaited<ReturnType<typeof trackReadiness>>;
  readonly coverage: CoverageHolder;
  readonly dataMeters: ReturnType<typeof createDataMeters>;
  readonly runs: Runs;
}

/** Starts the background work. @returns functions that each stop a part of it. */
export function startBackgroundTasks(config: Config, log: Logger, parts: BackgroundParts): readonly (() => void)[] {
  const { served, published, readiness, coverage, dataMeters, runs } = parts;
  void published.archiveNewestVersion();
  void dataMeters.refresh().catch(published.logFailure);
  if (fillsDatabase(config)) void served.runWhenOpen(async () => void runs.reparseOldData());
  return [
    scheduleDaily(SYSTEM_CLOCK, config.INGEST_AT, () => pruneEventsAndMails(served.store, log)),
    repeatEvery(LOOK_EVERY_MS, () => {
      void served.retryIfDown();
      // During a run, serve new versions without archiving them. When the run ends, only the last version is archived.
      if (!runs.isUnderWay() && published.mayArchive()) void published.archiveNewestVersion();
      else void published.serveNewestVersion();
    }),
    repeatEvery(REFRESH_EVERY_MS, () => {
      void readiness.refresh().catch(published.logFailure);
      void coverage.refresh().catch(published.logFailure);
      void dataMeters.refresh().catch(published.logFailure);
    }),
    repeatEvery(RETURNS_EVERY_MS, () => void published.updateFilesForReturns().catch(published.logFailure)),
    ...(config.INGEST ? [...scheduleRuns(config, runs)] : []),
  ];
}

/** Schedules the daily run, and the checks for new filings between runs. Yields functions that stop them. */
function* scheduleRuns({ INGEST_AT, INGEST_EVERY }: Config, runs: Runs): Generator<() => void> {
  yield scheduleDaily(SYSTEM_CLOCK, INGEST_AT, () => runs.queueRun());
  const { workingHoursMs, otherwiseMs } = INGEST_EVERY;
  const getPauseMs = (now: Date) => (isWorkingHour(now) ? workingHoursMs : otherwiseMs);
  yield scheduleChecks(SYSTEM_CLOCK, getPauseMs, () => runs.checkForNewFilings());
}

async function pruneEventsAndMails({ events, emails }: Pick<Store, "events" | "emails">, log: Logger): Promise<void> {
  try {
    const before = new Date(Date.now() - EVENT_RETENTION_MS);
    const pruned = await events.prune(before);
    const mails = await emails.prune(before);
    if (pruned + mails > 0) log.info({ pruned, mails }, "events and mails older than 30 days were removed");
  } catch (error) {
    log.error({ err: error }, "old events and mails could not be removed");
  }
}

function repeatEvery(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}
