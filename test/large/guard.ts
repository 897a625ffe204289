/**
 * Detects work that blocks the loop of a watched process, or grows its memory, beyond the limits. It judges processor time, which other processes do
 * not increase, scaled by how long a known amount of work takes on a slower or shared processor. Work beyond a limit
 * is repeated, and counts only if it exceeds the limit every time.
 */
import { type LoopMeasurement, MAX_GROWN_BYTES, USUAL_CALIBRATION_MS } from "./loop-watch.ts";
import type { Watched } from "./watched.ts";

const MAX_BUSY_MS = 50;
/** A wait without processor time (for a lock or a process) gets a higher limit, because any other process may cause it. */
const MAX_STALLED_MS = 400;
const TRIES = 4;

/** The lowest value of each measure over all tries. */
export interface Measured extends LoopMeasurement {
  readonly tries: number;
}

export function mergeLowest(
  measured: Measured | undefined,
  { busyMs, stalledMs, grownBytes }: LoopMeasurement,
): Measured {
  if (measured === undefined) return { busyMs, stalledMs, grownBytes, tries: 1 };
  return {
    busyMs: Math.min(measured.busyMs, busyMs),
    stalledMs: Math.min(measured.stalledMs, stalledMs),
    grownBytes: Math.min(measured.grownBytes, grownBytes),
    tries: measured.tries + 1,
  };
}

export function exceedsLimits({ busyMs, stalledMs, grownBytes }: LoopMeasurement): boolean {
  return busyMs > MAX_BUSY_MS || stalledMs > MAX_STALLED_MS || grownBytes > MAX_GROWN_BYTES;
}

/** One try; processor time is converted to that of the reference processor. */
export async function measure(watched: Watched, work: () => Promise<unknown>): Promise<LoopMeasurement> {
  const before = await watched.measure(work);
  if (before.busyMs <= MAX_BUSY_MS) return before;
  const slowness = Math.max(1, (await watched.measureCalibrationMs()) / USUAL_CALIBRATION_MS);
  return { ...before, busyMs: before.busyMs / slowness };
}

/** @param work is repeated while it exceeds a limit. */
export async function measureRepeatedly(
  watched: Watched,
  work: (attempt: number) => Promise<unknown>,
  { tries = TRIES }: { readonly tries?: number } = {},
): Promise<Measured> {
  let least: Measured | undefined;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    least = mergeLowest(least, await measure(watched, () => work(attempt)));
    if (!exceedsLimits(least)) break;
  }
  if (least === undefined) throw new RangeError("at least one try is needed");
  return least;
}

export function describeMeasured(what: string, { busyMs, stalledMs, grownBytes, tries }: Measured): string {
  const megabytes = (grownBytes / 1024 / 1024).toFixed(0);
  return `${what}: one turn took ${busyMs.toFixed(0)} ms of processor time (${stalledMs.toFixed(0)} ms by the clock), memory grew by ${megabytes} MB, lowest values of ${tries} tries`;
}
