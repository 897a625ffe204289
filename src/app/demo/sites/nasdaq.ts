/** Stand-in for api.nasdaq.com: all values are strings, funds have another class than stocks, an unknown symbol is an error with status 200. */
import type { DailyPrice, ListedSecurity, Material } from "./material.ts";
import { type Answer, type Ask, html, json, type Site } from "./site.ts";
import { latest, yearOf } from "./yahoo-chart.ts";

export function nasdaqSite(material: Material): Site {
  return async (ask) => {
    const [, symbol = "", what = ""] = /^\/api\/quote\/([^/]+)\/(info|summary|historical)$/.exec(ask.path) ?? [];
    if (what === "") return html(404, "<html><head><title>Not Found</title></head></html>");
    const printed = decodeURIComponent(symbol).toUpperCase();
    const security = await material.prices.security(printed.replace(/[./]/g, "-"));
    const isAsked = (security?.quoteType === "ETF" ? "etf" : "stocks") === ask.query.get("assetclass");
    if (security === null || !isAsked) return unknown();
    if (what === "info") return data({ symbol: printed, ...info(security) });
    if (what === "summary") return data({ symbol: printed, summaryData: summary(security) });
    return data({ symbol: printed, ...historical(security, ask) });
  };
}

function data(body: unknown): Answer {
  const status = { rCode: 200, bCodeMessage: null, developerMessage: null };
  return json(200, { data: body, message: null, status });
}

function unknown(): Answer {
  const bCodeMessage = [{ code: 1001, errorMessage: "Symbol not exists." }];
  return json(200, { data: null, message: null, status: { rCode: 400, bCodeMessage, developerMessage: null } });
}

function info(security: ListedSecurity) {
  const last = latest(security);
  const change = changeOf(security);
  const { high, low } = yearOf(security);
  return {
    companyName: security.longName,
    stockType: "Common Stock",
    exchange: "NASDAQ-GS",
    marketStatus: "Closed",
    assetClass: security.quoteType === "ETF" ? "ETF" : "STOCKS",
    primaryData: {
      lastSalePrice: dollars(last.close),
      netChange: signed(change),
      percentageChange: `${signed((100 * change) / (last.close - change))}%`,
      deltaIndicator: change < 0 ? "down" : "up",
      lastTradeTimestamp: `Closed at ${longDate(last.date)} 4:00 PM ET`,
      isRealTime: false,
      volume: count(last.volume),
    },
    secondaryData: null,
    keyStats: { fiftyTwoWeekHighLow: { label: "52 Week Range:", value: `${low.toFixed(2)} - ${high.toFixed(2)}` } },
  };
}

function summary(security: ListedSecurity) {
  const last = latest(security);
  const { high, low } = yearOf(security);
  const cap = security.sharesOutstanding === null ? "N/A" : count(security.sharesOutstanding * last.close);
  const entries = {
    ShareVolume: count(last.volume),
    PreviousClose: dollars(last.close - changeOf(security)),
    FiftTwoWeekHighLow: `${dollars(high)}/${dollars(low)}`,
    MarketCap: cap,
    AnnualizedDividend: "N/A",
  };
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { label: name, value }]));
}

function historical(security: ListedSecurity, ask: Ask) {
  const from = ask.query.get("fromdate") ?? "";
  const to = ask.query.get("todate") ?? "9999-12-31";
  const rows = security.prices.filter(({ date }) => date >= from && date <= to).map(row);
  return {
    totalRecords: rows.length,
    tradesTable: {
      headers: { date: "Date", close: "Close/Last", volume: "Volume", open: "Open", high: "High", low: "Low" },
      rows: rows.length === 0 ? null : rows.reverse().slice(0, Number(ask.query.get("limit") ?? 10)),
    },
  };
}

function row({ date, open, high, low, close, volume }: DailyPrice) {
  const [year, month, day] = date.split("-");
  return {
    date: `${month}/${day}/${year}`,
    close: dollars(close),
    volume: count(volume),
    open: dollars(open),
    high: dollars(high),
    low: dollars(low),
  };
}

function changeOf(security: ListedSecurity): number {
  const last = latest(security);
  return last.close - (security.prices.at(-2)?.close ?? last.open);
}

// Created once: `toLocaleString` looks up its format on every call, and a history has thousands of prices.
const COUNTS = new Intl.NumberFormat("en-US");
const PRICES = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: false,
});
const count = (value: number): string => COUNTS.format(Math.round(value));
const signed = (value: number): string => (value < 0 ? "" : "+") + value.toFixed(2);
const dollars = (value: number): string => `$${PRICES.format(value)}`;

function longDate(day: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}
