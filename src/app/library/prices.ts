/** `congress-trades/prices`: quotes and price history in your own program (docs/library.md). Fetches nothing until the first request. */
import { readConfig } from "../../base/config.ts";
import { AppError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { toBars } from "../../domain/bar-columns.ts";
import { parseIsoDate } from "../../domain/dates.ts";
import { toWireQuote, type WireQuote } from "../../domain/quote.ts";
import { createMarket } from "../../prices/create-market.ts";
import { createInMemoryPriceTable } from "../../prices/prices-in-memory.ts";
import { createProviders } from "../../prices/providers/all.ts";

/** The settings that prices depend on, by their names in docs/settings.md; the others have their defaults. */
const SETTINGS = [
  "CONTACT",
  "MARKET_PROVIDERS",
  "TIINGO_API_KEY",
  "TIINGO_API_KEY_FILE",
  "FINNHUB_API_KEY",
  "FINNHUB_API_KEY_FILE",
  "MARKET_FILES",
  "YAHOO_URL",
  "NASDAQ_URL",
  "TIINGO_URL",
  "FINNHUB_URL",
  "UPSTREAM_URL",
] as const;

/** `CONTACT`, `MARKET_PROVIDERS` and the other price settings in docs/settings.md. */
export type PriceSettings = { readonly [name: string]: string | undefined };

/** A quote of the API. A number that the provider does not have is null. */
export interface PriceQuote extends WireQuote {
  /** True if no provider is reachable, so that this is the last known price. */
  readonly is_stale: boolean;
}

/** One trading period, adjusted for splits but not for dividends. */
export interface PriceBar {
  /** The day; for a week its Monday, for a month its first day. */
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface PriceHistory {
  readonly symbol: string;
  /** Newest first. */
  readonly data: readonly PriceBar[];
  readonly is_stale: boolean;
  /** Names of the providers of the bars. The provider that most recently added bars comes first. */
  readonly sources: readonly string[];
}

export interface HistoryOptions {
  /** Calendar months back from the latest trading day, unless `from` or `to` (`YYYY-MM-DD`) is given; `3mo` by default. */
  readonly period?: "1mo" | "3mo" | "6mo" | "1y" | "5y";
  readonly from?: string;
  readonly to?: string;
  /** `1d` by default. */
  readonly interval?: "1d" | "1wk" | "1mo";
}

/**
 * @throws an `Error` with `code`: `symbol_not_found`, `price_not_found`, `invalid_parameter` for a day that is not a date, or
 * `upstream_unavailable` if no provider answers.
 */
export interface Prices {
  quote(symbol: string): Promise<PriceQuote>;
  history(symbol: string, options?: HistoryOptions): Promise<PriceHistory>;
}

/**
 * Opens a chain of price providers with its own request limits and cache. Fetched data is cached for the lifetime of the process.
 * @throws an `Error` with `code` `config` for an invalid setting, or a provider without its key.
 */
export function openPrices(settings: PriceSettings = process.env): Prices {
  const config = readConfig(Object.fromEntries(SETTINGS.map((name) => [name, settings[name]])));
  const log = createLogger("silent");
  const market = createMarket({
    providers: createProviders(config, log),
    store: createInMemoryPriceTable().table,
    isListed: () => null,
    getName: () => null,
    log,
  });
  return {
    async quote(symbol) {
      const { quote: found, stale } = await market.getQuote(symbol);
      return { ...toWireQuote(found), is_stale: stale };
    },
    async history(symbol, { period = "3mo", from, to, interval = "1d" } = {}) {
      const span =
        from === undefined && to === undefined ? period : { from: parseRequestedDay(from), to: parseRequestedDay(to) };
      const { bars, stale, origin, ...found } = await market.getHistory(symbol, span, interval);
      return { symbol: found.symbol, data: toBars(bars), is_stale: stale, sources: origin.providers };
    },
  };
}

function parseRequestedDay(text: string | undefined) {
  if (text === undefined) return null;
  const day = parseIsoDate(text);
  if (day === null) throw new AppError("invalid_parameter", `Invalid date "${text}"; expected YYYY-MM-DD.`);
  return day;
}

let prices: Prices | undefined;

/**
 * Returns the current price. Reads settings from the environment. All calls share one chain of providers and its request budgets.
 * @throws the errors of `openPrices` and `Prices`.
 */
export async function quote(symbol: string): Promise<PriceQuote> {
  prices ??= openPrices();
  return prices.quote(symbol);
}

/** Returns daily, weekly or monthly bars, newest first. Reads settings from the environment. @throws like `quote`. */
export async function history(symbol: string, options?: HistoryOptions): Promise<PriceHistory> {
  prices ??= openPrices();
  return prices.history(symbol, options);
}
