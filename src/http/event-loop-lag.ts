/**
 * Measures how long our own work blocked the event loop: the lag, counting only the processor time that the thread used during it. Requests that
 * arrived meanwhile are shed instead of being answered late, one by one. A process that was stopped, or lost its processor to another, has no backlog
 * and answers what waited.
 */
import type { Limits } from "./limits.ts";

export interface LoopWatch {
  /** Forgets earlier lags: those of the startup delayed no requests. */
  begin(): void;
  /** True if the loop was blocked for a while and the backlog is still being worked off. */
  isLoopBehind(): boolean;
  /** Same as `isBehind`, after a lag that was too long. */
  isOverloaded(): boolean;
  /** True if the loop was blocked for too long within the last seconds. */
  wasBlocked(): boolean;
  /** How many of the last `ms` milliseconds the thread worked; all of them if `ms` is very short. */
  getWorkedMs(ms: number): number;
  stop(): void;
}

const LOOK_EVERY_MS = 50;
/** Time in milliseconds needed to read the requests that waited at the sockets. */
const WORK_OFF_MS = 250;
const SHAKEN_MS = 5000;

/** Processor time used by the calling thread, in milliseconds. */
export function readThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * @param lags milliseconds of lag from which the loop counts as behind, and as overloaded.
 * @param readClockMs monotonic milliseconds.
 * @param readCpuMs processor time of the loop's thread in milliseconds: other threads do not block it.
 */
export function watchLoop(
  { behindLagMs, overloadLagMs }: Pick<Limits, "behindLagMs" | "overloadLagMs">,
  readClockMs: () => number,
  readCpuMs: () => number,
): LoopWatch {
  const leastLagMs = Math.min(behindLagMs, overloadLagMs);
  let lookedAt = readClockMs();
  let cpuAt = readCpuMs();
  let behindAt = Number.NEGATIVE_INFINITY;
  let heldUpAt = Number.NEGATIVE_INFINITY;
  // Every request calls this too, since sockets may be read before the timer fires.
  const measureLag = () => {
    const now = readClockMs();
    const wallLagMs = now - lookedAt - LOOK_EVERY_MS;
    if (wallLagMs < leastLagMs) return now;
    const lagMs = Math.min(wallLagMs, readCpuMs() - cpuAt);
    if (lagMs >= leastLagMs) behindAt = now;
    if (lagMs >= overloadLagMs) heldUpAt = now;
    return now;
  };
  const timer = setInterval(() => {
    lookedAt = measureLag();
    cpuAt = readCpuMs();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    begin() {
      lookedAt = readClockMs();
      cpuAt = readCpuMs();
      behindAt = Number.NEGATIVE_INFINITY;
      heldUpAt = Number.NEGATIVE_INFINITY;
    },
    isLoopBehind: () => measureLag() - behindAt < WORK_OFF_MS,
    isOverloaded: () => measureLag() - heldUpAt < WORK_OFF_MS,
    wasBlocked: () => measureLag() - heldUpAt < SHAKEN_MS,
    getWorkedMs: (ms) => (ms < LOOK_EVERY_MS ? ms : Math.min(ms, readCpuMs() - cpuAt)),
    stop: () => clearInterval(timer),
  };
}
