/**
 * A circuit breaker: a provider that fails is not asked for growing pauses, and after each one question shows whether it is back.
 * Our own, since cockatiel and opossum count on the clock that somebody may set, know no `Retry-After`, and let questions that went out
 * before a pause lengthen it.
 */
import type { ErrorCode } from "../error-codes.ts";
import type { SourceError } from "../errors.ts";

/** `closed`: asked as usual. `open`: not asked. `probing`: a pause has ended, and one question is under way or will be next. */
export type BreakerState = "closed" | "open" | "probing";

export interface CircuitBreaker {
  /** Null: not now. Else whoever asks must say how it went, once. */
  enter(nowMs: number): Passage | null;
  state(nowMs: number): BreakerState;
  pausedUntilMs(): number;
  /** Consecutive pauses since the last answer. */
  pauses(): number;
  /** Another process was failed by the provider, and pauses. */
  pauseToo(forMs: number, pauses: number, nowMs: number): void;
  /** Another process was answered after a pause. */
  answersAgain(): void;
}

/** One question that was let through. */
export interface Passage {
  answered(): void;
  /** It ended for a reason of our own, which tells nothing of the provider. */
  abandoned(): void;
  failed(error: SourceError, nowMs: number): void;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** It said, or showed, that it wants no more questions (429, 403). */
const REFUSED = { firstMs: 15 * MINUTE_MS, mostMs: 6 * 60 * MINUTE_MS };
/** It is down, slow or out of order. */
const BROKEN = { firstMs: 5 * SECOND_MS, mostMs: 5 * MINUTE_MS };
/** A wait that a provider names is kept to, up to a day. */
const LONGEST_NAMED_MS = 24 * 60 * MINUTE_MS;
/** An answer came, and could not be used. */
const UNUSABLE: ReadonlySet<ErrorCode> = new Set([
  "bad_answer",
  "too_large",
  "truncated",
  "unexpected_encoding",
  "session",
]);
/** Consecutive unusable answers from which the provider, and not the symbols asked for, is taken to be at fault. */
const BAD_ANSWERS = 5;

export function createCircuitBreaker(): CircuitBreaker {
  let pausedUntil = 0;
  /** Pauses since the last answer. */
  let pauses = 0;
  let badAnswers = 0;
  let probe = false;
  /** Questions that went out before a pause began tell nothing new when they fail too. */
  let epoch = 0;

  function pause(error: SourceError, nowMs: number): void {
    const ladder = error.code === "rate_limited" || error.code === "blocked" ? REFUSED : BROKEN;
    const grown = Math.min(ladder.firstMs * 2 ** Math.min(pauses, 20), ladder.mostMs);
    const named = error.retryAfterSeconds === null ? 0 : Math.min(error.retryAfterSeconds * 1000, LONGEST_NAMED_MS);
    // The first time a provider names a wait, the pause is just that; asked in vain again, it is paused for longer.
    const lengthMs = named > 0 && pauses === 0 ? named : Math.max(named, grown);
    pausedUntil = Math.max(pausedUntil, nowMs + lengthMs);
    pauses += 1;
    epoch += 1;
    badAnswers = 0;
  }

  return {
    enter(nowMs) {
      if (nowMs < pausedUntil) return null;
      const isProbe = pauses > 0;
      if (isProbe && probe) return null;
      if (isProbe) probe = true;
      const mine = epoch;
      const leave = () => {
        if (isProbe) probe = false;
      };
      return {
        answered() {
          leave();
          if (mine !== epoch) return;
          pauses = 0;
          badAnswers = 0;
        },
        abandoned: leave,
        failed(error, at) {
          leave();
          if (mine !== epoch) return;
          if (UNUSABLE.has(error.code) && !isProbe) {
            badAnswers += 1;
            if (badAnswers < BAD_ANSWERS) return;
          }
          pause(error, at);
        },
      };
    },
    state: (nowMs) => (nowMs < pausedUntil ? "open" : pauses > 0 ? "probing" : "closed"),
    pausedUntilMs: () => pausedUntil,
    pauses: () => pauses,
    pauseToo(forMs, others, nowMs) {
      pausedUntil = Math.max(pausedUntil, nowMs + forMs);
      pauses = Math.max(pauses, others);
      epoch += 1;
      badAnswers = 0;
    },
    answersAgain() {
      pauses = 0;
      badAnswers = 0;
    },
  };
}
