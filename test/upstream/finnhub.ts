/** Stand-in for finnhub.io: any key is accepted; an unknown symbol has the price 0. */
import type { ListedSecurity, Material } from "../../src/app/demo/sites/material.ts";
import { type Site, toJsonAnswer } from "../../src/app/demo/sites/site.ts";
import { computeYearRange, getLatestPrice, toEpochSeconds } from "../../src/app/demo/sites/yahoo-chart.ts";

export function createFinnhubSite(material: Material): Site {
  return async (ask) => {
    if (!ask.headers["x-finnhub-token"] && !ask.query.get("token"))
      return toJsonAnswer(401, { error: "Invalid API key" });
    const symbol = (ask.query.get("symbol") ?? "").toUpperCase();
    const security = await material.prices.findSecurity(symbol.replace(".", "-"));
    if (ask.path === "/api/v1/quote") return toJsonAnswer(200, buildFinnhubQuote(security));
    if (ask.path === "/api/v1/stock/profile2") return toJsonAnswer(200, buildProfile(symbol, security));
    if (ask.path === "/api/v1/stock/metric") return toJsonAnswer(200, buildMetric(symbol, security));
    return toJsonAnswer(404, { error: "Not found" });
  };
}

function buildFinnhubQuote(security: ListedSecurity | null) {
  if (security === null) return { c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 };
  const last = getLatestPrice(security);
  const before = security.prices.at(-2)?.close ?? last.open;
  return {
    ...{ c: last.close, d: last.close - before, dp: (100 * (last.close - before)) / before },
    ...{ h: last.high, l: last.low, o: last.open, pc: before, t: toEpochSeconds(last.date, "16:00") },
  };
}

/** Builds a company profile; empty for funds, which have no profile on Finnhub, and for unknown symbols. */
function buildProfile(symbol: string, security: ListedSecurity | null) {
  if (security === null || security.quoteType === "ETF") return {};
  const shares = security.sharesOutstanding;
  return {
    ...{ country: "US", currency: "USD", exchange: security.exchangeName, name: security.longName, ticker: symbol },
    ...(shares !== null && {
      marketCapitalization: (shares * getLatestPrice(security).close) / 1e6,
      shareOutstanding: shares / 1e6,
    }),
  };
}

function buildMetric(symbol: string, security: ListedSecurity | null) {
  if (security === null) return { metric: {}, metricType: "all", series: {}, symbol };
  const { high, low } = computeYearRange(security);
  const earnings = security.epsTrailingTwelveMonths;
  const peTTM = earnings !== null && earnings > 0 ? getLatestPrice(security).close / earnings : null;
  return { metric: { "52WeekHigh": high, "52WeekLow": low, peTTM }, metricType: "all", series: {}, symbol };
}
