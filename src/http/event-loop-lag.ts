/**
 * Measures how long our own work held up the event loop: the lag, as far as the thread used processor time during it. Requests that came meanwhile are
 * shed, and not answered late one by one. A process that was stopped, or whose processor went to somebody else, has no backlog and answers what waited.
 */
import type { Limits } from "./limits.ts";

export interface LoopWatch {
  /** Forgets earlier hold-ups: those of a start have kept no request waiting. */
  begin(): void;
  /** The loop was held up for a while, and what waited meanwhile is being worked off. */
  behind(): boolean;
  /** The same after a hold-up that was too long. */
  overloaded(): boolean;
  /** The loop was held up for too long within the last seconds. */
  shaken(): boolean;
  /** The milliseconds, of those that have just passed, in which the thread worked; of a moment, all. */
  workedMs(ms: number): number;
  stop(): void;
}

const LOOK_EVERY_MS = 50;
/** Time in milliseconds within which requests that waited at the sockets are read. */
const WORK_OFF_MS = 250;
const SHAKEN_MS = 5000;

/** Processor time that the calling thread has used, in milliseconds. */
export function readThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * @param lags hold-ups in milliseconds from which on the loop is behind, and overloaded.
 * @param clock monotonic milliseconds.
 * @param cpuClock milliseconds of processor time of the loop's thread: other threads do not hold it up.
 */
export function watchLoop(
  { behindLagMs, overloadLagMs }: Pick<Limits, "behindLagMs" | "overloadLagMs">,
  clock: () => number,
  cpuClock: () => number,
): LoopWatch {
  const leastLagMs = Math.min(behindLagMs, overloadLagMs);
  let lookedAt = clock();
  let cpuAt = cpuClock();
  let behindAt = Number.NEGATIVE_INFINITY;
  let heldUpAt = Number.NEGATIVE_INFINITY;
  // Asked by each request too, since the sockets may be read before the timer is called.
  const look = () => {
    const now = clock();
    const wallLagMs = now - lookedAt - LOOK_EVERY_MS;
    if (wallLagMs < leastLagMs) return now;
    const lagMs = Math.min(wallLagMs, cpuClock() - cpuAt);
    if (lagMs >= leastLagMs) behindAt = now;
    if (lagMs >= overloadLagMs) heldUpAt = now;
    return now;
  };
  const timer = setInterval(() => {
    lookedAt = look();
    cpuAt = cpuClock();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    begin() {
      lookedAt = clock();
      cpuAt = cpuClock();
      behindAt = Number.NEGATIVE_INFINITY;
      heldUpAt = Number.NEGATIVE_INFINITY;
    },
    behind: () => look() - behindAt < WORK_OFF_MS,
    overloaded: () => look() - heldUpAt < WORK_OFF_MS,
    shaken: () => look() - heldUpAt < SHAKEN_MS,
    workedMs: (ms) => (ms < LOOK_EVERY_MS ? ms : Math.min(ms, cpuClock() - cpuAt)),
    stop: () => clearInterval(timer),
  };
}
