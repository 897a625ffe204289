/** Decides the verdict on an attempt. Pure: the worker acts on it, the store writes it. */
import type { Delivery, WebhookEndpoint } from "../../domain/premium.ts";
import type { DeliveryVerdict } from "../../store/premium/verdicts.ts";
import type { AttemptOutcome } from "./send.ts";

export interface DeliveryRules {
  /** Wait before each attempt, counted from the previous failure; its length is the number of attempts. */
  readonly scheduleMs: readonly number[];
  /** How long an endpoint that answers 429, 502 or 504 is paused. */
  readonly pauseMs: number;
  readonly disableAfterMs: number;
}

const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;
const LEAST_FAILURES = 10;
const GONE = 410;
const ASKED_TO_WAIT = new Set([429, 503]);
const OVERLOADED = new Set([429, 502, 504]);

export interface JudgedAttempt {
  readonly delivery: Pick<Delivery, "attempts" | "attemptsBefore">;
  readonly endpoint: Pick<WebhookEndpoint, "consecutiveFailures" | "failingSince">;
  readonly outcome: AttemptOutcome;
  readonly attemptedAt: Date;
  /** Random number in [0, 1); lengthens the wait by at most a tenth. */
  readonly random: number;
}

/**
 * Success ends the delivery. `410`, or an endpoint that has failed for long, disables the endpoint, and the delivery is held for
 * `recover`. Any other failure is retried on schedule, later if the receiver asks for it, until no attempts are left.
 */
export function judgeAttempt(attempt: JudgedAttempt, rules: DeliveryRules): DeliveryVerdict {
  const { delivery, endpoint, outcome, attemptedAt, random } = attempt;
  const endedAt = attemptedAt.getTime() + outcome.durationMs;
  const number = delivery.attempts + 1;
  const verdictWith = (changes: Omit<DeliveryVerdict, "attempt">): DeliveryVerdict => ({
    attempt: {
      number,
      attemptedAt,
      statusCode: outcome.statusCode,
      error: outcome.error,
      durationMs: outcome.durationMs,
      nextAttemptAt: changes.nextAttemptAt,
    },
    ...changes,
  });
  const none = { nextAttemptAt: null, pauseEndpointUntil: null, disable: null };
  if (outcome.error === null) return verdictWith({ ...none, status: "succeeded" });

  const disable = reasonToDisable(endpoint, outcome, endedAt, rules.disableAfterMs);
  const pauseEndpointUntil = pauseOf(outcome, endedAt, rules.pauseMs);
  const delayMs = rules.scheduleMs[number - delivery.attemptsBefore];
  if (delayMs === undefined) return verdictWith({ status: "failed", nextAttemptAt: null, pauseEndpointUntil, disable });
  if (disable !== null) return verdictWith({ ...none, status: "held", disable });

  const next = Math.max(
    endedAt + delayMs * (1 + JITTER * random),
    ASKED_TO_WAIT.has(outcome.statusCode ?? 0) ? endedAt + asked(outcome) : 0,
    pauseEndpointUntil?.getTime() ?? 0,
  );
  return verdictWith({
    status: "pending",
    nextAttemptAt: new Date(Math.ceil(next)),
    pauseEndpointUntil,
    disable: null,
  });
}

function reasonToDisable(
  { consecutiveFailures, failingSince }: JudgedAttempt["endpoint"],
  { statusCode }: AttemptOutcome,
  endedAt: number,
  disableAfterMs: number,
): DeliveryVerdict["disable"] {
  if (statusCode === GONE) return "gone";
  if (failingSince === null || consecutiveFailures + 1 < LEAST_FAILURES) return null;
  return endedAt - failingSince.getTime() >= disableAfterMs ? "consecutive_failures" : null;
}

function pauseOf(outcome: AttemptOutcome, endedAt: number, pauseMs: number): Date | null {
  if (!OVERLOADED.has(outcome.statusCode ?? 0)) return null;
  return new Date(endedAt + Math.max(pauseMs, outcome.statusCode === 429 ? asked(outcome) : 0));
}

function asked({ retryAfterMs }: AttemptOutcome): number {
  return Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
}
