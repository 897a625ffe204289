/** Measures the lag of the event loop. Requests that came while it was held up are shed, and not answered late one by one. */
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
  stop(): void;
}

const LOOK_EVERY_MS = 50;
/** Time in milliseconds within which requests that waited at the sockets are read. */
const WORK_OFF_MS = 250;
const SHAKEN_MS = 5000;

/** @param lags hold-ups in milliseconds from which on the loop is behind, and overloaded. @param clock monotonic milliseconds. */
export function watchLoop(
  { behindLagMs, overloadLagMs }: Pick<Limits, "behindLagMs" | "overloadLagMs">,
  clock: () => number,
): LoopWatch {
  let lookedAt = clock();
  let behindAt = Number.NEGATIVE_INFINITY;
  let heldUpAt = Number.NEGATIVE_INFINITY;
  // Asked by each request too, since the sockets may be read before the timer is called.
  const look = () => {
    const now = clock();
    const lagMs = now - lookedAt - LOOK_EVERY_MS;
    if (lagMs >= Math.min(behindLagMs, overloadLagMs)) behindAt = now;
    if (lagMs >= overloadLagMs) heldUpAt = now;
    return now;
  };
  const timer = setInterval(() => {
    lookedAt = look();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    begin() {
      lookedAt = clock();
      behindAt = Number.NEGATIVE_INFINITY;
      heldUpAt = Number.NEGATIVE_INFINITY;
    },
    behind: () => look() - behindAt < WORK_OFF_MS,
    overloaded: () => look() - heldUpAt < WORK_OFF_MS,
    shaken: () => look() - heldUpAt < SHAKEN_MS,
    stop: () => clearInterval(timer),
  };
}
