/** What a look for prices may find: a quote, a series, or the reason why there is none. */

import { SourceError } from "../../base/errors.ts";
import type { Quote } from "../../domain/quote.ts";
import type { PackedBars } from "../../store/market.ts";
import type { AnsweredFrom } from "../meters.ts";
import type { Failure } from "../providers/provider-chain.ts";
import { STORE_RETRY_SECONDS } from "./series/stored-prices.ts";

/** A quote, or the reason why there is none: nothing is known of the symbol from before either. */
export type QuoteOutcome =
  | { readonly kind: "quote"; readonly quote: Quote; readonly stale: boolean; readonly from: AnsweredFrom }
  | Failure;

export interface Series extends Pick<PackedBars, "packed" | "origin"> {
  readonly kind: "series";
  /** No provider could be asked for newer days. */
  readonly stale: boolean;
  readonly fetched: boolean;
  /** The failure of the part that could not be fetched. */
  readonly failure: Failure | null;
  /** No provider has the latest day of trading that is over, or the whole of it. */
  readonly isBehind: boolean;
}

export type SeriesOutcome = Series | Failure;

export function quoteFrom(quote: Quote, from: AnsweredFrom, stale = false): QuoteOutcome {
  return { kind: "quote", quote, stale, from };
}

export function answeredFrom({ stale, fetched }: Pick<Series, "stale" | "fetched">): AnsweredFrom {
  if (stale) return "kept";
  return fetched ? "provider" : "store";
}

/** True if no provider was left to ask. */
export function isNobody(failure: Failure): boolean {
  return failure.kind === "unavailable" && failure.cause.code === "no_provider";
}

/** Nothing can be said of a symbol while the store, which may know it, does not answer. */
export function storeIsAway(): Failure {
  const cause = new SourceError("store", "The store of prices does not answer.");
  return { kind: "unavailable", retryAfterSeconds: STORE_RETRY_SECONDS, cause };
}
