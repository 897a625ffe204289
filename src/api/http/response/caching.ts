/** Weak validators and the conditional request (RFC 9110 sections 8.8.3 and 13.1.2). */

/** An opaque text as `ETag` value. */
export function weakTag(opaque: string): string {
  return `W/"${opaque}"`;
}

/**
 * Tells whether `If-None-Match` names the tag, compared weakly, or is `*`. A header that is not a list of tags names nothing.
 * @param tag as sent, `W/"..."` or `"..."`.
 */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const wanted = tag.startsWith("W/") ? tag.slice(2) : tag;
  if (ifNoneMatch.trim() === "*") return true;
  const tags = /\s*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(,|$)/y;
  for (let found = tags.exec(ifNoneMatch); found; found = tags.exec(ifNoneMatch)) {
    if (found[1] === wanted) return true;
    if (found[2] === "") return false;
  }
  return false;
}

/**
 * Tells whether `If-Match` allows the answer: it names the tag byte for byte, or is `*`, or is absent. A weak tag matches when it is
 * written the same, since a client has no other to send.
 */
export function stillMatches(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") return true;
  return ifMatch.split(/,(?=\s*(?:W\/)?")/).some((each) => each.trim() === tag);
}

/** Caching rules for clients. Shared caches store nothing, because limits are per client. */
export const CACHE_CONTROL = {
  list: "private, max-age=60",
  quote: "private, max-age=15",
  history: "private, max-age=300",
  document: "public, max-age=300",
  page: "public, max-age=0, must-revalidate",
  asset: "public, max-age=31536000, immutable",
  premium: "private, no-cache",
  file: "private, no-cache",
  archive: "private, max-age=31536000, immutable",
  none: "no-store",
} as const;
