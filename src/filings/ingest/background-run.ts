import { type ChildProcess, fork } from "node:child_process";
import { waitForEnd } from "../../base/child-end.ts";
import type { Config } from "../../base/config.ts";
import { AppError } from "../../base/errors.ts";
import { getModulePath } from "../../base/module-path.ts";
import type { ScanProgress } from "./read-scans.ts";
import type { OnProgress, RunScope, SourceProgress } from "./run.ts";
import type { RunNews, RunOrder } from "./run-process.ts";

interface RunEvents {
  onPublished(): void;
  onReference(): void;
  readonly onProgress: OnProgress;
}

interface ScanEvents {
  onPublished(): void;
  onProgress(progress: Readonly<ScanProgress>): void;
}

/** A run that does not stop when requested is killed after this time; nothing is lost. */
const STOP_WITHIN_MS = 5_000;

/**
 * Runs once in a separate process, while the service keeps answering.
 * @returns null if it was stopped. @throws {AppError} `run_ended_early` if the process ended before the run did.
 */
export async function runInBackground(
  config: Config,
  scope: RunScope,
  signal: AbortSignal,
  events: RunEvents,
): Promise<readonly Readonly<SourceProgress>[] | null> {
  let ended: readonly Readonly<SourceProgress>[] | null = null;
  const finished = await runInProcess({ config, work: { kind: "filings", scope } }, signal, (news) => {
    if (news.kind === "published") events.onPublished();
    else if (news.kind === "reference") events.onReference();
    else if (news.kind === "progress") events.onProgress(news.progress);
    else if (news.kind === "ended") ended = news.progress;
    return ended !== null;
  });
  return finished ? ended : null;
}

/**
 * Reads pending scanned reports in a separate process.
 * @returns the progress; null if it was stopped. @throws {AppError} `run_ended_early`.
 */
export async function readScansInBackground(
  config: Config,
  signal: AbortSignal,
  events: ScanEvents,
): Promise<Readonly<ScanProgress> | null> {
  let ended: Readonly<ScanProgress> | null = null;
  const finished = await runInProcess({ config, work: { kind: "scans" } }, signal, (news) => {
    if (news.kind === "published") events.onPublished();
    else if (news.kind === "scans") events.onProgress(news.progress);
    else if (news.kind === "scans-ended") ended = news.progress;
    return ended !== null;
  });
  return finished ? ended : null;
}

/**
 * Reparses and republishes data of an older release in a separate process.
 * @returns false if it was stopped. @throws {AppError} `run_ended_early`.
 */
export function republishInBackground(config: Config, signal: AbortSignal, onPublished: () => void): Promise<boolean> {
  return runInProcess({ config, work: { kind: "release" } }, signal, (news) => {
    if (news.kind === "published") onPublished();
    return news.kind === "release-ended";
  });
}

/**
 * A process that sends no heartbeat during this many checks is stuck: a running one sends one every ten seconds. Counting checks instead of time
 * keeps a machine that was asleep from killing it.
 */
const LOOK_EVERY_MS = 15_000;
const LOOKS_WITHOUT_SIGN = 20;

/** @param onNews returns whether the work is finished. @returns false if it was stopped before that. */
function runInProcess(order: RunOrder, signal: AbortSignal, onNews: (news: RunNews) => boolean): Promise<boolean> {
  const child = fork(getModulePath(import.meta.filename, "run-process"), [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send(order);
  return followProcess(child, signal, onNews);
}

/** Follows a run's process until it ends, and kills it if its heartbeats stop. @throws {AppError} `run_stuck`, `run_ended_early`. */
export async function followProcess(
  child: ChildProcess,
  signal: AbortSignal,
  onNews: (news: RunNews) => boolean,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<boolean> {
  let ended = false;
  let quietLooks = 0;
  let stuck = false;
  const watch = setInterval(() => {
    quietLooks += 1;
    if (quietLooks <= LOOKS_WITHOUT_SIGN) return;
    stuck = true;
    child.kill("SIGKILL");
  }, lookEveryMs);
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    if (child.connected) child.send("stop" satisfies RunOrder | "stop");
    kill = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  };
  child.on("message", (news: RunNews) => {
    quietLooks = 0;
    if (news.kind !== "alive") ended = onNews(news);
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const { why } = await waitForEnd(child);
  clearTimeout(kill);
  clearInterval(watch);
  signal.removeEventListener("abort", stop);
  if (ended) return true;
  if (signal.aborted) return false;
  if (stuck) {
    const seconds = Math.round((LOOKS_WITHOUT_SIGN * lookEveryMs) / 1000);
    throw new AppError(
      "run_stuck",
      `The run's process did not respond for ${seconds} s and was stopped; it will be retried.`,
    );
  }
  throw new AppError("run_ended_early", `The run's process exited unexpectedly (${why}).`);
}
