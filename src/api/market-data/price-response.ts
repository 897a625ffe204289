/** Parts that quote and history responses share. */
import { createHash } from "node:crypto";
import { NotFoundError } from "../../base/errors.ts";
import { createNotFoundError } from "../../http/failures.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import { CACHED_BRIEFLY } from "../../http/response/json-answer.ts";
import type { Answer, PathParameters } from "../../http/route.ts";

/**
 * Asks the market about the `{symbol}` of a path. The market's error may name a successor of the symbol, so the 404 here names
 * the requested symbol instead. @throws {NotFoundError}
 */
export async function queryMarket<T>(parameters: PathParameters, ask: (symbol: string) => Promise<T>): Promise<T> {
  const symbol = parameters["symbol"] ?? "";
  try {
    return await ask(symbol);
  } catch (error) {
    const isUnknown = error instanceof NotFoundError && error.code !== "price_not_found";
    throw isUnknown ? createNotFoundError("symbol_not_found", symbol) : error;
  }
}

/** A response with quotes. Prices belong to no dataset version, so the ETag is a digest of the body. */
export function createQuoteResponse(value: object, stale: boolean, onReuse: () => void): Answer {
  const body = Buffer.from(JSON.stringify(value));
  const digest = createHash("sha1").update(body).digest("base64url");
  return {
    body,
    contentType: JSON_TYPE,
    cacheControl: CACHE_CONTROL.quote,
    etag: formatWeakTag(digest),
    keep: CACHED_BRIEFLY,
    onReuse,
    headers: buildStaleHeader(stale),
  };
}

/** The header that marks stale prices, when no provider could be reached. */
export function buildStaleHeader(stale: boolean): readonly string[] {
  return stale ? ["X-Data-Stale", "true"] : [];
}
