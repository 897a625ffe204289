/** Tracks what a piece of work is waiting for, so that a wait can be reported and one without end be stopped. */
import { AsyncLocalStorage } from "node:async_hooks";
import { SourceError } from "./errors.ts";

export class Activity {
  readonly #steps = new Set<{ readonly what: string; readonly since: number }>();
  #lastSign = performance.now();

  /** The longest current wait and its seconds; null between two steps. */
  waiting(): { readonly what: string; readonly seconds: number } | null {
    const [oldest] = this.#steps;
    return oldest ? { what: oldest.what, seconds: Math.round((performance.now() - oldest.since) / 1000) } : null;
  }

  /** Milliseconds since a step last began or ended. */
  quietMs(): number {
    return performance.now() - this.#lastSign;
  }

  sign(): void {
    this.#lastSign = performance.now();
  }

  async step<T>(what: string, work: () => Promise<T>): Promise<T> {
    const step = { what, since: performance.now() };
    this.#steps.add(step);
    this.sign();
    try {
      return await work();
    } finally {
      this.#steps.delete(step);
      this.sign();
    }
  }
}

/** Everything that this process is about. */
export const processActivity = new Activity();

const current = new AsyncLocalStorage<Activity>();

/** Notes a step in the activity that it is part of, and in that of the process. */
export function during<T>(what: string, work: () => Promise<T>): Promise<T> {
  const activity = current.getStore();
  return processActivity.step(what, () => (activity ? activity.step(what, work) : work()));
}

/** Notes that a step goes on: another attempt, a piece of it. @returns to be called where the step was begun. */
export function signsOfThisStep(): () => void {
  const activity = current.getStore();
  return () => {
    processActivity.sign();
    activity?.sign();
  };
}

/** Number of checks for progress within the limit. */
const LOOKS = 20;

/**
 * Does a piece of work as part of an activity, and gives it up when no step of it begins or ends for `patienceMs`: its signal is aborted,
 * and its later result is ignored.
 * @throws {SourceError} `no_progress`, naming what was waited for; what the work throws.
 */
export function watched<T>(
  activity: Activity,
  patienceMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  activity.sign();
  return new Promise((resolve, reject) => {
    const look = setInterval(() => {
      if (activity.quietMs() < patienceMs) return;
      const what = activity.waiting()?.what ?? "nothing that is known";
      const error = new SourceError(
        "no_progress",
        `Nothing went on for ${Math.round(patienceMs / 1000)} s, while it waited for ${what}; it is given up for this time.`,
      );
      reject(error);
      stop.abort(error);
    }, patienceMs / LOOKS);
    current
      .run(activity, () => work(AbortSignal.any([signal, stop.signal])))
      .then(resolve, reject)
      .finally(() => clearInterval(look));
    stop.signal.addEventListener("abort", () => clearInterval(look));
  });
}
