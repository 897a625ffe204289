/** Makes one attempt: a POST over a new connection, limited in time and size. */
import type { DeliveryAttempt } from "../../domain/premium.ts";
import { discardBody } from "../../outbound/discard.ts";
import { AttemptFailure } from "../../outbound/guarded-connection.ts";
import { createGuardedFetch, type GuardedSettings } from "../../outbound/guarded-fetch.ts";
import { parseRetryAfterMs } from "../../outbound/retry-after.ts";

export interface AttemptOutcome {
  /** Null if no status arrived. */
  readonly statusCode: number | null;
  /** Null after a 2xx. */
  readonly error: DeliveryAttempt["error"];
  readonly durationMs: number;
  /** The receiver's `Retry-After`; null if missing. */
  readonly retryAfterMs: number | null;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SendSettings extends GuardedSettings {
  /** Maximum time from the start of the attempt to the receiver's status. */
  readonly timeoutMs: number;
}

/** How much of the response's body is read and ignored, so that the receiver can finish without an error. */
const DISCARDED = { bytes: 64 * 1024, ms: 1000 };

export type Send = (message: Message, signal?: AbortSignal) => Promise<AttemptOutcome>;

/**
 * Creates a sender that follows no redirects, decompresses nothing and uses no proxy. It keeps only the status and `Retry-After`,
 * and ignores interim responses (`100 Continue`). The promise rejects only if `signal` aborts: all other failures are outcomes.
 */
export function createSender({ guard, resolve, timeoutMs, connectTimeoutMs }: SendSettings): Send {
  const fetch = createGuardedFetch({ guard, resolve, connectTimeoutMs: Math.min(connectTimeoutMs, timeoutMs) });
  return async ({ url, headers, body }, signal) => {
    const began = performance.now();
    const createOutcome = (
      statusCode: number | null,
      error: AttemptOutcome["error"],
      retryAfter: number | null = null,
    ) => ({
      statusCode,
      error,
      durationMs: Math.round(performance.now() - began),
      retryAfterMs: retryAfter,
    });
    const timeLimit = AbortSignal.timeout(timeoutMs);
    const ended = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit;
    try {
      const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: ended });
      // Do not wait for the body: the sooner the status is stored, the fewer deliveries are repeated after a crash.
      discardBody(answer.body, DISCARDED);
      const retryAfter = new Map(answer.headers).get("retry-after");
      return createOutcome(answer.status, classifyStatus(answer.status), parseRetryAfterMs(retryAfter, Date.now()));
    } catch (error) {
      signal?.throwIfAborted();
      return createOutcome(null, timeLimit.aborted ? "timeout" : classifySendFailure(error));
    }
  };
}

function classifyStatus(status: number): AttemptOutcome["error"] {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "http_status";
}

/** A broken connection, a response that is not HTTP, and endless headers all count as `connection_reset`. */
function classifySendFailure(error: unknown): AttemptOutcome["error"] {
  return error instanceof AttemptFailure ? error.kind : "connection_reset";
}
