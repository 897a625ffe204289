/** URLs of pages and files, with the path prefix of a reverse proxy if there is one. */

/** Parameters of a URL: empty values are omitted, lists are joined by commas. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Links {
  /** `https://example.org`. The functions below, except `toAbsolute`, return paths without it. */
  readonly origin: string;
  /** Adds the proxy's prefix and a query to a path, for links on pages. */
  readonly to: (path: string, query?: Query) => string;
  /** Adds a query to a path. The proxy's prefix is not added. */
  readonly toPath: (path: string, query?: Query) => string;
  /** Absolute URL of a path given without the prefix. */
  readonly toAbsolute: (path: string) => string;
  readonly toLatestTrades: (query?: Query) => string;
  readonly toPoliticians: (query?: Query) => string;
  readonly toPolitician: (id: string) => string;
  readonly toTicker: (symbol: string) => string;
  /** @param code of one industry, or of a group of them: `3571`, `35`, `D`. */
  readonly toIndustry: (code: string) => string;
  readonly toTrade: (id: string) => string;
  readonly toFiling: (id: string) => string;
  /** Link to the original document of a filing, as downloaded. */
  readonly toDocument: (filingId: string, page?: number) => string;
  /** The image of the line that a trade was read from. */
  readonly toEvidence: (tradeId: string) => string;
}

/** @param baseUrl base URL of the API, `https://example.org/congress/api/v1`: the pages are below `/congress`. */
export function createLinks(baseUrl: string): Links {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/api\/v1\/?$/, "").replace(/\/$/, "");
  const to = (path: string, query?: Query) => prefix + appendQuery(path, query);
  const createFolderLink = (folder: string) => (name: string) => to(`${folder}/${encodeURIComponent(name)}`);
  return {
    origin,
    to,
    toPath: appendQuery,
    toAbsolute: (path) => origin + prefix + path,
    toLatestTrades: (query) => to("/", query),
    toPoliticians: (query) => to("/politicians", query),
    toPolitician: createFolderLink("/politicians"),
    toTicker: createFolderLink("/tickers"),
    toIndustry: createFolderLink("/industries"),
    toTrade: createFolderLink("/trades"),
    toFiling: createFolderLink("/filings"),
    toDocument: (filingId, page) => to(`/api/v1/filings/${encodeURIComponent(filingId)}/document`, { page }),
    toEvidence: (tradeId) => to(`/evidence/${encodeURIComponent(tradeId)}.png`),
  };
}

/** `/` and `{ party: ["Democrat", "Republican"], page: 2 }` -> `/?party=Democrat,Republican&page=2`. */
export function appendQuery(path: string, query?: Query): string {
  if (query === undefined) return path;
  const parts = Object.entries(query).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    return text === "" ? [] : [`${name}=${encodeURIComponent(text.toWellFormed()).replaceAll("%2C", ",")}`];
  });
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}
