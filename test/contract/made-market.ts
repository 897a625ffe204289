/** A market of three made-up prices, and one symbol for each way in which prices can fail. */
import assert from "node:assert/strict";
import { NotFoundError, SourceError, UnavailableError } from "../../src/base/errors.ts";
import type { Bar } from "../../src/domain/bar.ts";
import { toBarColumns, toDayText } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { Quote } from "../../src/domain/quote.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Market } from "../../src/prices/market.ts";
import type { PriceInventory } from "../../src/prices/returns/price-coverage.ts";
import { createExampleQuote } from "../market/example-prices.ts";

const KNOWN = ["AAPL", "BRK.B", "STALE", "FUND"];
const BARS = { "1mo": 21, "3mo": 63, "6mo": 126, "1y": 252, "5y": 1258 } as const;
const DAYS_OF = { "1d": 1, "1wk": 5, "1mo": 21 } as const;

export function makeMarket(): Market {
  const made: Omit<Market, "readStoredHistory" | "readCloses" | "isListed" | "countReuse"> = {
    async getQuote(text) {
      const symbol = findKnownSymbol(text);
      return { quote: makeQuote(symbol), stale: symbol === "STALE" };
    },
    async getQuotes(texts) {
      const symbols = texts.map((text) => toCanonicalSymbol(text) ?? text);
      const isKnown = (symbol: string) => KNOWN.includes(symbol);
      return {
        quotes: symbols.filter(isKnown).map((symbol) => ({ quote: makeQuote(symbol), stale: symbol === "STALE" })),
        notFound: symbols.filter((symbol) => !isKnown(symbol) && symbol !== "DOWN"),
        unavailable: symbols.filter((symbol) => symbol === "DOWN"),
      };
    },
    async getHistory(text, span, interval) {
      const symbol = findKnownSymbol(text);
      const all = Array.from({ length: BARS["5y"] }, (_, n) => makeBar(n));
      const bars =
        typeof span === "string"
          ? all.slice(0, Math.ceil(BARS[span] / DAYS_OF[interval]))
          : all.filter(({ date }) => date >= (span.from ?? date) && date <= (span.to ?? date));
      return {
        symbol,
        bars: toBarColumns(bars),
        tag: `${symbol}-made`,
        stale: symbol === "STALE",
        origin: { providers: ["yahoo", "nasdaq"], adjustment: "splits" },
        firstDay: all.at(-1)?.date ?? assert.fail(),
        lastDay: all[0]?.date ?? assert.fail(),
      };
    },
  };
  return {
    ...made,
    async readCloses(text) {
      if (!KNOWN.includes(text)) return null;
      const { symbol, bars, origin } = await made.getHistory(text, { from: null, to: null }, "1d");
      return {
        symbol,
        days: Int32Array.from(bars.days.subarray(0, bars.count)).reverse(),
        close: Float64Array.from(bars.close.subarray(0, bars.count), (each) => each / 10 ** bars.decimals).reverse(),
        dividends: null,
        ended: false,
        origin,
        finalDay: toDayText(bars.days[0] ?? 0),
      };
    },
    isListed: (text) => KNOWN.includes(text),
    countReuse: () => undefined,
    readStoredHistory: async (text, span, interval) =>
      KNOWN.includes(text) ? made.getHistory(text, span, interval) : null,
  };
}

/** Makes an inventory with stored days of AAPL, a failed download of BRK.B, and nothing for other symbols. */
export function makeInventory(): PriceInventory {
  const [first, last] = ["2010-01-04" as IsoDate, "2026-02-20" as IsoDate];
  return {
    readPriceRevision: async () => "1",
    readSpans: async () =>
      new Map([["AAPL", { firstDay: first, lastDay: last, dividendsFrom: first, requested: null }]]),
    readFailures: async () =>
      new Map([
        ["BRK.B", { triedAt: new Date("2026-02-20T12:00:00Z"), kind: "failed", reason: "yahoo answered 429." }],
      ]),
  };
}

function findKnownSymbol(text: string) {
  const symbol = toCanonicalSymbol(text);
  if (symbol === "DOWN") throw new UnavailableError("upstream_unavailable", "secret-host.internal did not answer", 30);
  if (symbol === "BLOCKD") throw new SourceError("blocked", "secret-host.internal answered 403");
  if (symbol === "FULL") throw new UnavailableError("storage_full", "ENOSPC /secret/path", 5);
  if (symbol === "BUG") throw new TypeError("secret: undefined is not a function");
  if (symbol === null || !KNOWN.includes(symbol)) {
    throw new NotFoundError("symbol_not_found", `The symbol ${text} is not known.`);
  }
  return symbol;
}

function makeQuote(symbol: string): Quote {
  return createExampleQuote({
    symbol,
    companyName: "Made Up Inc.",
    price: 138.27,
    change: 4.52,
    changePercent: 3.38,
    volume: 1_234_567.4,
    marketCap: 2_000_000_000_000.5,
    peRatio: symbol === "FUND" ? null : 28.4,
    week52High: 150,
    week52Low: 90.5,
    pricedAt: new Date("2026-02-20T20:59:59.500Z"),
  });
}

function makeBar(n: number): Bar {
  const date = new Date(Date.UTC(2026, 1, 20) - n * 86_400_000).toISOString().slice(0, 10) as IsoDate;
  return { date, open: 100 + n, high: 102.5 + n, low: 99 + n, close: 101.25 + n, volume: 1000.4 + n };
}
