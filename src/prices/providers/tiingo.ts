/** Tiingo, with the operator's own key; described in docs/sources/prices.md. */

import { z } from "zod";
import { SourceError } from "../../base/errors.ts";
import { type IsoDate, isoDate } from "../../domain/dates.ts";
import { NO_FIGURES, type Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { DailyBars, ProviderWith, Split } from "../market.ts";
import { changeSince, isPricedBy } from "../quote-figures.ts";
import { tradingDay } from "../trading-day.ts";
import { createFetchJson, historyStart, type ProviderOptions, shaped } from "./request.ts";
import { numberOf, priceUsd, unlessEmpty, validBars } from "./valid-bars.ts";
import { type ProvidedDividend, validDividends } from "./valid-dividends.ts";

const SPACING_MS = 250;

export function createTiingo(
  options: ProviderOptions & { readonly apiKey: string },
): ProviderWith<"quote" | "quotes" | "dailyBars"> {
  const { clock = () => new Date() } = options;
  const headers = { authorization: `Token ${options.apiKey}` };
  const fetchJson = createFetchJson({ provider: "Tiingo", spacingMs: SPACING_MS, headers }, options);

  async function lastPrices(symbols: readonly CanonicalSymbol[], signal: AbortSignal) {
    const asked = new Map(symbols.map((symbol) => [tiingoSymbol(symbol), symbol]));
    const { status, body } = await fetchJson(`/iex/?tickers=${[...asked.keys()].join(",")}`, signal);
    return status === 404 ? new Map<CanonicalSymbol, null>() : readLast(body, asked, clock());
  }

  return {
    id: "tiingo",
    splitPolicy: "adjusted",
    hasEveryDay: true,
    quoteConfirmsBars: true,
    // Sources differ on the limits of the free account; these are the lowest.
    budget: { perMinute: 50, perMinuteUnlisted: 5, perHour: 50, perDay: 1_000 },

    async quote(symbol, signal) {
      const quotes = await lastPrices([symbol], signal);
      const quote = quotes.get(symbol);
      if (quote === null) throw new SourceError("bad_answer", `Tiingo sent no usable price of ${symbol}.`);
      return quote ?? null;
    },

    async quotes(symbols, signal) {
      const quotes = await lastPrices(symbols, signal);
      return new Map([...quotes].flatMap(([symbol, quote]) => (quote === null ? [] : [[symbol, quote]])));
    },

    async dailyBars(canonical, signal, since) {
      const symbol = tiingoSymbol(canonical);
      const today = tradingDay(clock());
      const from = since ?? historyStart(today);
      const path = `/tiingo/daily/${symbol}/prices?startDate=${from}&format=json&resampleFreq=daily`;
      const { status, body } = await fetchJson(path, signal);
      if (status === 404) return null;
      return unlessEmpty("Tiingo", symbol, { ...readPrices(body, symbol, today), companyName: null });
    },
  };
}

/** Tiingo's spelling: class shares with a dash (`BRK-B`), preferred series as `BAC-P-K`. */
function tiingoSymbol(symbol: CanonicalSymbol): string {
  return symbol.replace("$", "-P-").replace(".", "-");
}

const dayShape = z.object({
  date: z.string(),
  open: z.unknown(),
  high: z.unknown(),
  low: z.unknown(),
  close: z.unknown(),
  volume: z.unknown(),
  splitFactor: z.unknown(),
  divCash: z.unknown().optional(),
});
type Day = z.infer<typeof dayShape>;

const lastShape = z.object({
  ticker: z.string(),
  tngoLast: z.unknown(),
  last: z.unknown(),
  prevClose: z.unknown(),
  timestamp: z.unknown(),
  lastSaleTimestamp: z.unknown(),
});

/**
 * Parses daily prices and puts them on the scale of the latest day: each price is divided by the split factors of all later days (10 on the day of
 * ten-for-one), and its volume multiplied by them. Tiingo's own `adj` columns also include dividends. Days before one with an unreadable factor are
 * left out, since their scale is unknown.
 * @throws {SourceError} `bad_answer` if it is not a list of days.
 */
export function readPrices(body: unknown, asked: string, today: IsoDate): Omit<DailyBars, "companyName"> {
  const days = shaped(z.array(dayShape), body, `Tiingo's list of prices of ${asked}`);
  const byDate = new Map<IsoDate, Day>();
  let undated = 0;
  for (const day of days) {
    const date = isoDate(day.date.slice(0, 10));
    if (date === null) undated += 1;
    else byDate.set(date, day);
  }
  const newestFirst = [...byDate].sort(([a], [b]) => (a < b ? 1 : -1));
  const splits: Split[] = [];
  const paid: ProvidedDividend[] = [];
  let scale: number | null = 1;
  const rows = newestFirst.map(([date, day]) => {
    const row = { date, ...scaled(day, scale) };
    if (numberOf(day.divCash) !== 0) paid.push({ date, cash: scaledBy(day.divCash, 1 / (scale ?? 1)) });
    const factor = splitFactor(day.splitFactor);
    if (factor !== null && factor !== 1 && scale !== null) splits.unshift({ date, ratio: factor });
    scale = factor === null || scale === null ? null : scale * factor;
    return row;
  });
  const { bars, dropped } = validBars(rows, today);
  return { bars, splits, dividends: validDividends(paid, bars), dropped: dropped + undated };
}

/** Rescales a dividend, which is in dollars per share as of its own day. */
function scaledBy(value: unknown, factor: number): unknown {
  const number = numberOf(value);
  return number === null || factor === 1 ? value : number * factor;
}

function scaled(day: Day, scale: number | null) {
  const by = (value: unknown, factor: number): number | null => {
    const number = numberOf(value);
    return number === null || scale === null ? null : factor === 1 ? number : Number((number * factor).toFixed(6));
  };
  const price = 1 / (scale ?? 1);
  return {
    open: by(day.open, price),
    high: by(day.high, price),
    low: by(day.low, price),
    close: by(day.close, price),
    volume: by(day.volume, scale ?? 1),
  };
}

/** Plausible split factors: up to 1,000 shares for one, and their inverses. */
function splitFactor(value: unknown): number | null {
  const factor = numberOf(value);
  return factor !== null && factor >= 0.001 && factor <= 1_000 ? factor : null;
}

/** Quotes by Tiingo's symbol, in upper case; implausible ones are left out. @throws {SourceError} `bad_answer` */
function readLast(
  body: unknown,
  asked: ReadonlyMap<string, CanonicalSymbol>,
  now: Date,
): ReadonlyMap<CanonicalSymbol, Quote | null> {
  const quotes = new Map<CanonicalSymbol, Quote | null>();
  for (const last of shaped(z.array(lastShape), body, "Tiingo's list of quotes")) {
    const symbol = asked.get(last.ticker.toUpperCase());
    if (symbol === undefined) throw new SourceError("bad_answer", "Tiingo quoted a symbol that was not asked for.");
    quotes.set(symbol, readQuote(symbol, last, now));
  }
  return quotes;
}

/** The last sale, or Tiingo's own last price if it may not show the sale. Volume is null: during the day it covers one exchange only. */
function readQuote(symbol: CanonicalSymbol, last: z.infer<typeof lastShape>, now: Date): Quote | null {
  const sale = priceUsd(last.last);
  const price = sale ?? priceUsd(last.tngoLast);
  const pricedAt = instantOf(sale === null ? last.timestamp : last.lastSaleTimestamp);
  if (price === null || pricedAt === null || !isPricedBy(pricedAt, now)) return null;
  return { ...NO_FIGURES, symbol, price, ...changeSince(priceUsd(last.prevClose), price), pricedAt };
}

/** `2024-10-22T20:00:00+00:00`; null for a time without a zone. */
function instantOf(value: unknown): Date | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}
