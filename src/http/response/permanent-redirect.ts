/** Redirects requests for a replaced id to its new id. */
import { JSON_TYPE } from "../media-types.ts";
import type { Answer } from "../route.ts";
import { CACHE_CONTROL } from "./caching.ts";

/** Redirects to the canonical URL (RFC 9110 section 15.4.9). @param query query of that URL; undefined values are left out. */
export function createPermanentRedirect(
  url: string,
  query: Readonly<Record<string, string | undefined>>,
  version: string,
): Answer {
  const input = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const requested = input
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`)
    .join("&");
  return {
    status: 308,
    body: Buffer.alloc(0),
    contentType: JSON_TYPE,
    cacheControl: CACHE_CONTROL.list,
    etag: null,
    headers: ["Location", requested === "" ? url : `${url}?${requested}`, "X-Dataset-Version", version],
  };
}
