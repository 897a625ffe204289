/** Headers of every page: only our own style, images and script, no framing, and no referrer for other sites. */
export const PAGE_HEADERS: readonly string[] = [
  "Content-Security-Policy",
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy",
  "same-origin",
];
