/** Parses the request target of the request line for routing. */
/** Path prefix of every endpoint, whatever the host of the public URL. */
export const API_PREFIX = "/api/v1";

export interface Target {
  /** Begins with `/` (or is `*`); still percent-encoded, except for characters that need no encoding. */
  readonly path: string;
  /** Query without the question mark; empty if there is none. */
  readonly query: string;
  readonly underBase: boolean;
  /** Why the target cannot be routed; null if it can. */
  readonly fault: "malformed_request" | "uri_too_long" | null;
}

/** Ignores the authority: `http://any/api/v1/x?y=1` and `/api/v1/x?y=1` are the same target. */
export function readTarget(url: string, maxBytes: number): Target {
  const relative = url.charCodeAt(0) === 0x2f ? url : removeAuthority(url);
  const mark = relative.indexOf("?");
  const rawPath = mark < 0 ? relative : relative.slice(0, mark);
  const query = mark < 0 ? "" : relative.slice(mark + 1);
  const path = normalizePath(rawPath);
  const underBase = path !== null && (path.startsWith(`${API_PREFIX}/`) || path === API_PREFIX);
  if (url.length > maxBytes) {
    return {
      path: path ?? rawPath,
      query: "",
      underBase: underBase || rawPath.startsWith(API_PREFIX),
      fault: "uri_too_long",
    };
  }
  if (path === null) {
    return { path: rawPath, query, underBase: rawPath.startsWith(API_PREFIX), fault: "malformed_request" };
  }
  return { path, query, underBase, fault: null };
}

function removeAuthority(url: string): string {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
  if (!absolute) return url;
  const rest = url.slice(absolute[0].length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Null if `raw` is not a path of UTF-8 with valid `%` escapes. The HTTP parser has already refused raw non-ASCII bytes. */
function normalizePath(raw: string): string | null {
  if (raw === "*") return raw;
  if (raw.charCodeAt(0) !== 0x2f) return null;
  if (!raw.includes("%")) return raw;
  try {
    decodeURIComponent(raw);
  } catch {
    return null;
  }
  return raw.replace(/%[2-7][0-9a-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded;
  });
}
