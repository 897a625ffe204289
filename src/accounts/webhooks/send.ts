/** One attempt: a POST over a connection of its own, bounded in time and size. */
import type { DeliveryAttempt } from "../../domain/premium.ts";
import { discard } from "../../outbound/discard.ts";
import { AttemptFailure } from "../../outbound/guarded-connection.ts";
import { type GuardedSettings, guardedFetch } from "../../outbound/guarded-fetch.ts";
import { retryAfterMs } from "../../outbound/retry-after.ts";

export interface AttemptOutcome {
  /** Null when no status came. */
  readonly statusCode: number | null;
  /** Null after a 2xx. */
  readonly error: DeliveryAttempt["error"];
  readonly durationMs: number;
  /** The receiver's `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SendSettings extends GuardedSettings {
  /** Time from the start of the attempt to the receiver's status. */
  readonly timeoutMs: number;
}

/** The answer's body says nothing that counts. A little of it is read, so that the receiver can end it without an error. */
const DISCARDED = { bytes: 64 * 1024, ms: 1000 };

export type Send = (message: Message, signal?: AbortSignal) => Promise<AttemptOutcome>;

/**
 * No redirect is followed, nothing is decompressed, no proxy is used, and nothing of the answer is stored but its status; an interim answer
 * (`100 Continue`) is none. The promise rejects only when `signal` was aborted: a bug aside, every other failure is an outcome.
 */
export function createSender({ guard, resolve, timeoutMs, connectTimeoutMs }: SendSettings): Send {
  const fetch = guardedFetch({ guard, resolve, connectTimeoutMs: Math.min(connectTimeoutMs, timeoutMs) });
  return async ({ url, headers, body }, signal) => {
    const began = performance.now();
    const outcome = (statusCode: number | null, error: AttemptOutcome["error"], retryAfter: number | null = null) => ({
      statusCode,
      error,
      durationMs: Math.round(performance.now() - began),
      retryAfterMs: retryAfter,
    });
    const late = AbortSignal.timeout(timeoutMs);
    const ended = signal ? AbortSignal.any([signal, late]) : late;
    try {
      const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: ended });
      // The status is what counts, and is stored before the connection has ended: the sooner, the fewer come twice after a crash.
      discard(answer.body, DISCARDED);
      const retryAfter = new Map(answer.headers).get("retry-after");
      return outcome(answer.status, errorOf(answer.status), retryAfterMs(retryAfter, Date.now()));
    } catch (error) {
      signal?.throwIfAborted();
      return outcome(null, late.aborted ? "timeout" : failureOf(error));
    }
  };
}

function errorOf(status: number): AttemptOutcome["error"] {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "http_status";
}

/** A connection that broke, and an answer that is no HTTP or has endless headers, come to the same: it was cut off. */
function failureOf(error: unknown): AttemptOutcome["error"] {
  return error instanceof AttemptFailure ? error.kind : "connection_reset";
}
