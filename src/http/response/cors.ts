/** Any origin may read everything, errors included. There are no cookies, so there is nothing to protect. */
import { IGNORED_PARAMETERS } from "../header-catalogue.ts";
import { RATE_LIMIT_HEADERS } from "../rate-limit/rate-limit-headers.ts";

const EXPOSED = [
  ...RATE_LIMIT_HEADERS,
  "Retry-After",
  "ETag",
  "Link",
  "X-Request-Id",
  "X-Dataset-Version",
  IGNORED_PARAMETERS,
  "X-Data-Stale",
  "X-Data-Notice",
  "X-Price-Source",
  "X-Price-Adjustment",
  "X-Price-First-Day",
  "Idempotency-Replayed",
  "X-Row-Count",
  "Repr-Digest",
  "Unencoded-Digest",
  "Content-Disposition",
  "Location",
  "WWW-Authenticate",
].join(", ");

const REQUEST_HEADERS = "Authorization, Content-Type, If-None-Match, If-Match, Idempotency-Key, X-Request-Id";

/** Headers of every response, as alternating names and values. */
export const CORS_HEADERS: readonly string[] = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  EXPOSED,
];

export function buildPreflightHeaders(methods: readonly string[]): string[] {
  const allow = methods.join(", ");
  return [
    "Allow",
    allow,
    "Access-Control-Allow-Methods",
    allow,
    "Access-Control-Allow-Headers",
    REQUEST_HEADERS,
    "Access-Control-Max-Age",
    "7200",
  ];
}
