import type { Activity } from "../../base/activity.ts";
import type { Logger } from "../../base/log.ts";

const EACH_MS = 60_000;

/**
 * Reports each minute what a source is waiting for, once it has waited that long.
 * @param tell receives the event, `GET https://... for 61 s`, and null when the source continues. @returns a function that stops reporting.
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
    const waits = waiting !== null && waiting.seconds * 1000 >= EACH_MS;
    if (waits) log.info({ source, waitingFor: waiting.what, seconds: waiting.seconds }, "a run is waiting");
    if (waits || isReported) tell(waits ? `has waited ${waiting.seconds} s for ${waiting.what}` : null);
    isReported = waits;
  }, EACH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
