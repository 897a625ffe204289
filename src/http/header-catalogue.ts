/** Every header listed with a response in the OpenAPI document; headers of all responses are in the document's description. */
const text = (description: string, example: string) => ({ description, schema: { type: "string" }, example });
const integer = (description: string, example: number) => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});

export const IGNORED_PARAMETERS = "X-Ignored-Parameters";

export const HEADER_COMPONENTS = {
  "X-RateLimit-Limit": integer("Requests that the plan allows in any 60 seconds.", 20),
  "X-RateLimit-Remaining": integer("Requests left after this one.", 19),
  "X-RateLimit-Reset": integer("Unix seconds at which the whole quota is back if nothing more is sent.", 1795161660),
  "RateLimit-Policy": text("Plan, quota and window (IETF draft, experimental).", '"free";q=20;w=60'),
  RateLimit: text("Requests left, and seconds until one more becomes available (IETF draft).", '"free";r=19;t=60'),
  "Retry-After": integer("Seconds to wait; waiting them out guarantees one admission.", 37),
  "X-Request-Id": text(
    "Name of this request: the one it came with when well-formed, else a new one.",
    "0193478e-7b1a-7c3e-9d53-0f6b2a1c4d5e",
  ),
  "X-Dataset-Version": text(
    "The published dataset that the answer was read from; `0` before the first.",
    "2026-11-20.1",
  ),
  [IGNORED_PARAMETERS]: text(
    "Query parameters that this endpoint does not know and ignored, percent-encoded; at most 20.",
    "tickr, sort",
  ),
  "X-Data-Stale": text("`true` when no price source answered and this is the last known price.", "true"),
  "X-Price-Source": text(
    "Every provider that had a part in the stored bars, the latest first; `unrecorded` for what an earlier release stored.",
    "yahoo, nasdaq",
  ),
  "X-Price-Adjustment": text(
    "`splits`: all bars are adjusted for splits and not for dividends. `unverified`: of some nobody has confirmed it.",
    "splits",
  ),
  "X-Price-First-Day": text("The first day that is known of the security, whatever was asked for.", "2012-01-03"),
  ETag: text("Weak validator for If-None-Match.", 'W/"2026-11-20.1?limit=10&skip=0"'),
  Link: text(
    "The first, previous, next and last page (RFC 8288).",
    '<https://api.example/api/v1/trades/recent/list?limit=10&skip=10>; rel="next"',
  ),
  Location: text(
    "Address of what was made, or of what is served under another id.",
    "https://api.example/api/v1/premium/alerts/alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  ),
  "Idempotency-Replayed": text("`true` when this is the answer of an earlier request.", "true"),
  "WWW-Authenticate": text("How to prove who asks (RFC 6750).", 'Bearer realm="congress-trades"'),
  "Content-Disposition": text("The name to save the file under.", 'attachment; filename="trades-2026-11-20.1.csv"'),
  "Repr-Digest": text(
    "SHA-256 of the whole file (RFC 9530).",
    "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
  ),
  "Unencoded-Digest": text(
    "SHA-256 of the file before it was compressed for the way (IETF draft); in place of `Repr-Digest` then.",
    "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
  ),
  "X-Row-Count": integer("Rows of the file, its header not counted.", 14832),
  "Accept-Ranges": text("The file can be taken in parts.", "bytes"),
  "Content-Range": text("Which part of the file this is.", "bytes 0-65535/1048576"),
  Allow: text("Methods of the path.", "GET, HEAD, OPTIONS"),
} as const;

export type HeaderName = keyof typeof HEADER_COMPONENTS;
