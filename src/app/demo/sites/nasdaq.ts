/** Stand-in for api.nasdaq.com. All values are strings. Funds need `assetclass=etf`. Unknown symbols also get status 200. */
import type { DailyPrice, ListedSecurity, Material } from "./material.ts";
import { type Answer, type Site, type SiteRequest, toHtmlAnswer, toJsonAnswer } from "./site.ts";
import { computeYearRange, getLatestPrice } from "./yahoo-chart.ts";

export function createNasdaqStandIn(material: Material): Site {
  return async (request) => {
    const [, symbol = "", what = ""] = /^\/api\/quote\/([^/]+)\/(info|summary|historical)$/.exec(request.path) ?? [];
    if (what === "") return toHtmlAnswer(404, "<html><head><title>Not Found</title></head></html>");
    const printed = decodeURIComponent(symbol).toUpperCase();
    const security = await material.prices.findSecurity(printed.replace(/[./]/g, "-"));
    const isOfClass = (security?.quoteType === "ETF" ? "etf" : "stocks") === request.query.get("assetclass");
    if (security === null || !isOfClass) return createUnknownSymbolAnswer();
    if (what === "info") return createNasdaqDataAnswer({ symbol: printed, ...buildInfo(security) });
    if (what === "summary") return createNasdaqDataAnswer({ symbol: printed, summaryData: buildSummary(security) });
    return createNasdaqDataAnswer({ symbol: printed, ...buildPriceHistory(security, request) });
  };
}

function createNasdaqDataAnswer(body: unknown): Answer {
  const status = { rCode: 200, bCodeMessage: null, developerMessage: null };
  return toJsonAnswer(200, { data: body, message: null, status });
}

function createUnknownSymbolAnswer(): Answer {
  const bCodeMessage = [{ code: 1001, errorMessage: "Symbol not exists." }];
  return toJsonAnswer(200, { data: null, message: null, status: { rCode: 400, bCodeMessage, developerMessage: null } });
}

function buildInfo(security: ListedSecurity) {
  const last = getLatestPrice(security);
  const change = computeLatestChange(security);
  const { high, low } = computeYearRange(security);
  return {
    companyName: security.longName,
    marketStatus: "Closed",
    primaryData: {
      lastSalePrice: formatDollars(last.close),
      netChange: formatWithSign(change),
      percentageChange: `${formatWithSign((100 * change) / (last.close - change))}%`,
      deltaIndicator: change < 0 ? "down" : "up",
      lastTradeTimestamp: `Closed at ${formatLongDate(last.date)} 4:00 PM ET`,
      volume: formatCount(last.volume),
    },
    secondaryData: null,
    keyStats: { fiftyTwoWeekHighLow: { label: "52 Week Range:", value: `${low.toFixed(2)} - ${high.toFixed(2)}` } },
  };
}

function buildSummary(security: ListedSecurity) {
  const last = getLatestPrice(security);
  const { high, low } = computeYearRange(security);
  const cap = security.sharesOutstanding === null ? "N/A" : formatCount(security.sharesOutstanding * last.close);
  const entries = {
    ShareVolume: formatCount(last.volume),
    PreviousClose: formatDollars(last.close - computeLatestChange(security)),
    FiftTwoWeekHighLow: `${formatDollars(high)}/${formatDollars(low)}`,
    MarketCap: cap,
  };
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { label: name, value }]));
}

function buildPriceHistory(security: ListedSecurity, request: SiteRequest) {
  const from = request.query.get("fromdate") ?? "";
  const to = request.query.get("todate") ?? "9999-12-31";
  const rows = security.prices.filter(({ date }) => date >= from && date <= to).map(formatPriceRow);
  const listed = rows.length === 0 ? null : rows.reverse().slice(0, Number(request.query.get("limit") ?? 10));
  return { tradesTable: { rows: listed } };
}

function formatPriceRow({ date, open, high, low, close, volume }: DailyPrice) {
  const [year, month, day] = date.split("-");
  return {
    date: `${month}/${day}/${year}`,
    close: formatDollars(close),
    volume: formatCount(volume),
    open: formatDollars(open),
    high: formatDollars(high),
    low: formatDollars(low),
  };
}

function computeLatestChange(security: ListedSecurity): number {
  const last = getLatestPrice(security);
  return last.close - (security.prices.at(-2)?.close ?? last.open);
}

// Created once: `toLocaleString` looks up its format on every call, and a history has thousands of prices.
const COUNTS = new Intl.NumberFormat("en-US");
const PRICES = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: false,
});
const formatCount = (value: number): string => COUNTS.format(Math.round(value));
const formatWithSign = (value: number): string => (value < 0 ? "" : "+") + value.toFixed(2);
const formatDollars = (value: number): string => `$${PRICES.format(value)}`;

function formatLongDate(day: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}
