/**
 * Detects work that blocks the loop of a watched process, or grows its memory, beyond the limits. It judges processor time, which other processes do
 * not increase, scaled by how long a known amount of work takes on a slower or shared processor. Work beyond a limit
 * is repeated, and counts only if it exceeds the limit every time.
 */
import { GROWN_BYTES, type Held, USUAL_CALIBRATION_MS } from "./loop-watch.ts";
import type { Watched } from "./watched.ts";

const HELD_MS = 50;
/** A wait without processor time (for a lock or a process) gets a higher limit, because any other process may cause it. */
const STOOD_MS = 400;
const TRIES = 4;

/** The lowest value of each measure over all tries. */
export interface Measured extends Held {
  readonly tries: number;
}

export function leastOf(measured: Measured | undefined, { busyMs, stoodMs, grownBytes }: Held): Measured {
  if (measured === undefined) return { busyMs, stoodMs, grownBytes, tries: 1 };
  return {
    busyMs: Math.min(measured.busyMs, busyMs),
    stoodMs: Math.min(measured.stoodMs, stoodMs),
    grownBytes: Math.min(measured.grownBytes, grownBytes),
    tries: measured.tries + 1,
  };
}

export function isBeyond({ busyMs, stoodMs, grownBytes }: Held): boolean {
  return busyMs > HELD_MS || stoodMs > STOOD_MS || grownBytes > GROWN_BYTES;
}

/** One try; processor time is converted to that of the reference processor. */
export async function measure(watched: Watched, work: () => Promise<unknown>): Promise<Held> {
  const before = await watched.held(work);
  if (before.busyMs <= HELD_MS) return before;
  const slowness = Math.max(1, (await watched.calibrationMs()) / USUAL_CALIBRATION_MS);
  return { ...before, busyMs: before.busyMs / slowness };
}

/** @param work is repeated while it exceeds a limit. */
export async function measureAgain(
  watched: Watched,
  work: (attempt: number) => Promise<unknown>,
  { tries = TRIES }: { readonly tries?: number } = {},
): Promise<Measured> {
  let least: Measured | undefined;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    least = leastOf(least, await measure(watched, () => work(attempt)));
    if (!isBeyond(least)) break;
  }
  if (least === undefined) throw new RangeError("at least one try is needed");
  return least;
}

export function sentence(what: string, { busyMs, stoodMs, grownBytes, tries }: Measured): string {
  const megabytes = (grownBytes / 1024 / 1024).toFixed(0);
  return `${what}: one turn took ${busyMs.toFixed(0)} ms of processor time (${stoodMs.toFixed(0)} ms by the clock), memory grew by ${megabytes} MB, at the least of ${tries} tries`;
}
