import { createHash } from "node:crypto";
import { JSON_TYPE } from "../http/media-types.ts";
import { type CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import type { Answer } from "../http/route.ts";

/**
 * Time for which a price is given again without a look at the market: far less than the 15 s for which every client may keep it,
 * and long enough that a crowd which wants one symbol costs as little as a list.
 */
export const KEPT_PRICES = { ms: 1000 } as const;

/** A quote or a history as an answer: prices belong to no dataset version, so the validator is taken from the body. */
export function priceAnswer(
  value: object,
  stale: boolean,
  cacheControl: (typeof CACHE_CONTROL)["quote" | "history"],
  given: () => void,
): Answer {
  const body = Buffer.from(JSON.stringify(value));
  const digest = createHash("sha1").update(body).digest("base64url");
  return {
    body,
    contentType: JSON_TYPE,
    cacheControl,
    etag: weakTag(digest),
    keep: KEPT_PRICES,
    given,
    headers: staleness(stale),
  };
}

/** The header that says that the provider could not be asked. */
export function staleness(stale: boolean): readonly string[] {
  return stale ? ["X-Data-Stale", "true"] : [];
}
