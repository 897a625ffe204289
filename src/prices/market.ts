/** Quotes and price history: what the API asks for, and what a provider of prices must give. */
import type { Bar, CashDividends, Interval, Period } from "../domain/bar.ts";
import type { BarColumns, emptyCloses } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { BarsOrigin } from "../store/market.ts";
import type { RateLimits } from "./providers/rate-budget.ts";

export interface QuoteAnswer {
  readonly quote: Quote;
  /** The provider could not be asked, and this is the last known price. */
  readonly stale: boolean;
}

export interface QuotesAnswer {
  /** Quotes in the order asked, each security once. */
  readonly quotes: readonly QuoteAnswer[];
  /** Unknown, or not of a symbol's form. */
  readonly notFound: readonly string[];
  /** No provider answers, and nothing is stored. */
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
  /** The first and the last day that are known, whatever was asked for. */
  readonly firstDay: IsoDate;
  readonly lastDay: IsoDate;
}

/** Daily closes as stored, adjusted for splits and not for dividends. */
export interface StoredCloses {
  readonly symbol: CanonicalSymbol;
  /** Days since 1970-01-01, ascending, never empty. */
  readonly days: Int32Array;
  readonly close: Float64Array;
  /** Null where it is not known of any day whether there was one. */
  readonly dividends: CashDividends | null;
  /** No longer listed, so that its last close is its last price. */
  readonly ended: boolean;
  readonly origin: BarsOrigin;
  /** The latest day of trading whose close is final, whether or not its close is stored. */
  readonly finalDay: IsoDate;
}

/** The days from one to another, both included; null stands for the first or the last day that is known. */
export interface DaySpan {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
}

/** The prices that `createMarket` (`create-market.ts`) makes of a chain of providers. */
export interface Market {
  /**
   * @throws {NotFoundError} code `symbol_not_found`: unknown, or not of a symbol's form; `price_not_found`: listed, and every provider answered that it has no price.
   * @throws {UnavailableError} code `upstream_unavailable`: no provider answers and nothing is known.
   */
  quote(symbol: string): Promise<QuoteAnswer>;
  /** Several at once; unknown and unavailable symbols are listed apart from the quotes. */
  quotes(symbols: readonly string[]): Promise<QuotesAnswer>;
  /** Throws as `quote` does. Without bars where no known bar begins in the span. */
  history(symbol: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer>;
  /** The stored prices of a security, without asking a provider; null where there are none. `stale`: later days are missing. */
  storedHistory(symbol: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer | null>;
  /**
   * All stored closes of a security, without asking a provider; null where there are none.
   * @param columns gives those that are written, to who reads thousands of securities: nothing is remembered of them, and nothing stands in for a
   * store that does not answer.
   * @throws {UnavailableError} while the store does not answer and nothing stands in for it.
   */
  closes(symbol: string, columns?: typeof emptyCloses): Promise<StoredCloses | null>;
  /** True if the ticker directories list a symbol; null while they are not known. */
  isListed(symbol: string): boolean | null;
  /** Counts an answer that was given again to another caller a moment later as one from memory. */
  givenAgain(about: "quote" | "bars"): void;
}

/** One share became `ratio` shares before the opening of `date`: 10 for ten-for-one, 0.1 for a reverse split of one for ten. */
export interface Split {
  readonly date: IsoDate;
  readonly ratio: number;
}

/** The quote that a provider gives beside its bars. */
export type QuotedPrice = Pick<Quote, "price" | "change" | "pricedAt">;

/** The dividends within the days of an answer. */
export interface DailyDividends extends CashDividends {
  /** Why others were not taken. */
  readonly refused: readonly string[];
}

export interface DailyBars {
  /** Newest first, never empty. */
  readonly bars: readonly Bar[];
  readonly companyName: string | null;
  /** Known splits within the bars' days, oldest first; empty where the provider reports none. */
  readonly splits: readonly Split[];
  /** Absent or null where the answer does not tell dividends. */
  readonly dividends?: DailyDividends | null;
  /** The number of days of the provider that were implausible. */
  readonly dropped: number;
  /** The quote that the same answer contains, if any. */
  readonly quoted?: QuotedPrice | null;
}

export type ProviderId = "yahoo" | "nasdaq" | "tiingo" | "finnhub" | "file";

/** The most symbols that one call of `quotes` may name. */
export const QUOTES_AT_ONCE = 20;

/**
 * A provider of prices. It validates what it receives: nothing malformed, negative or out of order gets past it. It spaces
 * its own requests; the caller limits the number of questions by `budget`. Each question throws a SourceError when the
 * provider did not answer, or not usably, and never asks twice on its own.
 */
export interface MarketProvider {
  readonly id: ProviderId;
  /** Null: it knows no such symbol. Absent where the provider has no quotes. */
  readonly quote?: (symbol: CanonicalSymbol, signal: AbortSignal) => Promise<Quote | null>;
  /**
   * Quotes of up to QUOTES_AT_ONCE symbols by one question. Those that it does not know, or not usably, are not in the
   * map: only `quote` says which.
   */
  readonly quotes?: (
    symbols: readonly CanonicalSymbol[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<CanonicalSymbol, Quote>>;
  /** Fetches quote and daily bars (null when it has none) by one question, for a symbol without anything stored. */
  readonly quoteWithBars?: (
    symbol: CanonicalSymbol,
    signal: AbortSignal,
  ) => Promise<{ readonly quote: Quote; readonly bars: DailyBars | null } | null>;
  /** Fetches daily bars from a day on; without one, six years (`historyStart`). It gives null for an unknown symbol and is absent where the provider has no history. */
  readonly dailyBars?: (symbol: CanonicalSymbol, signal: AbortSignal, since?: IsoDate) => Promise<DailyBars | null>;
  /**
   * `adjusted`: every bar is on the scale of today's share, at the latest some days after a split. `unverified`: nobody
   * has confirmed it, and its bars never change the scale of the stored ones.
   */
  readonly splitPolicy: "adjusted" | "unverified";
  /** Its history begins where the security's does, so that earlier days need not be looked for elsewhere. */
  readonly hasEveryDay?: true;
  /** Its bars come without a quote: `quote` is asked where one has to confirm them. */
  readonly quoteConfirmsBars?: true;
  /** Requests that the provider's terms or its limits allow. */
  readonly budget: RateLimits;
}

/** A provider that answers at least these questions. */
export type ProviderWith<K extends keyof MarketProvider> = MarketProvider & Required<Pick<MarketProvider, K>>;
