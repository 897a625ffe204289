import { createHash } from "node:crypto";
import { JSON_TYPE } from "../http/media-types.ts";
import { type CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import type { Answer } from "../http/route.ts";

/** A quote or a history as an answer: prices belong to no dataset version, so the validator is taken from the body. */
export function priceAnswer(
  value: object,
  stale: boolean,
  cacheControl: (typeof CACHE_CONTROL)["quote" | "history"],
): Answer {
  const body = Buffer.from(JSON.stringify(value));
  const digest = createHash("sha1").update(body).digest("base64url");
  return {
    body,
    contentType: JSON_TYPE,
    cacheControl,
    etag: weakTag(digest),
    headers: staleness(stale),
  };
}

/** The header that says that the provider could not be asked. */
export function staleness(stale: boolean): readonly string[] {
  return stale ? ["X-Data-Stale", "true"] : [];
}
