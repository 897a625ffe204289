/** Quotes and price history: the interface that the API uses, and the interface of a price provider. */
import type { Bar, CashDividends, Interval, Period } from "../domain/bar.ts";
import type { BarColumns, createEmptyCloses } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { BarsOrigin } from "../store/market.ts";
import type { RateLimits } from "./providers/rate-budget.ts";

export interface QuoteAnswer {
  readonly quote: Quote;
  /** True if fetching a newer price failed, or if the last price is too old to be current. */
  readonly stale: boolean;
}

export interface QuotesAnswer {
  /** Quotes in the requested order, each security once. */
  readonly quotes: readonly QuoteAnswer[];
  /** Unknown or malformed symbols. */
  readonly notFound: readonly string[];
  /** Symbols that have no stored price, and for which no provider responded. */
  readonly unavailable: readonly string[];
}

export interface HistoryAnswer {
  readonly symbol: CanonicalSymbol;
  /** Newest first. */
  readonly bars: BarColumns;
  /** Identifies the daily bars from which these bars were built: the same tag, interval and span give the same bars. */
  readonly tag: string;
  readonly stale: boolean;
  readonly origin: BarsOrigin;
  /** First and last day stored for the symbol, regardless of the requested span. */
  readonly firstDay: IsoDate;
  readonly lastDay: IsoDate;
}

/** Daily closes as stored, adjusted for splits but not for dividends. */
export interface StoredCloses {
  readonly symbol: CanonicalSymbol;
  /** Days since 1970-01-01, ascending, never empty. */
  readonly days: Int32Array;
  readonly close: Float64Array;
  /** Null if no day's dividends are known. */
  readonly dividends: CashDividends | null;
  /** True if the security is no longer listed, so that its last close is its last price. */
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
   * @throws {NotFoundError} `symbol_not_found`: unknown or malformed; `price_not_found`: listed, but every provider said that it
   * has no price.
   * @throws {UnavailableError} `upstream_unavailable`: no provider responds, and no price is stored.
   */
  getQuote(symbol: string): Promise<QuoteAnswer>;
  getQuotes(symbols: readonly string[]): Promise<QuotesAnswer>;
  /** Throws like `getQuote`. Returns no bars if no bar begins in the span. */
  getHistory(symbol: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer>;
  /** Stored prices of a security, without querying a provider; null if there are none. `stale`: later days are missing. */
  readStoredHistory(symbol: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer | null>;
  /**
   * All stored closes of a security, without querying a provider; null if there are none.
   * @param columns returns the buffers to write into, for readers of thousands of securities; bypasses the cache.
   * @throws {UnavailableError} while the store does not respond, if nothing is cached or `columns` is given.
   */
  readCloses(symbol: string, columns?: typeof createEmptyCloses): Promise<StoredCloses | null>;
  /** Returns whether the ticker directories list a symbol; null while they are not loaded. */
  isListed(symbol: string): boolean | null;
  /** Counts a hit in the memory cache. The API calls this when it reuses an answer for another request. */
  countReuse(about: "quote" | "bars"): void;
}

/** Each share became `ratio` shares before the open of `date`: 10 for ten-for-one, 0.1 for a one-for-ten reverse split. */
export interface Split {
  readonly date: IsoDate;
  readonly ratio: number;
}

export type QuotedPrice = Pick<Quote, "price" | "change" | "pricedAt">;

/** Dividends in the period that a provider's bars cover. */
export interface DailyDividends extends CashDividends {
  /** Why dividends were rejected. */
  readonly refused: readonly string[];
}

export interface DailyBars {
  /** Newest first, never empty. */
  readonly bars: readonly Bar[];
  readonly companyName: string | null;
  /** Splits in the period that the bars cover, oldest first. Empty if the provider reports none. */
  readonly splits: readonly Split[];
  /** Absent or null if the answer has no dividend data. */
  readonly dividends?: DailyDividends | null;
  /** Number of days in the provider's answer that were dropped as implausible. */
  readonly dropped: number;
  /** The quote that the provider sent along with the bars, if any. */
  readonly quoted?: QuotedPrice | null;
}

export type ProviderId = "yahoo" | "nasdaq" | "tiingo" | "finnhub" | "file";

/** Maximum symbols per call of `getQuotes` and of a provider's `fetchQuotes`. */
export const QUOTES_AT_ONCE = 20;

/**
 * A price provider. It rejects malformed, negative or unordered data, and spaces its requests; the caller limits their number by
 * `budget`. A method throws a SourceError if the answer is not usable, and never retries.
 */
export interface MarketProvider {
  readonly id: ProviderId;
  /** Fetches a quote. Null if the provider does not know the symbol. The method is absent if the provider has no quotes. */
  readonly fetchQuote?: (symbol: CanonicalSymbol, signal: AbortSignal) => Promise<Quote | null>;
  /**
   * Quotes of up to QUOTES_AT_ONCE symbols in one request. Symbols without a usable answer are not in the map: only `fetchQuote`
   * shows whether they are unknown.
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
  /**
   * Fetches daily bars since a day, by default of the last six years (`getHistoryStart`). Returns null for an unknown symbol. The
   * method is absent if the provider has no history.
   */
  readonly fetchDailyBars?: (
    symbol: CanonicalSymbol,
    signal: AbortSignal,
    since?: IsoDate,
  ) => Promise<DailyBars | null>;
  /**
   * `adjusted`: the provider adjusts every bar for a split, at most some days after the split. `unverified`: bars may not be
   * adjusted, and never change the scale of the stored bars.
   */
  readonly splitPolicy: "adjusted" | "unverified";
  /** Set if the provider has the full history of each security. No other provider then needs to be queried for earlier days. */
  readonly hasEveryDay?: true;
  /** Set if the bars come without a quote: `fetchQuote` is then called whenever a quote must confirm the bars. */
  readonly barsMustBeConfirmedByQuote?: true;
  readonly budget: RateLimits;
}

/** A provider that supports at least these methods. */
export type ProviderWith<K extends keyof MarketProvider> = MarketProvider & Required<Pick<MarketProvider, K>>;
