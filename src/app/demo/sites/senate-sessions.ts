/** The Senate site's two cookies: `csrftoken`, which every form must repeat, and `sessionid`, which records that the agreement was accepted. */
import { randomBytes } from "node:crypto";
import type { Answer, SiteRequest } from "./site.ts";

export interface Sessions {
  /** True if the request has a valid session. */
  open(request: SiteRequest): boolean;
  /** A token for a page's form, with the matching cookie. */
  issueToken(request: SiteRequest): { readonly token: string; readonly headers: Answer["headers"] };
  /** Cookie headers for a response without a form. */
  createCookieHeaders(request: SiteRequest): Answer["headers"];
  /** Why a POST is rejected, in Django's words; null if it is accepted. */
  explainRejectedPost(request: SiteRequest): string | null;
  /** Opens a session. Returns the header that sets its cookie. */
  openSession(): Answer["headers"];
  expireAll(): void;
}

export function createSessions(): Sessions {
  const open = new Set<string>();
  const createCookieHeaders: Sessions["createCookieHeaders"] = (request) =>
    parseCookies(request).has("csrftoken") ? {} : { "set-cookie": formatCsrfCookie(createRandomSecret()) };
  return {
    open: (request) => open.has(parseCookies(request).get("sessionid") ?? ""),
    createCookieHeaders,
    issueToken(request) {
      const token = parseCookies(request).get("csrftoken") ?? createRandomSecret();
      return { token, headers: { "set-cookie": formatCsrfCookie(token) } };
    },
    explainRejectedPost(request) {
      const token = parseCookies(request).get("csrftoken");
      if (token === undefined) return "CSRF cookie not set.";
      const { referer } = request.headers;
      if (referer === undefined) return "Referer checking failed - no Referer.";
      if (!URL.canParse(referer) || new URL(referer).host !== request.headers.host) {
        return `Referer checking failed - ${referer} does not match any trusted origins.`;
      }
      const input = request.headers["x-csrftoken"] ?? new URLSearchParams(request.body).get("csrfmiddlewaretoken");
      return input === token ? null : "CSRF token missing or incorrect.";
    },
    openSession() {
      const id = createRandomSecret();
      open.add(id);
      return { "set-cookie": `sessionid=${id}; HttpOnly; Path=/; SameSite=Lax` };
    },
    expireAll: () => open.clear(),
  };
}

const createRandomSecret = (): string => randomBytes(32).toString("hex");
const formatCsrfCookie = (token: string): string => `csrftoken=${token}; Max-Age=31449600; Path=/; SameSite=Lax`;

function parseCookies(request: SiteRequest): ReadonlyMap<string, string> {
  const pairs = (request.headers.cookie ?? "").split(/;\s*/).map((pair) => pair.split("="));
  return new Map(pairs.map(([name = "", ...value]) => [name, value.join("=")]));
}
