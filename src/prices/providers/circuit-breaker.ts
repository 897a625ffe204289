/**
 * Pauses requests to a failing provider, longer each time. After each pause, one request tests the provider. Custom, because
 * cockatiel and opossum ignore `Retry-After`, use the system clock (it may jump), and let requests sent earlier lengthen a pause.
 */
import type { ErrorCode } from "../../base/error-codes.ts";
import type { SourceError } from "../../base/errors.ts";

/** `closed`: requests pass. `open`: no requests. `probing`: a pause has ended, and a single request tests the provider. */
export type BreakerState = "closed" | "open" | "probing";

/** One request that was let through. Call exactly one of the methods, once, when the request has ended. */
export interface Passage {
  recordAnswer(): void;
  /** The request ended for a reason within this process, which says nothing about the provider. */
  recordAbandoned(): void;
  recordFailure(error: SourceError, nowMs: number): void;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Shortest and longest pause after the provider refused further requests (429, 403). */
const REFUSED = { firstMs: 15 * MINUTE_MS, mostMs: 6 * 60 * MINUTE_MS };
/** Shortest and longest pause while the provider is down, slow or broken. */
const BROKEN = { firstMs: 5 * SECOND_MS, mostMs: 5 * MINUTE_MS };
/** Upper limit of a provider's `Retry-After`: a day. */
const LONGEST_NAMED_MS = 24 * 60 * MINUTE_MS;
const UNUSABLE: ReadonlySet<ErrorCode> = new Set([
  "bad_answer",
  "too_large",
  "truncated",
  "unexpected_encoding",
  "session",
]);
/** After this many unusable answers in a row, the fault counts as the provider's, not as that of the requested symbols. */
const BAD_ANSWERS = 5;

export function createCircuitBreaker() {
  let pausedUntil = 0;
  /** Number of pauses since the last successful answer. */
  let pauseCount = 0;
  let badAnswers = 0;
  let isProbing = false;
  /** Increases with each pause: results of requests sent before the latest pause are ignored. */
  let epoch = 0;

  function pause(error: SourceError, nowMs: number): void {
    const pauseLengths = error.code === "rate_limited" || error.code === "blocked" ? REFUSED : BROKEN;
    const grownMs = Math.min(pauseLengths.firstMs * 2 ** Math.min(pauseCount, 20), pauseLengths.mostMs);
    const statedMs = error.retryAfterSeconds === null ? 0 : Math.min(error.retryAfterSeconds * 1000, LONGEST_NAMED_MS);
    // The first pause is exactly as long as the provider asked for; later pauses are at least as long as `grownMs`.
    const lengthMs = statedMs > 0 && pauseCount === 0 ? statedMs : Math.max(statedMs, grownMs);
    pausedUntil = Math.max(pausedUntil, nowMs + lengthMs);
    pauseCount += 1;
    epoch += 1;
    badAnswers = 0;
  }

  return {
    /** Lets a request through; returns null during a pause, and while another request tests the provider. */
    tryEnter(nowMs: number): Passage | null {
      if (nowMs < pausedUntil) return null;
      const isProbe = pauseCount > 0;
      if (isProbe && isProbing) return null;
      if (isProbe) isProbing = true;
      const epochAtStart = epoch;
      const endProbe = () => {
        if (isProbe) isProbing = false;
      };
      return {
        recordAnswer() {
          endProbe();
          if (epochAtStart !== epoch) return;
          pauseCount = 0;
          badAnswers = 0;
        },
        recordAbandoned: endProbe,
        recordFailure(error, at) {
          endProbe();
          if (epochAtStart !== epoch) return;
          if (UNUSABLE.has(error.code) && !isProbe) {
            badAnswers += 1;
            if (badAnswers < BAD_ANSWERS) return;
          }
          pause(error, at);
        },
      };
    },
    getState: (nowMs: number): BreakerState => (nowMs < pausedUntil ? "open" : pauseCount > 0 ? "probing" : "closed"),
    getPauseEndMs: () => pausedUntil,
    countPauses: () => pauseCount,
    /** Adopts a pause that another process began after a failed request to the provider. */
    adoptPause(forMs: number, pauses: number, nowMs: number): void {
      pausedUntil = Math.max(pausedUntil, nowMs + forMs);
      pauseCount = Math.max(pauseCount, pauses);
      epoch += 1;
      badAnswers = 0;
    },
    /** Ends `probing` and resets the counts, since the provider answered another process after a pause. */
    adoptRecovery(): void {
      pauseCount = 0;
      badAnswers = 0;
    },
  };
}
