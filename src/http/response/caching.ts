/** Weak ETags, conditional requests (RFC 9110 sections 8.8.3 and 13.1) and caching headers. */

export function formatWeakTag(opaque: string): string {
  return `W/"${opaque}"`;
}

/** True if `If-None-Match` is `*` or a list with the tag (weak comparison). @param tag as sent, `W/"..."` or `"..."`. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // Most clients send back exactly the tag they received.
  if (ifNoneMatch === tag) return true;
  const wanted = tag.startsWith("W/") ? tag.slice(2) : tag;
  if (ifNoneMatch.trim() === "*") return true;
  const tags = /\s*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(,|$)/y;
  for (let found = tags.exec(ifNoneMatch); found; found = tags.exec(ifNoneMatch)) {
    if (found[1] === wanted) return true;
    if (found[2] === "") return false;
  }
  return false;
}

/** True if `If-Match` is absent, `*`, or contains the tag byte for byte. Weak tags count too: clients have no other tag. */
export function matchesIfMatch(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") return true;
  return ifMatch.split(/,(?=\s*(?:W\/)?")/).some((each) => each.trim() === tag);
}

/** Caching rules for clients. Shared caches store no API answers, because those carry the caller's rate-limit headers. */
export const CACHE_CONTROL = {
  list: "private, max-age=60",
  quote: "private, max-age=15",
  history: "private, max-age=300",
  document: "public, max-age=300",
  page: "public, max-age=0, must-revalidate",
  latest: "public, max-age=30, stale-while-revalidate=300",
  asset: "public, max-age=31536000, immutable",
  premium: "private, no-cache",
  file: "private, no-cache",
  archive: "private, max-age=31536000, immutable",
  none: "no-store",
} as const;

// Caching rules for a CDN, for answers that are the same for everybody (RFC 9213). After a publication, the CDN serves an old
// page for up to two minutes. In the second minute, it already revalidates the page. While the service is down, the CDN serves
// old pages for a day. Browsers revalidate each time, and the CDN answers them.
const CDN_CACHE_CONTROL: Readonly<Partial<Record<string, string>>> = {
  [CACHE_CONTROL.page]: "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400",
  [CACHE_CONTROL.document]: "public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
  [CACHE_CONTROL.asset]: CACHE_CONTROL.asset,
};

/** Tags by which a CDN can purge answers that are the same for everybody. */
const CACHE_TAGS: Readonly<Partial<Record<string, string>>> = {
  [CACHE_CONTROL.page]: "pages",
  [CACHE_CONTROL.document]: "documents",
  [CACHE_CONTROL.latest]: "latest",
  [CACHE_CONTROL.asset]: "assets",
};

/** Header that carries a CDN's cache tags: Fastly's, Cloudflare's. */
export type CacheTagHeader = "Surrogate-Key" | "Cache-Tag";

/** `Cache-Control`, plus `CDN-Cache-Control` and the cache tag for answers that are the same for everybody. */
export function buildCachingHeaders(
  cacheControl: (typeof CACHE_CONTROL)[keyof typeof CACHE_CONTROL],
  tagHeader: CacheTagHeader | null,
): readonly string[] {
  const headers: string[] = ["Cache-Control", cacheControl];
  const shared = CDN_CACHE_CONTROL[cacheControl];
  if (shared !== undefined) headers.push("CDN-Cache-Control", shared);
  const tag = CACHE_TAGS[cacheControl];
  if (tagHeader !== null && tag !== undefined) headers.push(tagHeader, tag);
  return headers;
}
