import type { Activity } from "../../base/activity.ts";
import type { Logger } from "../../base/log.ts";

const REPORT_EVERY_MS = 60_000;

/**
 * Reports every minute what a source is waiting for, once the source has waited for a minute.
 * @param tell receives `has waited 61 s for GET https://...`, and null after the wait. @returns a function that stops reporting.
 */
export function reportWaits(
  activity: Activity,
  source: string,
  log: Logger,
  tell: (waitingFor: string | null) => void = () => {},
): () => void {
  let isReported = false;
  const timer = setInterval(() => {
    const waiting = activity.findLongestWait();
    const isWaiting = waiting !== null && waiting.seconds * 1000 >= REPORT_EVERY_MS;
    if (isWaiting) log.info({ source, waitingFor: waiting.what, seconds: waiting.seconds }, "a run is waiting");
    if (isWaiting || isReported) tell(isWaiting ? `has waited ${waiting.seconds} s for ${waiting.what}` : null);
    isReported = isWaiting;
  }, REPORT_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
