/** Builds a security's entry for the demo's imitation of Yahoo's `/v7/finance/quote`, with fields that a price client may use. */
import type { ListedSecurity } from "./material.ts";
import { computeYearRange, getLatestPrice, toEpochSeconds } from "./yahoo-chart.ts";

/** Like Yahoo, omits unknown values (shares, earnings). */
export function buildYahooQuote(security: ListedSecurity): Record<string, unknown> {
  const last = getLatestPrice(security);
  const before = security.prices.at(-2)?.close ?? last.open;
  const { high, low } = computeYearRange(security);
  const { sharesOutstanding, epsTrailingTwelveMonths } = security;
  return {
    quoteType: security.quoteType,
    shortName: security.shortName,
    longName: security.longName,
    currency: "USD",
    exchange: security.exchange,
    fullExchangeName: security.exchangeName,
    exchangeTimezoneName: "America/New_York",
    regularMarketTime: toEpochSeconds(last.date, "16:00"),
    regularMarketPrice: last.close,
    regularMarketDayHigh: last.high,
    regularMarketDayLow: last.low,
    regularMarketVolume: last.volume,
    regularMarketPreviousClose: before,
    regularMarketOpen: last.open,
    fiftyTwoWeekHigh: high,
    fiftyTwoWeekLow: low,
    ...(sharesOutstanding !== null && { sharesOutstanding, marketCap: Math.round(sharesOutstanding * last.close) }),
    ...(epsTrailingTwelveMonths !== null && {
      epsTrailingTwelveMonths,
      ...(epsTrailingTwelveMonths > 0 && { trailingPE: last.close / epsTrailingTwelveMonths }),
    }),
    symbol: security.symbol,
  };
}
