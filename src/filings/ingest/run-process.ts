/** The child process of one run: everything that fetching, reading and publishing takes is gone from the machine when it ends. */

import { processActivity } from "../../base/activity.ts";
import type { Config } from "../../base/config.ts";
import { LockedError } from "../../base/errors.ts";
import { createLogger, type Logger, outliveReaders } from "../../base/log.ts";
import { leaveParent, tellParent } from "../../base/parent-process.ts";
import { DATA_RELEASE } from "../../domain/data-release.ts";
import { reasonText } from "../../domain/reason.ts";
import { type IngestLock, lockIngest } from "../../store/ingest-lock.ts";
import { openConfiguredStore } from "../../store/open.ts";
import { assembleIngest } from "./assemble.ts";
import { noteOriginals } from "./original-notes.ts";
import { readScans, type ScanProgress } from "./read-scans.ts";
import { type ReparseParts, reparse } from "./reparse.ts";
import { ingestRun, type RunScope, type SourceProgress } from "./run.ts";

export interface RunOrder {
  readonly config: Config;
  readonly work:
    | { readonly kind: "filings"; readonly scope: RunScope }
    | { readonly kind: "scans" }
    | { readonly kind: "release" };
}

/** Messages of a run to the service: something was published, progress, and how it ended. */
export type RunNews =
  /** The run goes on. */
  | { readonly kind: "alive" }
  | { readonly kind: "published" }
  | { readonly kind: "reference" }
  | { readonly kind: "progress"; readonly progress: readonly Readonly<SourceProgress>[] }
  | { readonly kind: "ended"; readonly progress: readonly Readonly<SourceProgress>[] }
  | { readonly kind: "scans"; readonly progress: Readonly<ScanProgress> }
  | { readonly kind: "scans-ended"; readonly progress: Readonly<ScanProgress> }
  | { readonly kind: "release-ended" };

/** Progress is sent this often at most. */
const TELL_EVERY_MS = 100;

/** Interval in milliseconds of these messages while there is progress. */
const SIGN_EVERY_MS = 10_000;
/** A source gives up what does not go on before this; the whole run does so only when even that has not helped. */
const LONGEST_QUIET_MS = 45 * 60_000;

const stop = new AbortController();

outliveReaders(process.stderr);

const tell: (news: RunNews) => void = tellParent;

/** @returns null when another service fills the same database just now: what it publishes is served here too. */
async function lockUnlessFilled(databaseUrl: string | null, log: Logger): Promise<IngestLock | null> {
  try {
    return await lockIngest(databaseUrl, "serve");
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    log.warn({ code: error.code }, error.message);
    return null;
  }
}

/** @returns ends it. */
function giveSigns(): () => void {
  const timer = setInterval(() => {
    if (processActivity.quietMs() < LONGEST_QUIET_MS) tell({ kind: "alive" });
  }, SIGN_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function run({ config, work }: RunOrder): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const lock = await lockUnlessFilled(config.DATABASE_URL, log);
  if (lock === null) return;
  const quiet = giveSigns();
  try {
    await runHolding(lock.lost, { config, work }, log);
  } finally {
    quiet();
    await lock.release();
  }
}

/** @param lost aborted when the right to fill the database is lost. */
async function runHolding(lost: AbortSignal, { config, work }: RunOrder, log: Logger): Promise<void> {
  const store = await openConfiguredStore(config, log);
  const ingest = assembleIngest(config, store, log, {
    onPublished: async () => tell({ kind: "published" }),
    onReference: () => tell({ kind: "reference" }),
  });
  const signal = AbortSignal.any([stop.signal, lost]);
  try {
    if (work.kind === "filings") {
      await noteOriginals(config.DATA_DIR, store.documents);
      const progress = await ingestRun(ingest, work.scope, signal, (latest) => {
        tellNow({ kind: "progress", progress: latest });
      });
      tell({ kind: "ended", progress });
    } else if (work.kind === "release") {
      await republish(ingest, signal);
      tell({ kind: "release-ended" });
    } else {
      const progress = await readScans(ingest, signal, (latest) => tellNow({ kind: "scans", progress: latest }));
      if (progress !== null) tell({ kind: "scans-ended", progress });
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await ingest.close();
    await store.close();
  }
}

let toldAt = 0;

/** Sends a message unless one was sent just now. */
function tellNow(news: RunNews): void {
  if (performance.now() - toldAt < TELL_EVERY_MS) return;
  toldAt = performance.now();
  tell(news);
}

process.on("message", (order: RunOrder | "stop") => {
  if (order === "stop") stop.abort();
  else {
    run(order)
      .catch((error: unknown) => {
        createLogger(order.config.LOG_LEVEL).error({ err: error }, "a run broke off");
        process.exitCode = 1;
      })
      .finally(leaveParent);
  }
});
// Ctrl+C and a service manager's stop reach the whole group; the service says "stop" itself.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// A run must end with the service that holds the data folder; what it has not published is read again.
process.on("disconnect", () => process.exit());

/**
 * Brings what an older release of the rules published up to this one: every stored original is read again, without network and without OCR,
 * and published. The present data is served meanwhile. A process that is ended in the middle starts over the next time and publishes what is
 * left: what was published already comes out the same.
 */
async function republish(parts: ReparseParts, signal: AbortSignal): Promise<void> {
  const { store, log } = parts;
  if ((await store.dataRelease.current()) >= DATA_RELEASE) return;
  if ((await store.reference.politicians()).length === 0) {
    await store.dataRelease.reached(DATA_RELEASE);
    return;
  }
  await reparse(parts, signal, {
    publish: true,
    scans: false,
    onUnread: (filing, reason) =>
      log.warn({ filing, reason: reasonText(reason) }, "a report could not be read again; it stays as it is"),
  });
}
