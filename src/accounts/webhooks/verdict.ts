/** Decides, without side effects, what an attempt at a delivery means for the delivery and its endpoint. */
import type { Delivery, WebhookEndpoint } from "../../domain/premium.ts";
import type { DeliveryVerdict } from "../../store/premium/verdicts.ts";
import type { AttemptOutcome } from "./send.ts";

export interface DeliveryRules {
  /** Wait before each attempt, counted from the previous failure; one entry per attempt. */
  readonly scheduleMs: readonly number[];
  /** How long an endpoint that answers 429, 502 or 504 is paused. */
  readonly pauseMs: number;
  readonly disableAfterMs: number;
}

const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;
const MIN_FAILURES_TO_DISABLE = 10;
const GONE = 410;
const RETRY_LATER_STATUSES = new Set([429, 503]);
const OVERLOADED = new Set([429, 502, 504]);

export interface JudgedAttempt {
  readonly delivery: Pick<Delivery, "attempts" | "attemptsBefore">;
  readonly endpoint: Pick<WebhookEndpoint, "consecutiveFailures" | "failingSince">;
  readonly outcome: AttemptOutcome;
  readonly attemptedAt: Date;
  /** Random number in [0, 1) that spreads retries: 0 leaves the wait as it is, values near 1 lengthen it by nearly a tenth. */
  readonly random: number;
}

/**
 * Success ends the delivery. Status 410 or long-lasting failures disable the endpoint: the delivery is held until the endpoint
 * recovers. Any other failure is retried on schedule, or later if the receiver asks. After the last attempt, the delivery fails.
 */
export function judgeAttempt(attempt: JudgedAttempt, rules: DeliveryRules): DeliveryVerdict {
  const { delivery, endpoint, outcome, attemptedAt, random } = attempt;
  const endedAt = attemptedAt.getTime() + outcome.durationMs;
  const number = delivery.attempts + 1;
  const createVerdict = (changes: Omit<DeliveryVerdict, "attempt">): DeliveryVerdict => ({
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
  if (outcome.error === null) return createVerdict({ ...none, status: "succeeded" });

  const disable = findReasonToDisable(endpoint, outcome, endedAt, rules.disableAfterMs);
  const pauseEndpointUntil = computePauseEnd(outcome, endedAt, rules.pauseMs);
  const delayMs = rules.scheduleMs[number - delivery.attemptsBefore];
  if (delayMs === undefined)
    return createVerdict({ status: "failed", nextAttemptAt: null, pauseEndpointUntil, disable });
  if (disable !== null) return createVerdict({ ...none, status: "held", disable });

  const next = Math.max(
    endedAt + delayMs * (1 + JITTER * random),
    RETRY_LATER_STATUSES.has(outcome.statusCode ?? 0) ? endedAt + getRequestedPauseMs(outcome) : 0,
    pauseEndpointUntil?.getTime() ?? 0,
  );
  return createVerdict({
    status: "pending",
    nextAttemptAt: new Date(Math.ceil(next)),
    pauseEndpointUntil,
    disable: null,
  });
}

function findReasonToDisable(
  { consecutiveFailures, failingSince }: JudgedAttempt["endpoint"],
  { statusCode }: AttemptOutcome,
  endedAt: number,
  disableAfterMs: number,
): DeliveryVerdict["disable"] {
  if (statusCode === GONE) return "gone";
  if (failingSince === null || consecutiveFailures + 1 < MIN_FAILURES_TO_DISABLE) return null;
  return endedAt - failingSince.getTime() >= disableAfterMs ? "consecutive_failures" : null;
}

function computePauseEnd(outcome: AttemptOutcome, endedAt: number, pauseMs: number): Date | null {
  if (!OVERLOADED.has(outcome.statusCode ?? 0)) return null;
  return new Date(endedAt + Math.max(pauseMs, outcome.statusCode === 429 ? getRequestedPauseMs(outcome) : 0));
}

function getRequestedPauseMs({ retryAfterMs }: AttemptOutcome): number {
  return Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
}
