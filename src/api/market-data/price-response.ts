/** The common parts of the responses of a quote and of a history. */
import { createHash } from "node:crypto";
import { NotFoundError } from "../../base/errors.ts";
import { notFound } from "../../http/failures.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL, weakTag } from "../../http/response/caching.ts";
import type { Answer, PathParameters } from "../../http/route.ts";

/**
 * The time for which a price is answered again without asking the market: far less than the 15 s for which every client may
 * cache it, and long enough that many requests for one symbol cost as little as a list.
 */
export const CACHED_PRICES = { ms: 1000 } as const;

/**
 * Asks the market for the `{symbol}` of a path. The market names the symbol that it looked for, which may be a successor; the
 * answer to an unknown one names what was given, in the sentence of every unknown symbol.
 * @throws {NotFoundError}
 */
export async function ofSymbol<T>(parameters: PathParameters, ask: (symbol: string) => Promise<T>): Promise<T> {
  const symbol = parameters["symbol"] ?? "";
  try {
    return await ask(symbol);
  } catch (error) {
    const isUnknown = error instanceof NotFoundError && error.code !== "price_not_found";
    throw isUnknown ? notFound("symbol_not_found", symbol) : error;
  }
}

/** The response of one quote or several: prices belong to no dataset version, so the validator is derived from the body. */
export function quoteResponse(value: object, stale: boolean, given: () => void): Answer {
  const body = Buffer.from(JSON.stringify(value));
  const digest = createHash("sha1").update(body).digest("base64url");
  return {
    body,
    contentType: JSON_TYPE,
    cacheControl: CACHE_CONTROL.quote,
    etag: weakTag(digest),
    keep: CACHED_PRICES,
    given,
    headers: staleness(stale),
  };
}

/** The header that says that no provider could be asked. */
export function staleness(stale: boolean): readonly string[] {
  return stale ? ["X-Data-Stale", "true"] : [];
}
