/** Catalogue of problems (RFC 9457): the only place that maps a failure to its status. Each has a page under `docs/problems/`. */
import type { ErrorCode } from "../base/error-codes.ts";

/** Base URL of the published `docs/` pages; each problem's `type` points to one of them. */
const PROJECT_PAGE = "https://congress-trades.example";

export const PROBLEMS = {
  invalid_parameter: { status: 400, title: "Invalid parameter" },
  malformed_request: { status: 400, title: "Malformed request" },
  missing_credentials: { status: 401, title: "Missing credentials" },
  invalid_token: { status: 401, title: "Invalid token" },
  plan_required: { status: 403, title: "Another plan required" },
  scope_required: { status: 403, title: "Another scope required" },
  not_found: { status: 404, title: "Not found" },
  symbol_not_found: { status: 404, title: "Symbol not found" },
  price_not_found: { status: 404, title: "Price not found" },
  politician_not_found: { status: 404, title: "Politician not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Request timeout" },
  conflict: { status: 409, title: "Conflict" },
  limit_reached: { status: 409, title: "Limit reached" },
  gone: { status: 410, title: "Gone" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  content_too_large: { status: 413, title: "Content too large" },
  uri_too_long: { status: 414, title: "URI too long" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  range_not_satisfiable: { status: 416, title: "Range not satisfiable" },
  expectation_failed: { status: 417, title: "Expectation failed" },
  idempotency_key_reused: { status: 422, title: "Idempotency key reused" },
  rate_limit_exceeded: { status: 429, title: "Rate limit exceeded" },
  headers_too_large: { status: 431, title: "Headers too large" },
  internal_error: { status: 500, title: "Internal error" },
  upstream_unavailable: { status: 503, title: "Upstream unavailable" },
  service_unavailable: { status: 503, title: "Service unavailable" },
  storage_full: { status: 503, title: "Storage full" },
} as const satisfies { readonly [Code in ErrorCode]?: { readonly status: number; readonly title: string } };

export type ProblemCode = keyof typeof PROBLEMS;

/** Reasons for refusing a parameter or a field of the request body. Like the problem codes, the reasons are stable. */
export const REASONS = [
  "not_an_integer",
  "too_small",
  "too_large",
  "repeated",
  "not_allowed",
  "unknown_parameter",
  "not_a_number",
  "not_a_date",
  "inverted",
  "required",
  "unknown_member",
  "read_only",
  "wrong_type",
  "too_short",
  "too_long",
  "malformed",
  "scheme_not_allowed",
  "userinfo_not_allowed",
  "port_not_allowed",
  "fragment_not_allowed",
  "address_not_allowed",
  "in_the_past",
  "in_the_future",
  "not_available",
] as const;
export type Reason = (typeof REASONS)[number];

/** The error in one parameter; `value` is cut to 64 characters. */
export interface ParameterError {
  readonly in: "query" | "path" | "header" | "body";
  /** Name of the parameter or field. A nested field has its whole path, such as `filter.ticker.3`. */
  readonly name: string;
  readonly reason: Reason;
  readonly value?: string;
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly string[];
}

export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  /** Seconds for `Retry-After`; only for 429 and 503. */
  readonly retryAfterSeconds?: number;
  /** Additional headers of this answer, as alternating names and values. */
  readonly headers?: readonly string[];
  /** Additional JSON fields of the body. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** True to close the connection: its remaining bytes are not trusted or were not fully read. */
  readonly close?: boolean;
}

/** `invalid_parameter` -> `https://.../problems/invalid-parameter`. */
export function buildProblemType(code: ProblemCode): string {
  return `${PROJECT_PAGE}/problems/${code.replaceAll("_", "-")}`;
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** Returns whether the status is a 5xx: the service failed, and the request may have been valid. */
export function isServerError({ code }: Problem): boolean {
  return PROBLEMS[code].status >= 500;
}

/** Body of the response, `application/problem+json`. */
export function buildProblemBody(problem: Problem, requestId: string): Buffer {
  const { status, title } = PROBLEMS[problem.code];
  return Buffer.from(
    JSON.stringify({
      type: buildProblemType(problem.code),
      title,
      status,
      detail: problem.detail,
      code: problem.code,
      request_id: requestId,
      errors: problem.errors,
      ...problem.extra,
    }),
  );
}

/** Cuts user input for echoing: at most 64 characters, never half of a surrogate pair. */
export function truncateInput(text: string): string {
  return (text.length > 64 ? [...text].slice(0, 64).join("") : text).toWellFormed();
}
