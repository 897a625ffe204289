/** A local server that imitates Yahoo's hosts with made-up prices, and can be told to misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface YahooSite {
  readonly url: string;
  /** Requested paths, in order. */
  readonly requests: string[];
  /** Answers by path prefix that override the regular ones. */
  readonly overrides: Map<string, Handler>;
  /** The token that `getcrumb` returns now; `quote` accepts no other. */
  crumb: string;
  stop(): Promise<void>;
}

export const NOW = new Date("2026-11-20T15:00:00Z");
const DAY = 86_400;
const OPENING = Date.parse("2026-11-20T14:30:00Z") / 1000;

/** Five trading days up to the morning of NOW, oldest first: Monday 16 to Friday 20 November 2026. */
export function createChartBody(symbol: string): ChartBody {
  const row = [0, 1, 2, 3, 4];
  return {
    chart: {
      result: [
        {
          meta: {
            currency: "USD",
            symbol,
            exchangeTimezoneName: "America/New_York",
            regularMarketTime: NOW.getTime() / 1000 - 60,
            regularMarketPrice: 105.5,
            regularMarketVolume: 4_321,
            fiftyTwoWeekHigh: 120.25,
            fiftyTwoWeekLow: 80.5,
            chartPreviousClose: 50,
            longName: "Sample Widgets Inc.",
          },
          timestamp: row.map((day) => OPENING - (4 - day) * DAY),
          indicators: {
            quote: [
              {
                open: row.map((day) => 100 + day),
                high: row.map((day) => 106 + day),
                low: row.map((day) => 95 + day),
                close: row.map((day) => 101 + day),
                volume: row.map((day) => 1_000 + day),
              },
            ],
          },
        },
      ],
      error: null,
    },
  };
}

export interface Columns {
  open: unknown[];
  high: unknown[];
  low: unknown[];
  close: unknown[];
  volume: unknown[];
}
export interface ChartBody {
  chart: {
    result: {
      meta: Record<string, unknown>;
      timestamp: unknown[];
      indicators: { quote: Columns[] };
      events?: { splits: Record<string, unknown> };
    }[];
    error: null;
  };
}

export const createQuoteBody = (symbol: string) => ({
  quoteResponse: {
    result: [
      {
        language: "en-US",
        region: "US",
        quoteType: "EQUITY",
        symbol,
        regularMarketPrice: 105.4,
        regularMarketTime: NOW.getTime() / 1000 - 90,
        regularMarketPreviousClose: 104,
        marketCap: 1_234_567_890.4,
        trailingPE: 21.5,
      },
    ],
    error: null,
  },
});

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export async function startYahooSite(): Promise<YahooSite> {
  const requests: string[] = [];
  const overrides = new Map<string, Handler>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    requests.push(url.pathname);
    for (const [prefix, handler] of overrides) {
      if (url.pathname.startsWith(prefix)) return handler(request, response);
    }
    if (url.pathname === "/yahoo/v1/test/getcrumb") return void response.end(site.crumb);
    if (url.pathname === "/yahoo/v7/finance/quote") {
      if (url.searchParams.get("crumb") === site.crumb) return sendJson(response, createQuoteBody(getSymbol(url)));
      const error = { code: "Unauthorized", description: "Invalid Crumb" };
      return sendJson(response, { finance: { result: null, error } }, 401);
    }
    if (url.pathname.startsWith("/yahoo/v8/finance/chart/")) return sendJson(response, createChartBody(getSymbol(url)));
    // The page that the provider gets its first cookie from, with longer headers than Node's own fetch accepts.
    const cookies = ["A1=made-up; Domain=finance.yahoo.com; Path=/; Max-Age=86400; Secure"];
    response.writeHead(200, { "set-cookie": cookies, "x-long": "x".repeat(30_000) }).end("<html></html>");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const site: YahooSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/yahoo`,
    requests,
    overrides,
    crumb: "crumb-1",
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
  return site;
}

function getSymbol(url: URL): string {
  return url.searchParams.get("symbols") ?? url.pathname.split("/").at(-1) ?? "";
}
