/** Parts that quote and history responses share. */
import { createHash } from "node:crypto";
import { NotFoundError } from "../../base/errors.ts";
import { createNotFoundError } from "../../http/failures.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import type { Answer, PathParameters } from "../../http/route.ts";

/**
 * How long a price is cached before the market is asked again: far less than the 15 s for which every client may
 * cache it, and long enough that many requests for one symbol cost as little as a list.
 */
export const CACHED_PRICES = { ms: 1000 } as const;

/**
 * Fetches the `{symbol}` of a path from the market. Its errors name the symbol that it looked up, which may be a successor; the
 * 404 here names the symbol in the request, with the same message as for every unknown symbol.
 * @throws {NotFoundError}
 */
export async function askForSymbol<T>(parameters: PathParameters, ask: (symbol: string) => Promise<T>): Promise<T> {
  const symbol = parameters["symbol"] ?? "";
  try {
    return await ask(symbol);
  } catch (error) {
    const isUnknown = error instanceof NotFoundError && error.code !== "price_not_found";
    throw isUnknown ? createNotFoundError("symbol_not_found", symbol) : error;
  }
}

/** The response for one or more quotes: prices belong to no dataset version, so the validator is derived from the body. */
export function createQuoteResponse(value: object, stale: boolean, onReuse: () => void): Answer {
  const body = Buffer.from(JSON.stringify(value));
  const digest = createHash("sha1").update(body).digest("base64url");
  return {
    body,
    contentType: JSON_TYPE,
    cacheControl: CACHE_CONTROL.quote,
    etag: formatWeakTag(digest),
    keep: CACHED_PRICES,
    onReuse,
    headers: buildStaleHeader(stale),
  };
}

/** The header that marks stale prices, when no provider could be reached. */
export function buildStaleHeader(stale: boolean): readonly string[] {
  return stale ? ["X-Data-Stale", "true"] : [];
}
