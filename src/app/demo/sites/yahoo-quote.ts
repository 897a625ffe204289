/** One security of Yahoo's v7 quote. Unknown values (shares, earnings) are omitted, as Yahoo does. */
import type { ListedSecurity } from "./material.ts";
import { findYearRange, getLatestPrice } from "./yahoo-chart.ts";
import { getNewYorkOffset, toEpochSeconds } from "./yahoo-time.ts";

export function buildYahooQuote(security: ListedSecurity): Record<string, unknown> {
  const last = getLatestPrice(security);
  const before = security.prices.at(-2)?.close ?? last.open;
  const change = last.close - before;
  const { high, low } = findYearRange(security);
  const { sharesOutstanding, epsTrailingTwelveMonths } = security;
  const offset = getNewYorkOffset(last.date);
  return {
    language: "en-US",
    region: "US",
    quoteType: security.quoteType,
    typeDisp: security.quoteType === "ETF" ? "ETF" : "Equity",
    quoteSourceName: "Delayed Quote",
    triggerable: true,
    customPriceAlertConfidence: "HIGH",
    shortName: security.shortName,
    longName: security.longName,
    marketState: "CLOSED",
    currency: "USD",
    exchange: security.exchange,
    fullExchangeName: security.exchangeName,
    exchangeTimezoneName: "America/New_York",
    exchangeTimezoneShortName: offset === -14_400 ? "EDT" : "EST",
    gmtOffSetMilliseconds: offset * 1000,
    market: "us_market",
    esgPopulated: false,
    corporateActions: [],
    regularMarketTime: toEpochSeconds(last.date, "16:00"),
    regularMarketPrice: last.close,
    regularMarketChange: change,
    regularMarketChangePercent: (100 * change) / before,
    regularMarketDayHigh: last.high,
    regularMarketDayLow: last.low,
    regularMarketDayRange: `${last.low} - ${last.high}`,
    regularMarketVolume: last.volume,
    regularMarketPreviousClose: before,
    regularMarketOpen: last.open,
    fiftyTwoWeekHigh: high,
    fiftyTwoWeekLow: low,
    fiftyTwoWeekRange: `${low} - ${high}`,
    ...(sharesOutstanding !== null && { sharesOutstanding, marketCap: Math.round(sharesOutstanding * last.close) }),
    ...(epsTrailingTwelveMonths !== null && {
      epsTrailingTwelveMonths,
      ...(epsTrailingTwelveMonths > 0 && { trailingPE: last.close / epsTrailingTwelveMonths }),
    }),
    sourceInterval: 15,
    exchangeDataDelayedBy: 0,
    hasPrePostMarketData: true,
    firstTradeDateMilliseconds: toEpochSeconds(security.prices[0]?.date ?? last.date, "09:30") * 1000,
    priceHint: 2,
    tradeable: false,
    cryptoTradeable: false,
    symbol: security.symbol,
  };
}
