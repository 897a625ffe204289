/** A stand-in for a site: a function from a request to a response. It is unaware of sockets, simulated faults and other sites. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface SiteRequest {
  readonly method: string;
  /** Path below the site's own prefix, beginning with a slash. */
  readonly path: string;
  /** The path prefix of this stand-in (`/senate`), which its redirects must include. */
  readonly prefix: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

export type Site = (request: SiteRequest) => Promise<Answer>;

export function toHtmlAnswer(status: number, body: string, headers: Answer["headers"] = {}): Answer {
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

export function toJsonAnswer(status: number, value: unknown, headers: Answer["headers"] = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json;charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

export function createRedirect(location: string, headers: Answer["headers"] = {}): Answer {
  return { status: 302, headers: { "content-type": "text/html; charset=utf-8", location, ...headers }, body: "" };
}

/** A file with ETag and Last-Modified: 304 when the client already has these bytes. */
export function createFileAnswer(
  request: SiteRequest,
  body: Uint8Array,
  contentType: string,
  modifiedAt: Date,
): Answer {
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}:0"`;
  const validators = { etag, "last-modified": modifiedAt.toUTCString() };
  return hasCurrentCopy(request, etag, modifiedAt)
    ? { status: 304, headers: validators, body: "" }
    : { status: 200, headers: { ...validators, "content-type": contentType, "accept-ranges": "bytes" }, body };
}

/** Evaluates preconditions. If-None-Match takes precedence over If-Modified-Since, which has a resolution of seconds (RFC 9110, 13.2.2). */
function hasCurrentCopy(request: SiteRequest, etag: string, modifiedAt: Date): boolean {
  const match = request.headers["if-none-match"];
  if (match !== undefined) return match.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
  const since = Date.parse(request.headers["if-modified-since"] ?? "");
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}
