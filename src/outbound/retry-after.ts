/**
 * Milliseconds from `now` that `Retry-After` asks to wait (RFC 9110, 10.2.3): `"120"` or `"Wed, 21 Oct 2026 07:28:00 GMT"`.
 * 0 for a date in the past; null if the header is missing, repeated, over 999,999,999 seconds, or not in one of these formats.
 */
export function parseRetryAfterMs(header: string | readonly string[] | undefined, now: number): number | null {
  if (typeof header !== "string") return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Like `parseRetryAfterMs`, in whole seconds, rounded up. */
export function parseRetryAfterSeconds(header: string | readonly string[] | undefined, now: number): number | null {
  const ms = parseRetryAfterMs(header, now);
  return ms === null ? null : Math.ceil(ms / 1000);
}
