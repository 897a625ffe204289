/** Quotes and price history: the interface that the API uses, and what a price provider must implement. */
import type { Bar, CashDividends, Interval, Period } from "../domain/bar.ts";
import type { BarColumns, createEmptyCloses } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { BarsOrigin } from "../store/market.ts";
import type { RateLimits } from "./providers/rate-budget.ts";

export interface QuoteAnswer {
  readonly quote: Quote;
  /** The last known price, because no provider could be queried. */
  readonly stale: boolean;
}

export interface QuotesAnswer {
  /** Quotes in the requested order, each security once. */
  readonly quotes: readonly QuoteAnswer[];
  /** Unknown or malformed symbols. */
  readonly notFound: readonly string[];
  /** No provider responds, and nothing is stored. */
  readonly unavailable: readonly string[];
}

export interface HistoryAnswer {
  readonly symbol: CanonicalSymbol;
  /** Newest first. */
  readonly bars: BarColumns;
  /** Identifies the bars: the same tag, interval and period give the same bars. */
  readonly tag: string;
  readonly stale: boolean;
  readonly origin: BarsOrigin;
  /** First and last known day, whatever span was requested. */
  readonly firstDay: IsoDate;
  readonly lastDay: IsoDate;
}

/** Daily closes as stored, adjusted for splits but not for dividends. */
export interface StoredCloses {
  readonly symbol: CanonicalSymbol;
  /** Days since 1970-01-01, ascending, never empty. */
  readonly days: Int32Array;
  readonly close: Float64Array;
  /** Null if dividends are unknown for every day. */
  readonly dividends: CashDividends | null;
  /** No longer listed, so its last close is its last price. */
  readonly ended: boolean;
  readonly origin: BarsOrigin;
  /** Latest trading day whose close is final, whether or not that close is stored. */
  readonly finalDay: IsoDate;
}

/** A span of days, both ends included; null means the first or the last known day. */
export interface DaySpan {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
}

/** The prices that `createMarket` (`create-market.ts`) serves from a chain of providers. */
export interface Market {
  /**
   * @throws {NotFoundError} code `symbol_not_found`: unknown or malformed; `price_not_found`: listed, but every provider said that it has no price.
   * @throws {UnavailableError} code `upstream_unavailable`: no provider responds and nothing is known.
   */
  getQuote(symbol: string): Promise<QuoteAnswer>;
  /** Several quotes at once; unknown and unavailable symbols are listed separately. */
  getQuotes(symbols: readonly string[]): Promise<QuotesAnswer>;
  /** Throws like `quote`. No bars if no known bar begins in the span. */
  getHistory(symbol: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer>;
  /** Stored prices of a security, without querying a provider; null if there are none. `stale`: later days are missing. */
  readStoredHistory(symbol: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer | null>;
  /**
   * All stored closes of a security, without querying a provider; null if there are none.
   * @param columns returns the buffers to write into, for bulk readers of thousands of securities: bypasses the cache, also as fallback for a store
   * that does not respond.
   * @throws {UnavailableError} while the store does not respond and no cached value can replace it.
   */
  readCloses(symbol: string, columns?: typeof createEmptyCloses): Promise<StoredCloses | null>;
  /** Returns whether the ticker directories list a symbol; null while they are not loaded. */
  isListed(symbol: string): boolean | null;
  /** Counts an answer reused for another caller a moment later as a memory hit. */
  countReuse(about: "quote" | "bars"): void;
}

/** Each share became `ratio` shares before the open of `date`: 10 for ten-for-one, 0.1 for a one-for-ten reverse split. */
export interface Split {
  readonly date: IsoDate;
  readonly ratio: number;
}

/** The quote that a provider sends along with its bars. */
export type QuotedPrice = Pick<Quote, "price" | "change" | "pricedAt">;

/** Dividends within the days of an answer. */
export interface DailyDividends extends CashDividends {
  /** Why dividends were rejected. */
  readonly refused: readonly string[];
}

export interface DailyBars {
  /** Newest first, never empty. */
  readonly bars: readonly Bar[];
  readonly companyName: string | null;
  /** Known splits within the bars' days, oldest first; empty if the provider reports none. */
  readonly splits: readonly Split[];
  /** Absent or null if the answer has no dividend data. */
  readonly dividends?: DailyDividends | null;
  /** Number of the provider's days that were dropped as implausible. */
  readonly dropped: number;
  /** The quote in the same answer, if any. */
  readonly quoted?: QuotedPrice | null;
}

export type ProviderId = "yahoo" | "nasdaq" | "tiingo" | "finnhub" | "file";

/** Maximum symbols per call of `quotes`. */
export const QUOTES_AT_ONCE = 20;

/**
 * A price provider. It validates what it receives: nothing malformed, negative or out of order gets through. It spaces its own requests; the caller
 * limits their number by `budget`. Each method throws a SourceError if the provider sent no usable answer, and never retries by itself.
 */
export interface MarketProvider {
  readonly id: ProviderId;
  /** Null if the provider does not know the symbol. Absent if the provider has no quotes. */
  readonly fetchQuote?: (symbol: CanonicalSymbol, signal: AbortSignal) => Promise<Quote | null>;
  /**
   * Quotes of up to QUOTES_AT_ONCE symbols in one request. Symbols without a usable answer are not in the map: only `quote` tells whether they are
   * unknown.
   */
  readonly fetchQuotes?: (
    symbols: readonly CanonicalSymbol[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<CanonicalSymbol, Quote>>;
  /** Fetches quote and daily bars (null if there are none) in one request, for a symbol without anything stored. */
  readonly fetchQuoteWithBars?: (
    symbol: CanonicalSymbol,
    signal: AbortSignal,
  ) => Promise<{ readonly quote: Quote; readonly bars: DailyBars | null } | null>;
  /** Daily bars from a day on; by default six years (`getHistoryStart`). Null for an unknown symbol. Absent if the provider has no history. */
  readonly fetchDailyBars?: (
    symbol: CanonicalSymbol,
    signal: AbortSignal,
    since?: IsoDate,
  ) => Promise<DailyBars | null>;
  /**
   * `adjusted`: every bar is on the scale of today's share, at the latest some days after a split. `unverified`: the scale is unconfirmed, and its
   * bars never change the scale of the stored ones.
   */
  readonly splitPolicy: "adjusted" | "unverified";
  /** Has the full history of each security, so that earlier days need not be fetched elsewhere. */
  readonly hasEveryDay?: true;
  /** Its bars come without a quote: call `quote` if one has to confirm them. */
  readonly quoteConfirmsBars?: true;
  /** Requests allowed by the provider's terms or limits. */
  readonly budget: RateLimits;
}

/** A provider that supports at least these methods. */
export type ProviderWith<K extends keyof MarketProvider> = MarketProvider & Required<Pick<MarketProvider, K>>;
