/** Measures the lag of the event loop. Requests that came while it was held up are shed, and not answered late one by one. */

export interface LoopWatch {
  /** Forgets earlier hold-ups: those of a start have kept no request waiting. */
  begin(): void;
  /** The loop was held up for too long, and what waited meanwhile is being worked off. */
  overloaded(): boolean;
  /** The loop was held up for too long within the last seconds. */
  shaken(): boolean;
  stop(): void;
}

const LOOK_EVERY_MS = 50;
/** Time in milliseconds within which requests that waited at the sockets are read. */
const WORK_OFF_MS = 250;
const SHAKEN_MS = 5000;

/** @param lagMs a hold-up from this on is too long. @param clock monotonic milliseconds. */
export function watchLoop(lagMs: number, clock: () => number): LoopWatch {
  let lookedAt = clock();
  let heldUpAt = Number.NEGATIVE_INFINITY;
  // Asked by each request too, since the sockets may be read before the timer is called.
  const sinceHeldUp = () => {
    const now = clock();
    if (now - lookedAt - LOOK_EVERY_MS >= lagMs) heldUpAt = now;
    return now - heldUpAt;
  };
  const timer = setInterval(() => {
    sinceHeldUp();
    lookedAt = clock();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    begin() {
      lookedAt = clock();
      heldUpAt = Number.NEGATIVE_INFINITY;
    },
    overloaded: () => sinceHeldUp() < WORK_OFF_MS,
    shaken: () => sinceHeldUp() < SHAKEN_MS,
    stop: () => clearInterval(timer),
  };
}
