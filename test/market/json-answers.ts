/** Made-up answers of the JSON providers, and those providers on top of them. */
import assert from "node:assert/strict";
import { createLogger } from "../../src/base/log.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Fetch } from "../../src/outbound/fetch.ts";
import { createFinnhubProvider } from "../../src/prices/providers/finnhub.ts";
import { createNasdaqProvider } from "../../src/prices/providers/nasdaq/nasdaq.ts";
import type { ProviderOptions } from "../../src/prices/providers/request.ts";
import { createTiingoProvider } from "../../src/prices/providers/tiingo.ts";

export const NOW = new Date("2026-11-20T22:30:00Z");

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Text as it is, anything else as JSON. */
  readonly body: unknown;
}

/** Creates a fetch that gives the first answer whose key is part of the path. Records each requested path in `asked`. */
export function createFetch(answers: Readonly<Record<string, Answer | Error>>, asked: string[] = []): Fetch {
  return async (url) => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    const found = Object.entries(answers).find(([part]) => (pathname + search).includes(part))?.[1];
    if (found instanceof Error) throw found;
    const { status = 200, headers = {}, body } = found ?? { status: 404, body: "nothing here" };
    return {
      status,
      headers: new Headers(headers),
      body: (async function* () {
        yield Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
      })(),
    };
  };
}

/** A stand-in for a key, which must not appear in any error. */
export const KEY = "made-up-key-4711";
export const SMPL = toCanonicalSymbol("SMPL") ?? assert.fail();
export const createSignal = () => AbortSignal.timeout(5_000);
export type Answers = Readonly<Record<string, Answer | Error>>;

export function createOptions(fetch: Fetch): ProviderOptions & { readonly apiKey: string } {
  return {
    baseUrl: "http://127.0.0.1:9/site",
    contact: null,
    log: createLogger("silent"),
    getTime: () => NOW,
    apiKey: KEY,
    timeoutMs: 1_000,
    fetch,
  };
}

export const createTestNasdaq = (answers: Answers, asked?: string[]) =>
  createNasdaqProvider(createOptions(createFetch(answers, asked)));
export const createTestTiingo = (answers: Answers, asked?: string[]) =>
  createTiingoProvider(createOptions(createFetch(answers, asked)));
export const createTestFinnhub = (answers: Answers, asked?: string[]) =>
  createFinnhubProvider(createOptions(createFetch(answers, asked)));

const createPrint = (
  lastSalePrice: string,
  netChange: string,
  percentageChange: string,
  lastTradeTimestamp: string,
) => ({
  ...{ lastSalePrice, netChange, percentageChange, lastTradeTimestamp },
  volume: "4,321.75",
});

/** An evening, after the regular session closed at 105.50, one dollar above the day before. */
export const createNasdaqInfo = (change: Record<string, unknown> = {}) => ({
  data: {
    symbol: "SMPL",
    companyName: "Sample Widgets Inc. Common Stock",
    marketStatus: "After-Hours",
    primaryData: createPrint("$106.00", "+0.50", "+0.47%", "Nov 20, 2026 5:20 PM ET"),
    secondaryData: createPrint("$105.50", "+1.00", "+0.96%", "Closed at Nov 20, 2026 4:00 PM ET"),
    keyStats: { fiftyTwoWeekHighLow: { value: "80.50 - 120.25" } },
    ...change,
  },
  status: { rCode: 200, bCodeMessage: null },
});

export const createNasdaqSummary = (change: Record<string, string> = {}) => {
  const values = { ShareVolume: "4,320.25", PreviousClose: "$104.50", MarketCap: "1,234,567,890", ...change };
  const summaryData = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return { data: { summaryData }, status: { rCode: 200 } };
};

export const nasdaqUnknown = {
  data: null,
  status: { rCode: 400, bCodeMessage: [{ code: 1001, errorMessage: "Symbol not exists." }] },
};

export const createNasdaqHistory = (...rows: Record<string, unknown>[]) => ({
  data: { symbol: "SMPL", totalRecords: rows.length, tradesTable: { rows } },
  status: { rCode: 200 },
});
export const createNasdaqDay = (date: string, change: Record<string, unknown> = {}) => ({
  ...{ date, close: "$101.50", volume: "1,000.6", open: "$100.25", high: "$1,020.00", low: "$99.5", ...change },
});

export const createTiingoDay = (date: string, change: Record<string, unknown> = {}) => ({
  ...{ date: `${date}T00:00:00.000Z`, open: 100, high: 102, low: 99, close: 101, volume: 1_000 },
  ...{ adjClose: 1, adjHigh: 1, adjLow: 1, adjOpen: 1, adjVolume: 1, divCash: 0, splitFactor: 1, ...change },
});
export const createTiingoLast = (change: Record<string, unknown> = {}) => ({
  ...{ ticker: "SMPL", timestamp: "2026-11-20T21:00:00+00:00", lastSaleTimestamp: null, last: null },
  ...{ tngoLast: 105.5, prevClose: 104.5, volume: 12, ...change },
});

export const createFinnhubQuote = (change: Record<string, unknown> = {}) => ({
  ...{ c: 105.5, d: 1, dp: 0.9569, h: 106, l: 104, o: 104.5, pc: 104.5, t: NOW.getTime() / 1000 - 60, ...change },
});
export const createFinnhubProfile = (change: Record<string, unknown> = {}) => ({
  ...{ ticker: "SMPL", name: "Sample Widgets Inc", currency: "USD", marketCapitalization: 1_234.56789, ...change },
});
export const finnhubMetric = { metric: { peTTM: 21.5, "52WeekHigh": 120.25, "52WeekLow": 80.5 } };
