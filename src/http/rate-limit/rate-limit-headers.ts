/** Formats the five headers with a client's rate-limit state, and `Retry-After`. */
import { type Plan, type RateState, WINDOW_MS } from "./rate-limit.ts";

export const RATE_LIMIT_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
] as const;

/** The headers as alternating names and values. `wallMs`: current Unix time in milliseconds. */
export function listRateLimitHeaders(state: RateState, wallMs: number): string[] {
  const { name, quota } = state.plan;
  return [
    "X-RateLimit-Limit",
    String(quota),
    "X-RateLimit-Remaining",
    String(state.remaining),
    "X-RateLimit-Reset",
    String(Math.ceil((wallMs + state.fullInMs) / 1000)),
    "RateLimit-Policy",
    `"${name}";q=${quota};w=${WINDOW_MS / 1000}`,
    "RateLimit",
    `"${name}";r=${state.remaining};t=${Math.ceil(state.nextInMs / 1000)}`,
  ];
}

/** The headers as text, each line with its line end. */
export function formatRateLimitLines({ plan, remaining, fullInMs, nextInMs }: RateState, wallMs: number): string {
  const { name, quota } = plan;
  const resetAt = Math.ceil((wallMs + fullInMs) / 1000);
  return (
    `X-RateLimit-Limit: ${quota}\r\nX-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${resetAt}\r\n` +
    `RateLimit-Policy: "${name}";q=${quota};w=${WINDOW_MS / 1000}\r\n` +
    `RateLimit: "${name}";r=${remaining};t=${Math.ceil(nextInMs / 1000)}\r\n`
  );
}

/** Builds the JSON fields that a 429 response has in addition to the fields of all error responses. */
export function buildRateLimitFields({ name, quota }: Plan, seconds: number): Readonly<Record<string, unknown>> {
  return {
    retry_after: seconds,
    limit: quota,
    window_seconds: WINDOW_MS / 1000,
    violated_policies: [name],
  };
}

/** Whole seconds until one more request is admitted, at least 1. */
export function computeRetryAfterSeconds({ nextInMs }: RateState): number {
  return Math.max(1, Math.ceil(nextInMs / 1000));
}

/** Whole seconds, at least 1; waiting that long guarantees one admission. */
export function formatRetryAfter(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds)));
}
