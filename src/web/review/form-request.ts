/** Protection of forms that change something: their origin, their token, and the session cookie. */
import { timingSafeEqual } from "node:crypto";
import type { FormRequest } from "../../http/route.ts";
import { SESSION_MS } from "./sessions.ts";

/** A browser accepts a cookie of this name only with `Secure`, with the path `/` and without a domain (RFC 6265bis section 4.1.3.2). */
const COOKIE = "__Host-review";
const FLAGS = "Path=/; Secure; HttpOnly; SameSite=Strict";

export function formatSessionCookie(token: string): string {
  return `${COOKIE}=${token}; Max-Age=${SESSION_MS / 1000}; ${FLAGS}`;
}

export const NO_COOKIE = `${COOKIE}=; Max-Age=0; ${FLAGS}`;

/** The session token; null if there is no cookie, or more than one. */
export function readSessionToken({ headers }: Pick<FormRequest, "headers">): string | null {
  const named = (headers.cookie ?? "").split(";").flatMap((each) => {
    const [name, value] = each.trim().split("=", 2);
    return name === COOKIE && value !== undefined ? [value] : [];
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}

/**
 * Returns whether a form was sent by one of our pages. A browser says so in `Sec-Fetch-Site` or in `Origin`; a request with
 * neither is not from a current browser, and is rejected. @param origin of the public URL. A proxy may change `Host`, so that the
 * origins of both are accepted.
 */
export function isFromOurPage({ headers }: Pick<FormRequest, "headers">, origin: string): boolean {
  const { origin: sender, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  if (sender === undefined) return site !== undefined;
  return sender === origin || (host !== undefined && (sender === `https://${host}` || sender === `http://${host}`));
}

/** Null if the body is not a form. */
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
