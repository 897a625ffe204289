/** The links of a page to the pages around it (RFC 8288). */
/** Characters of an address beyond which one link alone is sent. */
const LONG_QUERY = 2000;

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

/** Pages are counted from the one asked for: following `next` ends at `last`, whatever `skip` began with. */
export function links(prefix: string, { limit, skip }: Page, total: number): string {
  const offset = skip % limit;
  const last = total > offset ? offset + Math.floor((total - 1 - offset) / limit) * limit : 0;
  const link = (to: number, rel: string) => `<${prefix}limit=${limit}&skip=${to}>; rel="${rel}"`;
  const pages = [{ to: 0, rel: "first" }];
  if (skip > 0) pages.push({ to: Math.max(0, Math.min(skip - limit, last)), rel: "prev" });
  if (skip + limit < total) pages.push({ to: skip + limit, rel: "next" });
  pages.push({ to: last, rel: "last" });
  // Clients bound the size of headers: of a very long query only the page that goes on is named, and none at the end.
  const named = prefix.length > LONG_QUERY ? pages.filter(({ rel }) => rel === "next") : pages;
  return named.map(({ to, rel }) => link(to, rel)).join(", ");
}
