/** Tracks what a task is waiting for, so that long waits can be reported and endless ones stopped. */
import { AsyncLocalStorage } from "node:async_hooks";
import { SourceError } from "./errors.ts";

export class Activity {
  readonly #steps = new Set<{ readonly what: string; readonly since: number }>();
  #lastProgress = performance.now();

  /** The running step that began first, with its duration in seconds; null while no step is running. */
  findLongestWait(): { readonly what: string; readonly seconds: number } | null {
    const [oldest] = this.#steps;
    return oldest ? { what: oldest.what, seconds: Math.round((performance.now() - oldest.since) / 1000) } : null;
  }

  /** Milliseconds since a step last began, ended or reported progress. */
  getMsSinceProgress(): number {
    return performance.now() - this.#lastProgress;
  }

  recordProgress(): void {
    this.#lastProgress = performance.now();
  }

  async runStep<T>(what: string, work: () => Promise<T>): Promise<T> {
    const step = { what, since: performance.now() };
    this.#steps.add(step);
    this.recordProgress();
    try {
      return await work();
    } finally {
      this.#steps.delete(step);
      this.recordProgress();
    }
  }
}

/** Every step that this process is waiting for. */
export const processActivity = new Activity();

const current = new AsyncLocalStorage<Activity>();

/** Runs a step and records it in the current activity and in the activity of the process. */
export function runStep<T>(what: string, work: () => Promise<T>): Promise<T> {
  const activity = current.getStore();
  return processActivity.runStep(what, () => (activity ? activity.runStep(what, work) : work()));
}

/** Returns a function that records progress in the current activity, even if another async context later calls the function. */
export function createProgressRecorder(): () => void {
  const activity = current.getStore();
  return () => {
    processActivity.recordProgress();
    activity?.recordProgress();
  };
}

/** Number of progress checks per `patienceMs`. */
const CHECKS = 20;

/**
 * Runs an activity's task. If the activity makes no progress for `patienceMs`, aborts the task's signal and ignores its result.
 * @throws {SourceError} `no_progress`, naming what the task was waiting for; any error of the task.
 */
export function runWithStallTimeout<T>(
  activity: Activity,
  patienceMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  activity.recordProgress();
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (activity.getMsSinceProgress() < patienceMs) return;
      const what = activity.findLongestWait()?.what ?? "an unknown operation";
      const error = new SourceError(
        "no_progress",
        `No progress for ${Math.round(patienceMs / 1000)} s while waiting for ${what}; abandoned for this run.`,
      );
      reject(error);
      stop.abort(error);
    }, patienceMs / CHECKS);
    current
      .run(activity, () => work(AbortSignal.any([signal, stop.signal])))
      .then(resolve, reject)
      .finally(() => clearInterval(timer));
    stop.signal.addEventListener("abort", () => clearInterval(timer));
  });
}
