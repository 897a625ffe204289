/** `Link` header values that connect a page with its neighbors (RFC 8288). */
/** Maximum characters of a URL before its `limit` parameter. If that part is longer, the header has only the `next` link. */
const MAX_PREFIX_LENGTH = 2000;

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

/** Formats the active filters as the beginning of a query: `state=parsed,ocr&year=2026&`. */
export function formatFilters(filters: Readonly<Record<string, string | number | undefined>>): string {
  const active = Object.entries(filters).filter(([, value]) => value !== undefined);
  return active.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll("%2C", ",")}&`).join("");
}

/** Name and value of the `Link` header; empty if there are no links. */
export function buildLinkHeader(prefix: string, page: Page, total: number): readonly string[] {
  const links = formatPageLinks(prefix, page, total);
  return links === "" ? [] : ["Link", links];
}

/** Aligns pages with the requested page, so that a client following the `next` links ends exactly at `last`, for any `skip`. */
export function formatPageLinks(prefix: string, { limit, skip }: Page, total: number): string {
  const offset = skip % limit;
  const last = total > offset ? offset + Math.floor((total - 1 - offset) / limit) * limit : 0;
  const formatLink = (to: number, rel: string) => `<${prefix}limit=${limit}&skip=${to}>; rel="${rel}"`;
  const pages = [{ to: 0, rel: "first" }];
  if (skip > 0) pages.push({ to: Math.max(0, Math.min(skip - limit, last)), rel: "prev" });
  if (skip + limit < total) pages.push({ to: skip + limit, rel: "next" });
  pages.push({ to: last, rel: "last" });
  // Clients limit header sizes: for a very long query, send only the `next` link, and none on the last page.
  const named = prefix.length > MAX_PREFIX_LENGTH ? pages.filter(({ rel }) => rel === "next") : pages;
  return named.map(({ to, rel }) => formatLink(to, rel)).join(", ");
}
