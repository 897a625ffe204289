/** The Senate site's two cookies: `csrftoken`, which every form must repeat, and `sessionid`, which records that the agreement was accepted. */
import { randomBytes } from "node:crypto";
import type { Answer, Ask } from "./site.ts";

export interface Sessions {
  /** Whether the request has a valid session. */
  open(ask: Ask): boolean;
  /** A token for a page's form, with the matching cookie. */
  issue(ask: Ask): { readonly token: string; readonly headers: Answer["headers"] };
  /** Cookie headers for a response without a form. */
  cookie(ask: Ask): Answer["headers"];
  /** Why a POST is rejected, in Django's words; null if it is accepted. */
  refusal(ask: Ask): string | null;
  /** Opens a session. */
  start(): Answer["headers"];
  expire(): void;
}

export function createSessions(): Sessions {
  const open = new Set<string>();
  const cookie: Sessions["cookie"] = (ask) =>
    cookies(ask).has("csrftoken") ? {} : { "set-cookie": csrfCookie(secret()) };
  return {
    open: (ask) => open.has(cookies(ask).get("sessionid") ?? ""),
    cookie,
    issue(ask) {
      const token = cookies(ask).get("csrftoken") ?? secret();
      return { token, headers: { "set-cookie": csrfCookie(token) } };
    },
    refusal(ask) {
      const token = cookies(ask).get("csrftoken");
      if (token === undefined) return "CSRF cookie not set.";
      const { referer } = ask.headers;
      if (referer === undefined) return "Referer checking failed - no Referer.";
      if (!URL.canParse(referer) || new URL(referer).host !== ask.headers.host) {
        return `Referer checking failed - ${referer} does not match any trusted origins.`;
      }
      const given = ask.headers["x-csrftoken"] ?? new URLSearchParams(ask.body).get("csrfmiddlewaretoken");
      return given === token ? null : "CSRF token missing or incorrect.";
    },
    start() {
      const id = secret();
      open.add(id);
      return { "set-cookie": `sessionid=${id}; HttpOnly; Path=/; SameSite=Lax` };
    },
    expire: () => open.clear(),
  };
}

const secret = (): string => randomBytes(32).toString("hex");
const csrfCookie = (token: string): string => `csrftoken=${token}; Max-Age=31449600; Path=/; SameSite=Lax`;

function cookies(ask: Ask): ReadonlyMap<string, string> {
  const pairs = (ask.headers.cookie ?? "").split(/;\s*/).map((pair) => pair.split("="));
  return new Map(pairs.map(([name = "", ...value]) => [name, value.join("=")]));
}
