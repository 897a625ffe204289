/**
 * A circuit breaker: a failing provider gets no requests for growing pauses, and after each pause one request probes whether it is back. It is our
 * own because cockatiel and opossum ignore `Retry-After`, let requests sent before a pause lengthen it, and rely on the system clock, which may be
 * set.
 */
import type { ErrorCode } from "../../base/error-codes.ts";
import type { SourceError } from "../../base/errors.ts";

/** `closed`: requests pass. `open`: no requests. `probing`: a pause has ended, and one request is pending or will be next. */
export type BreakerState = "closed" | "open" | "probing";

/** One request that was let through; one of its methods must be called, once. */
export interface Passage {
  recordAnswer(): void;
  /** The request ended for a reason of our own, which says nothing about the provider. */
  recordAbandoned(): void;
  recordFailure(error: SourceError, nowMs: number): void;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** The provider refused further requests (429, 403). */
const REFUSED = { firstMs: 15 * MINUTE_MS, mostMs: 6 * 60 * MINUTE_MS };
/** The provider is down, slow or broken. */
const BROKEN = { firstMs: 5 * SECOND_MS, mostMs: 5 * MINUTE_MS };
/** Longest wait requested by a provider that is honored: a day. */
const LONGEST_NAMED_MS = 24 * 60 * MINUTE_MS;
/** The provider answered, but the answer could not be used. */
const UNUSABLE: ReadonlySet<ErrorCode> = new Set([
  "bad_answer",
  "too_large",
  "truncated",
  "unexpected_encoding",
  "session",
]);
/** This many unusable answers in a row count as a fault of the provider, not of the requested symbols. */
const BAD_ANSWERS = 5;

export function createCircuitBreaker() {
  let pausedUntil = 0;
  /** Pauses since the last successful answer. */
  let countPauses = 0;
  let badAnswers = 0;
  let probe = false;
  /** Counts pauses: a failure of a request sent before the current pause began is ignored. */
  let epoch = 0;

  function pause(error: SourceError, nowMs: number): void {
    const ladder = error.code === "rate_limited" || error.code === "blocked" ? REFUSED : BROKEN;
    const grown = Math.min(ladder.firstMs * 2 ** Math.min(countPauses, 20), ladder.mostMs);
    const named = error.retryAfterSeconds === null ? 0 : Math.min(error.retryAfterSeconds * 1000, LONGEST_NAMED_MS);
    // The first time a provider names a wait, the pause is exactly that; after another failure it is longer.
    const lengthMs = named > 0 && countPauses === 0 ? named : Math.max(named, grown);
    pausedUntil = Math.max(pausedUntil, nowMs + lengthMs);
    countPauses += 1;
    epoch += 1;
    badAnswers = 0;
  }

  return {
    /** Lets a request through; null means not now. */
    enter(nowMs: number): Passage | null {
      if (nowMs < pausedUntil) return null;
      const isProbe = countPauses > 0;
      if (isProbe && probe) return null;
      if (isProbe) probe = true;
      const mine = epoch;
      const endProbe = () => {
        if (isProbe) probe = false;
      };
      return {
        recordAnswer() {
          endProbe();
          if (mine !== epoch) return;
          countPauses = 0;
          badAnswers = 0;
        },
        recordAbandoned: endProbe,
        recordFailure(error, at) {
          endProbe();
          if (mine !== epoch) return;
          if (UNUSABLE.has(error.code) && !isProbe) {
            badAnswers += 1;
            if (badAnswers < BAD_ANSWERS) return;
          }
          pause(error, at);
        },
      };
    },
    getState: (nowMs: number): BreakerState => (nowMs < pausedUntil ? "open" : countPauses > 0 ? "probing" : "closed"),
    getPauseEndMs: () => pausedUntil,
    /** Consecutive pauses since the last successful answer. */
    countPauses: () => countPauses,
    /** Pauses because the provider failed in another process. */
    pauseForOthers(forMs: number, others: number, nowMs: number): void {
      pausedUntil = Math.max(pausedUntil, nowMs + forMs);
      countPauses = Math.max(countPauses, others);
      epoch += 1;
      badAnswers = 0;
    },
    /** Resumes because the provider answered another process after a pause. */
    resume(): void {
      countPauses = 0;
      badAnswers = 0;
    },
  };
}
