export const IGNORED_PARAMETERS = "X-Ignored-Parameters";

const HEADERS = {
  "X-RateLimit-Limit": ["Number of requests the plan allows in any 60 seconds.", 20],
  "X-RateLimit-Remaining": ["Requests left after this one.", 19],
  "X-RateLimit-Reset": ["Unix seconds at which the whole quota is back if nothing more is sent.", 1795161660],
  "RateLimit-Policy": ["Plan, quota and window (IETF draft, experimental).", '"free";q=20;w=60'],
  RateLimit: ["Requests left, and seconds until one more becomes available (IETF draft).", '"free";r=19;t=60'],
  "Retry-After": ["Seconds to wait; after that, one request is sure to be admitted.", 37],
  "X-Request-Id": [
    "Id of this request: the one that it was sent with if well-formed, otherwise a new one.",
    "0193478e-7b1a-7c3e-9d53-0f6b2a1c4d5e",
  ],
  "X-Dataset-Version": ["Published dataset version that the answer comes from; `0` before the first.", "2026-11-20.1"],
  [IGNORED_PARAMETERS]: [
    "Query parameters that this endpoint does not know and ignored, percent-encoded; at most 20.",
    "tickr, sort",
  ],
  "X-Data-Stale": ["`true` when no price source answered and this is the last known price.", "true"],
  "X-Price-Source": [
    "Every provider that contributed to the stored bars, the latest first; `unrecorded` for bars that an earlier release stored.",
    "yahoo, nasdaq",
  ],
  "X-Price-Adjustment": [
    "`splits`: all bars are adjusted for splits and not for dividends. `unverified`: for some bars nobody has confirmed this.",
    "splits",
  ],
  "X-Price-First-Day": ["The security's first known day, whatever range was requested.", "2012-01-03"],
  ETag: ["Weak validator for If-None-Match.", 'W/"2026-11-20.1?limit=10&skip=0"'],
  Link: [
    "The first, previous, next and last page (RFC 8288).",
    '<https://api.example/api/v1/trades/recent/list?limit=10&skip=10>; rel="next"',
  ],
  Location: [
    "Address of the created resource, or of the one that is served under another id.",
    "https://api.example/api/v1/premium/alerts/alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  ],
  "Idempotency-Replayed": ["`true` when this is the answer of an earlier request.", "true"],
  "WWW-Authenticate": ["How to authenticate (RFC 6750).", 'Bearer realm="congress-trades"'],
  "Content-Disposition": ["The name to save the file under.", 'attachment; filename="trades-2026-11-20.1.csv"'],
  "Repr-Digest": ["SHA-256 of the whole file (RFC 9530).", "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
  "Unencoded-Digest": [
    "SHA-256 of the uncompressed file (IETF draft). Sent instead of `Repr-Digest` if the file is compressed for the transfer.",
    "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
  ],
  "X-Row-Count": ["Number of rows in the file, without its header.", 14832],
  "Accept-Ranges": ["The file can be requested in parts.", "bytes"],
  "Content-Range": ["Which part of the file this is.", "bytes 0-65535/1048576"],
  Allow: ["Methods of the path.", "GET, HEAD, OPTIONS"],
} as const satisfies Record<string, readonly [description: string, example: string | number]>;

export type HeaderName = keyof typeof HEADERS;

/** One OpenAPI component per header that a response lists. The document's description names headers that all responses have. */
export const HEADER_COMPONENTS = Object.fromEntries(
  Object.entries(HEADERS).map(([name, [description, example]]) => [
    name,
    {
      description,
      schema: typeof example === "number" ? { type: "integer", minimum: 0 } : { type: "string" },
      example,
    },
  ]),
) as Readonly<Record<HeaderName, object>>;
