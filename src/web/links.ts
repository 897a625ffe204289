/** URLs of pages and files, below a proxy's prefix if there is one. */

/** Empty values are omitted; lists are joined by commas. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Links {
  /** `https://example.org`, to be prefixed to the paths from the other members. */
  readonly origin: string;
  /** A path without the prefix, as used in a page's links. */
  readonly to: (path: string, query?: Query) => string;
  /** The same without the prefix. */
  readonly path: (path: string, query?: Query) => string;
  /** Absolute URL of a path without the prefix. */
  readonly absolute: (path: string) => string;
  readonly latestTrades: (query?: Query) => string;
  readonly politicians: (query?: Query) => string;
  readonly politician: (id: string) => string;
  readonly ticker: (symbol: string) => string;
  /** @param code of one industry, or of a group of them: `3571`, `35`, `D`. */
  readonly industry: (code: string) => string;
  readonly trade: (id: string) => string;
  readonly filing: (id: string) => string;
  /** The original of a filing as downloaded. */
  readonly document: (filingId: string, page?: number) => string;
  /** The image of the line that a trade was read from. */
  readonly evidence: (tradeId: string) => string;
}

/** @param baseUrl of the API, `https://example.org/congress/api/v1`: the pages are next to it. */
export function createLinks(baseUrl: string): Links {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/api\/v1\/?$/, "").replace(/\/$/, "");
  const to = (path: string, query?: Query) => prefix + withQuery(path, query);
  const below = (folder: string) => (name: string) => to(`${folder}/${encodeURIComponent(name)}`);
  return {
    origin,
    to,
    path: withQuery,
    absolute: (path) => origin + prefix + path,
    latestTrades: (query) => to("/", query),
    politicians: (query) => to("/politicians", query),
    politician: below("/politicians"),
    ticker: below("/tickers"),
    industry: below("/industries"),
    trade: below("/trades"),
    filing: below("/filings"),
    document: (filingId, page) => to(`/api/v1/filings/${encodeURIComponent(filingId)}/document`, { page }),
    evidence: (tradeId) => to(`/evidence/${encodeURIComponent(tradeId)}.png`),
  };
}

/** `/` and `{ party: ["Democrat", "Republican"], page: 2 }` -> `/?party=Democrat,Republican&page=2`. */
export function withQuery(path: string, query?: Query): string {
  if (query === undefined) return path;
  const parts = Object.entries(query).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    return text === "" ? [] : [`${name}=${encodeURIComponent(text.toWellFormed()).replaceAll("%2C", ",")}`];
  });
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}
