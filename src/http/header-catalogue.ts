/** Every header listed with a response in the OpenAPI document; headers of all responses are in the document's description. */
const createTextHeader = (description: string, example: string) => ({
  description,
  schema: { type: "string" },
  example,
});
const createIntegerHeader = (description: string, example: number) => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});

export const IGNORED_PARAMETERS = "X-Ignored-Parameters";

export const HEADER_COMPONENTS = {
  "X-RateLimit-Limit": createIntegerHeader("Requests that the plan allows in any 60 seconds.", 20),
  "X-RateLimit-Remaining": createIntegerHeader("Requests left after this one.", 19),
  "X-RateLimit-Reset": createIntegerHeader(
    "Unix seconds at which the whole quota is back if nothing more is sent.",
    1795161660,
  ),
  "RateLimit-Policy": createTextHeader("Plan, quota and window (IETF draft, experimental).", '"free";q=20;w=60'),
  RateLimit: createTextHeader(
    "Requests left, and seconds until one more becomes available (IETF draft).",
    '"free";r=19;t=60',
  ),
  "Retry-After": createIntegerHeader("Seconds to wait; waiting them out guarantees one admission.", 37),
  "X-Request-Id": createTextHeader(
    "Name of this request: the one it came with when well-formed, else a new one.",
    "0193478e-7b1a-7c3e-9d53-0f6b2a1c4d5e",
  ),
  "X-Dataset-Version": createTextHeader(
    "The published dataset that the answer was read from; `0` before the first.",
    "2026-11-20.1",
  ),
  [IGNORED_PARAMETERS]: createTextHeader(
    "Query parameters that this endpoint does not know and ignored, percent-encoded; at most 20.",
    "tickr, sort",
  ),
  "X-Data-Stale": createTextHeader("`true` when no price source answered and this is the last known price.", "true"),
  "X-Price-Source": createTextHeader(
    "Every provider that had a part in the stored bars, the latest first; `unrecorded` for what an earlier release stored.",
    "yahoo, nasdaq",
  ),
  "X-Price-Adjustment": createTextHeader(
    "`splits`: all bars are adjusted for splits and not for dividends. `unverified`: of some nobody has confirmed it.",
    "splits",
  ),
  "X-Price-First-Day": createTextHeader(
    "The first day that is known of the security, whatever was asked for.",
    "2012-01-03",
  ),
  ETag: createTextHeader("Weak validator for If-None-Match.", 'W/"2026-11-20.1?limit=10&skip=0"'),
  Link: createTextHeader(
    "The first, previous, next and last page (RFC 8288).",
    '<https://api.example/api/v1/trades/recent/list?limit=10&skip=10>; rel="next"',
  ),
  Location: createTextHeader(
    "Address of what was made, or of what is served under another id.",
    "https://api.example/api/v1/premium/alerts/alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  ),
  "Idempotency-Replayed": createTextHeader("`true` when this is the answer of an earlier request.", "true"),
  "WWW-Authenticate": createTextHeader("How to prove who asks (RFC 6750).", 'Bearer realm="congress-trades"'),
  "Content-Disposition": createTextHeader(
    "The name to save the file under.",
    'attachment; filename="trades-2026-11-20.1.csv"',
  ),
  "Repr-Digest": createTextHeader(
    "SHA-256 of the whole file (RFC 9530).",
    "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
  ),
  "Unencoded-Digest": createTextHeader(
    "SHA-256 of the file before it was compressed for the way (IETF draft); in place of `Repr-Digest` then.",
    "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
  ),
  "X-Row-Count": createIntegerHeader("Rows of the file, its header not counted.", 14832),
  "Accept-Ranges": createTextHeader("The file can be taken in parts.", "bytes"),
  "Content-Range": createTextHeader("Which part of the file this is.", "bytes 0-65535/1048576"),
  Allow: createTextHeader("Methods of the path.", "GET, HEAD, OPTIONS"),
} as const;

export type HeaderName = keyof typeof HEADER_COMPONENTS;
