/**
 * Measures the lag: how long the service's own work blocked the event loop. Requests that arrived meanwhile are refused instead
 * of being answered late, one by one. Time in which the process did not run (stopped, or the machine was busy) is not counted.
 */
import type { Limits } from "./limits.ts";

export interface LoopWatch {
  /** Forgets earlier lags: lags during startup delayed no requests. */
  forgetLags(): void;
  /** True for 250 ms after a lag of at least `behindLagMs`: the time to read the requests that arrived during the lag. */
  isLoopBehind(): boolean;
  /** Like `isLoopBehind`, but with the higher threshold `overloadLagMs`. */
  isOverloaded(): boolean;
  /** True after a lag of at least `overloadLagMs` within the last 5 seconds. */
  wasOverloaded(): boolean;
  /** How many of the last `ms` milliseconds the thread worked; `ms` itself if it is less than 50. */
  getWorkedMs(ms: number): number;
  stop(): void;
}

const LOOK_EVERY_MS = 50;
/** Milliseconds needed to read the requests that arrived while the loop was blocked. */
const WORK_OFF_MS = 250;
const RECENT_MS = 5000;

/** Processor time used by the calling thread, in milliseconds. */
export function readThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * @param lags lags in milliseconds at which the loop counts as behind and as overloaded.
 * @param readCpuMs processor time of the loop's thread in milliseconds; other threads do not block the loop.
 */
export function watchLoop(
  { behindLagMs, overloadLagMs }: Pick<Limits, "behindLagMs" | "overloadLagMs">,
  readMonotonicMs: () => number,
  readCpuMs: () => number,
): LoopWatch {
  const leastLagMs = Math.min(behindLagMs, overloadLagMs);
  let lookedAt = readMonotonicMs();
  let cpuAt = readCpuMs();
  let behindAt = Number.NEGATIVE_INFINITY;
  let overloadedAt = Number.NEGATIVE_INFINITY;
  // The timer and each request call this, since sockets may be read before the timer fires.
  const updateLag = () => {
    const now = readMonotonicMs();
    const wallLagMs = now - lookedAt - LOOK_EVERY_MS;
    if (wallLagMs < leastLagMs) return now;
    const lagMs = Math.min(wallLagMs, readCpuMs() - cpuAt);
    if (lagMs >= leastLagMs) behindAt = now;
    if (lagMs >= overloadLagMs) overloadedAt = now;
    return now;
  };
  const timer = setInterval(() => {
    lookedAt = updateLag();
    cpuAt = readCpuMs();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    forgetLags() {
      lookedAt = readMonotonicMs();
      cpuAt = readCpuMs();
      behindAt = Number.NEGATIVE_INFINITY;
      overloadedAt = Number.NEGATIVE_INFINITY;
    },
    isLoopBehind: () => updateLag() - behindAt < WORK_OFF_MS,
    isOverloaded: () => updateLag() - overloadedAt < WORK_OFF_MS,
    wasOverloaded: () => updateLag() - overloadedAt < RECENT_MS,
    getWorkedMs: (ms) => (ms < LOOK_EVERY_MS ? ms : Math.min(ms, readCpuMs() - cpuAt)),
    stop: () => clearInterval(timer),
  };
}
