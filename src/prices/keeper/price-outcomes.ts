/** Results of a price look-up: a quote, a series, or the reason why there is none. */
import { SourceError } from "../../base/errors.ts";
import type { Quote } from "../../domain/quote.ts";
import type { PackedBars } from "../../store/market.ts";
import type { AnsweredFrom } from "../meters.ts";
import type { Failure } from "../providers/provider-chain.ts";
import { STORE_RETRY_SECONDS } from "./series/stored-prices.ts";

/** A quote, or the reason why neither a new nor an earlier quote is available. */
export type QuoteOutcome =
  | { readonly kind: "quote"; readonly quote: Quote; readonly stale: boolean; readonly from: AnsweredFrom }
  | Failure;

export interface Series extends Pick<PackedBars, "packed" | "origin"> {
  readonly kind: "series";
  /** True if no provider could be queried for newer days. */
  readonly stale: boolean;
  readonly fetched: boolean;
  /** Why newer or older days could not be fetched; null if nothing failed. */
  readonly failure: Failure | null;
  /** True if no provider supplied the prices of the latest trading day whose prices are final. */
  readonly isBehind: boolean;
}

export type SeriesOutcome = Series | Failure;

export function toQuoteOutcome(quote: Quote, from: AnsweredFrom, stale = false): QuoteOutcome {
  return { kind: "quote", quote, stale, from };
}

export function getAnswerOrigin({ stale, fetched }: Pick<Series, "stale" | "fetched">): AnsweredFrom {
  if (stale) return "kept";
  return fetched ? "provider" : "store";
}

export function isNoProviderLeft(failure: Failure): boolean {
  return failure.kind === "unavailable" && failure.cause.code === "no_provider";
}

/** Creates the failure for a store that does not respond. It is then unknown whether the symbol has stored prices. */
export function createStoreDownFailure(): Failure {
  const cause = new SourceError("store", "The price store does not answer.");
  return { kind: "unavailable", retryAfterSeconds: STORE_RETRY_SECONDS, cause };
}
