import { type ChildProcess, fork } from "node:child_process";
import { waitForEnd } from "../../base/child-end.ts";
import type { Config } from "../../base/config.ts";
import { AppError } from "../../base/errors.ts";
import { getModulePath } from "../../base/module-path.ts";
import type { RunNews, RunOrder, RunProgress } from "./run-process.ts";

interface RunEvents<Progress> {
  onPublished(): void;
  onReference?(): void;
  onProgress?(progress: Progress): void;
}

/** A run that does not stop on request is killed after this time; the next run parses its unpublished documents again. */
const STOP_WITHIN_MS = 5_000;

/** Interval of the checks for heartbeats, which a running process sends every ten seconds. */
const CHECK_EVERY_MS = 15_000;
/** Consecutive checks without a heartbeat after which the process is killed; time in which the machine sleeps does not count. */
const MAX_SILENT_CHECKS = 20;

/**
 * Performs one run in a separate process, while the service keeps answering. @returns the run's final progress; null if it was stopped.
 * @throws {AppError} `run_stuck`, `run_ended_early`.
 */
export async function runInBackground<Kind extends keyof RunProgress>(
  config: Config,
  work: RunOrder["work"] & { readonly kind: Kind },
  signal: AbortSignal,
  events: RunEvents<RunProgress[Kind]>,
): Promise<RunProgress[Kind] | null> {
  const child = fork(getModulePath(import.meta.filename, "run-process"), [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send({ config, work } satisfies RunOrder);
  let last: RunProgress[Kind] | null = null;
  const isFinished = await followProcess(child, signal, (news) => {
    if (news.kind === "published") events.onPublished();
    else if (news.kind === "reference") events.onReference?.();
    else if ("progress" in news) {
      last = news.progress as RunProgress[Kind];
      if (news.kind === "progress") events.onProgress?.(last);
    }
    return news.kind === "ended";
  });
  return isFinished ? last : null;
}

/**
 * Follows a run's process until it ends, and kills it if its heartbeats stop. @param onNews returns whether the run has ended.
 * @returns false if the signal stopped the run. @throws {AppError} `run_stuck`, `run_ended_early`.
 */
export async function followProcess(
  child: ChildProcess,
  signal: AbortSignal,
  onNews: (news: RunNews) => boolean,
  lookEveryMs = CHECK_EVERY_MS,
): Promise<boolean> {
  let ended = false;
  let silentChecks = 0;
  let stuck = false;
  const watch = setInterval(() => {
    silentChecks += 1;
    if (silentChecks <= MAX_SILENT_CHECKS) return;
    stuck = true;
    child.kill("SIGKILL");
  }, lookEveryMs);
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    if (child.connected) child.send("stop" satisfies RunOrder | "stop");
    kill = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  };
  child.on("message", (news: RunNews) => {
    silentChecks = 0;
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
    const seconds = Math.round((MAX_SILENT_CHECKS * lookEveryMs) / 1000);
    throw new AppError(
      "run_stuck",
      `The run's process did not respond for ${seconds} s and was stopped; it will be retried.`,
    );
  }
  throw new AppError("run_ended_early", `The run's process exited unexpectedly (${why}).`);
}
