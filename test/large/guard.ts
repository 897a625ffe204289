/**
 * Finds what holds the loop of a watched process, or makes it grow, beyond the bounds. Processor time is judged, which another process does not
 * add to, and on a processor that is slower than the usual one, or shared, by as much more as a known amount of work takes there. What is beyond a bound
 * is asked again, and only what is beyond it each time is a finding.
 */
import { GROWN_BYTES, type Held, USUAL_CALIBRATION_MS } from "./loop-watch.ts";
import type { Watched } from "./watched.ts";

const HELD_MS = 50;
/** A wait that takes no processor time (a lock, a process that is waited for) is judged more leniently, since any other process may cause it. */
const STOOD_MS = 400;
const TRIES = 4;

/** The least of each measure over all tries. */
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

/** One try; its processor time is that of the usual processor. */
export async function measure(watched: Watched, work: () => Promise<unknown>): Promise<Held> {
  const before = await watched.held(work);
  if (before.busyMs <= HELD_MS) return before;
  const slowness = Math.max(1, (await watched.calibrationMs()) / USUAL_CALIBRATION_MS);
  return { ...before, busyMs: before.busyMs / slowness };
}

/** @param work is done again while it is beyond a bound. */
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
