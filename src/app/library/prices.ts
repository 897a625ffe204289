/** `congress-trades/prices`: quotes and price history in a program of one's own (docs/library.md). Nothing is fetched before a price is asked for. */
import { readConfig } from "../../base/config.ts";
import { createLogger } from "../../base/log.ts";
import { barsOf } from "../../domain/bar-columns.ts";
import { isoDate } from "../../domain/dates.ts";
import { type WireQuote, wireQuote } from "../../domain/quote.ts";
import { createMarket } from "../../prices/create-market.ts";
import { pricesInMemory } from "../../prices/prices-in-memory.ts";
import { createProviders } from "../../prices/providers/all.ts";

/** The settings that prices depend on, by their names in docs/settings.md; what is left out has its default. */
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

/** `CONTACT`, `MARKET_PROVIDERS` and what else docs/settings.md says of prices. */
export type PriceSettings = { readonly [name: string]: string | undefined };

/** A quote of the API. A number that the provider does not have is null. */
export interface PriceQuote extends WireQuote {
  /** No provider answers, and this is the last known price. */
  readonly is_stale: boolean;
}

/** One period of trading, adjusted for splits and not for dividends. */
export interface PriceBar {
  /** The day; of a week its Monday, of a month its first. */
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
  /** Providers of the bars, the latest first. */
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

/** @throws both an `Error` with `code`: `symbol_not_found`, `price_not_found`, or `upstream_unavailable` while no provider answers. */
export interface Prices {
  quote(symbol: string): Promise<PriceQuote>;
  history(symbol: string, options?: HistoryOptions): Promise<PriceHistory>;
}

/**
 * The chain of providers, with budgets and a memory of its own. What was fetched is kept for as long as the process runs.
 * @throws an `Error` with `code` `config` for a wrong setting, or a provider without its key.
 */
export function openPrices(settings: PriceSettings = process.env): Prices {
  const config = readConfig(Object.fromEntries(SETTINGS.map((name) => [name, settings[name]])));
  const log = createLogger("silent");
  const market = createMarket({
    providers: createProviders(config, log),
    store: pricesInMemory().table,
    knows: () => null,
    nameOf: () => null,
    log,
  });
  return {
    async quote(symbol) {
      const { quote: found, stale } = await market.quote(symbol);
      return { ...wireQuote(found), is_stale: stale };
    },
    async history(symbol, { period = "3mo", from, to, interval = "1d" } = {}) {
      const span = from === undefined && to === undefined ? period : { from: dayOf(from), to: dayOf(to) };
      const { bars, stale, origin, ...found } = await market.history(symbol, span, interval);
      return { symbol: found.symbol, data: barsOf(bars), is_stale: stale, sources: origin.providers };
    },
  };
}

/** @throws {RangeError} */
function dayOf(text: string | undefined) {
  const day = text === undefined ? null : isoDate(text);
  if (text !== undefined && day === null) throw new RangeError(`A day is written 2026-02-20, not "${text}".`);
  return day;
}

let prices: Prices | undefined;

/** The price of now, by the settings of the environment. All callers share one chain and its budgets. @throws as `Prices`. */
export async function quote(symbol: string): Promise<PriceQuote> {
  prices ??= openPrices();
  return prices.quote(symbol);
}

/** Daily, weekly or monthly bars, newest first, by the settings of the environment. @throws as `Prices`. */
export async function history(symbol: string, options?: HistoryOptions): Promise<PriceHistory> {
  prices ??= openPrices();
  return prices.history(symbol, options);
}
