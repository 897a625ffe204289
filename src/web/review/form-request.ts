/** Helpers that protect forms that change something: checks of a form's origin and token, and the text of the session cookie. */
import { timingSafeEqual } from "node:crypto";
import type { FormRequest } from "../../http/route.ts";
import { SESSION_MS } from "./sessions.ts";

/** Browsers accept a cookie with this prefix only with `Secure`, path `/` and no domain (RFC 6265bis, section 4.1.3.2). */
const COOKIE = "__Host-review";
const FLAGS = "Path=/; Secure; HttpOnly; SameSite=Strict";

export function formatSessionCookie(token: string): string {
  return `${COOKIE}=${token}; Max-Age=${SESSION_MS / 1000}; ${FLAGS}`;
}

export const DELETE_SESSION_COOKIE = `${COOKIE}=; Max-Age=0; ${FLAGS}`;

/** The session token; null if there is no cookie, or more than one. */
export function readSessionToken({ headers }: Pick<FormRequest, "headers">): string | null {
  const sentTokens = (headers.cookie ?? "").split(";").flatMap((each) => {
    const [name, value] = each.trim().split("=", 2);
    return name === COOKIE && value !== undefined ? [value] : [];
  });
  return sentTokens.length === 1 ? (sentTokens[0] ?? null) : null;
}

/**
 * True if a page of this site sent the form. `Sec-Fetch-Site` and `Origin` must each say so if present. False if both are absent:
 * current browsers send at least one. `Origin` must equal `publicOrigin` (the public URL's origin), or the value of `Host` with
 * `https://` or `http://` before it. Comparing only with `Host` would reject this site's forms if a proxy changes `Host`.
 */
export function isFromOurPage({ headers }: Pick<FormRequest, "headers">, publicOrigin: string): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined) return site !== undefined;
  return (
    origin === publicOrigin || (host !== undefined && (origin === `https://${host}` || origin === `http://${host}`))
  );
}

/** Parses the body as a form; null if it is not a form. */
export function readForm({ headers, body }: Pick<FormRequest, "headers" | "body">): URLSearchParams | null {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") return null;
  return new URLSearchParams(body.toString("utf8"));
}

/** Constant-time comparison, which does not reveal where two tokens differ. */
export function isSameToken(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
