/** Headers of every page: nothing but our own style, pictures and script, no frame around it, and no address given away. */
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
