/** Child process of one run: when it ends, all memory used for fetching, parsing and publishing is freed. */
import { processActivity } from "../../base/activity.ts";
import type { Config } from "../../base/config.ts";
import { LockedError } from "../../base/errors.ts";
import { createLogger, ignoreOutputErrors, type Logger } from "../../base/log.ts";
import { disconnectFromParent, sendToParent } from "../../base/parent-process.ts";
import { DATA_RELEASE } from "../../domain/data-release.ts";
import { formatReason } from "../../domain/reason.ts";
import { type IngestLock, lockIngest } from "../../store/ingest-lock.ts";
import { openConfiguredStore } from "../../store/open.ts";
import { assembleIngest } from "./assemble.ts";
import { writeMissingNotes } from "./original-notes.ts";
import { readScans, type ScanProgress } from "./read-scans.ts";
import { type ReparseParts, reparse } from "./reparse.ts";
import { type RunScope, runIngest, type SourceProgress } from "./run.ts";

export interface RunOrder {
  readonly config: Config;
  readonly work:
    | { readonly kind: "filings"; readonly scope: RunScope }
    | { readonly kind: "scans" }
    | { readonly kind: "release" };
}

export interface RunProgress {
  readonly filings: readonly Readonly<SourceProgress>[];
  readonly scans: Readonly<ScanProgress>;
  readonly release: null;
}

/** Messages from a run to the service: publication, progress, and how the run ended. */
export type RunNews =
  /** `alive`: a heartbeat. */
  | { readonly kind: "alive" | "published" | "reference" }
  | { readonly kind: "progress" | "ended"; readonly progress: RunProgress[keyof RunProgress] };

/** Minimum interval between progress messages. */
const TELL_EVERY_MS = 100;

/** Interval of heartbeats while there is progress. */
const HEARTBEAT_EVERY_MS = 10_000;
/** Time without progress after which heartbeats stop, so that the service kills the run. A source without progress gives up earlier. */
const LONGEST_QUIET_MS = 45 * 60_000;

const stop = new AbortController();

ignoreOutputErrors(process.stderr);

const tell: (news: RunNews) => void = sendToParent;

/** @returns null if another service is filling the same database: that service's publications are served here too. */
async function lockIngestUnlessBusy(databaseUrl: string | null, log: Logger): Promise<IngestLock | null> {
  try {
    return await lockIngest(databaseUrl, "serve");
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    log.warn({ code: error.code }, error.message);
    return null;
  }
}

function startHeartbeats(): () => void {
  const timer = setInterval(() => {
    if (processActivity.getMsSinceProgress() < LONGEST_QUIET_MS) tell({ kind: "alive" });
  }, HEARTBEAT_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function runUnlessBusy({ config, work }: RunOrder): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const lock = await lockIngestUnlessBusy(config.DATABASE_URL, log);
  if (lock === null) return;
  const stopHeartbeats = startHeartbeats();
  try {
    await runWithLock(lock.lost, { config, work }, log);
  } finally {
    stopHeartbeats();
    await lock.release();
  }
}

/** @param lost aborted when the lock on the database is lost. */
async function runWithLock(lost: AbortSignal, { config, work }: RunOrder, log: Logger): Promise<void> {
  const store = await openConfiguredStore(config, log);
  const ingest = assembleIngest(config, store, log, {
    onPublished: async () => tell({ kind: "published" }),
    onReference: () => tell({ kind: "reference" }),
  });
  const signal = AbortSignal.any([stop.signal, lost]);
  try {
    if (work.kind === "filings") {
      await writeMissingNotes(config.DATA_DIR, store.documents);
      tell({ kind: "ended", progress: await runIngest(ingest, work.scope, signal, sendProgress) });
    } else if (work.kind === "release") {
      await republishIfOutdated(ingest, signal);
      tell({ kind: "ended", progress: null });
    } else {
      const progress = await readScans(ingest, signal, sendProgress);
      if (progress !== null) tell({ kind: "ended", progress });
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await ingest.close();
    await store.close();
  }
}

let reportedAt = 0;

function sendProgress(progress: RunProgress[keyof RunProgress]): void {
  if (performance.now() - reportedAt < TELL_EVERY_MS) return;
  reportedAt = performance.now();
  tell({ kind: "progress", progress });
}

process.on("message", (order: RunOrder | "stop") => {
  if (order === "stop") stop.abort();
  else {
    runUnlessBusy(order)
      .catch((error: unknown) => {
        createLogger(order.config.LOG_LEVEL).error({ err: error }, "a run failed");
        process.exitCode = 1;
      })
      .finally(disconnectFromParent);
  }
});
// Ctrl+C and a service manager's stop reach the whole process group. Ignore them here: the service sends "stop".
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// If the service that owns the data folder exits, the run must exit too. Unpublished results are parsed again later.
process.on("disconnect", () => process.exit());

// Upgrades data that was published with an older release of the rules (`DATA_RELEASE`). Parses every stored original again,
// without network and without OCR, and publishes the results. The current data is served meanwhile. If the process is killed
// midway, the next process starts again from the first report. Publishing a report again gives the same result.
async function republishIfOutdated(parts: ReparseParts, signal: AbortSignal): Promise<void> {
  const { store, log } = parts;
  if ((await store.dataRelease.read()) >= DATA_RELEASE) return;
  if ((await store.reference.listPoliticians()).length === 0) {
    await store.dataRelease.markReached(DATA_RELEASE);
    return;
  }
  await reparse(parts, signal, {
    publish: true,
    scans: false,
    onUnread: (filing, reason) =>
      log.warn({ filing, reason: formatReason(reason) }, "re-reading a report failed, so its data is unchanged"),
  });
}
