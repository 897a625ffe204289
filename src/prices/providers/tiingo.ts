/** Tiingo, with the operator's own key; described in docs/sources/prices.md. */
import { z } from "zod";
import { SourceError } from "../../base/errors.ts";
import { type IsoDate, parseIsoDate } from "../../domain/dates.ts";
import { EMPTY_QUOTE_FIELDS, type Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { DailyBars, ProviderWith, Split } from "../market.ts";
import { computeChange, isPossiblePriceTime } from "../quote-figures.ts";
import { getNewYorkDay } from "../trading-day.ts";
import { createFetchJson, getHistoryStart, type ProviderOptions, parseAnswer } from "./request.ts";
import { parseNumberOrNumericText, parsePriceUsd, readValidBars, toNullIfEmpty } from "./valid-bars.ts";
import { type ProvidedDividend, readValidDividends } from "./valid-dividends.ts";

const SPACING_MS = 250;

export function createTiingoProvider(
  options: ProviderOptions & { readonly apiKey: string },
): ProviderWith<"fetchQuote" | "fetchQuotes" | "fetchDailyBars"> {
  const { getTime = () => new Date() } = options;
  const headers = { authorization: `Token ${options.apiKey}` };
  const fetchJson = createFetchJson({ provider: "Tiingo", spacingMs: SPACING_MS, headers }, options);

  async function fetchLastPrices(symbols: readonly CanonicalSymbol[], signal: AbortSignal) {
    const bySpelling = new Map(symbols.map((symbol) => [toTiingoSymbol(symbol), symbol]));
    const { status, body } = await fetchJson(`/iex/?tickers=${[...bySpelling.keys()].join(",")}`, signal);
    return status === 404 ? new Map<CanonicalSymbol, null>() : readLastQuotes(body, bySpelling, getTime());
  }

  return {
    id: "tiingo",
    splitPolicy: "adjusted",
    hasEveryDay: true,
    barsMustBeConfirmedByQuote: true,
    // Tiingo has published different limits of the free account; these are the lowest.
    budget: { perMinute: 50, perMinuteForUnlistedSymbols: 5, perHour: 50, perDay: 1_000 },

    async fetchQuote(symbol, signal) {
      const quotes = await fetchLastPrices([symbol], signal);
      const quote = quotes.get(symbol);
      if (quote === null) throw new SourceError("bad_answer", `Tiingo sent no usable price of ${symbol}.`);
      return quote ?? null;
    },

    async fetchQuotes(symbols, signal) {
      const quotes = await fetchLastPrices(symbols, signal);
      return new Map([...quotes].flatMap(([symbol, quote]) => (quote === null ? [] : [[symbol, quote]])));
    },

    async fetchDailyBars(canonical, signal, since) {
      const symbol = toTiingoSymbol(canonical);
      const today = getNewYorkDay(getTime());
      const from = since ?? getHistoryStart(today);
      const path = `/tiingo/daily/${symbol}/prices?startDate=${from}&format=json&resampleFreq=daily`;
      const { status, body } = await fetchJson(path, signal);
      if (status === 404) return null;
      return toNullIfEmpty("Tiingo", symbol, { ...readPrices(body, symbol, today), companyName: null });
    },
  };
}

/** Tiingo's spelling: class shares with a dash (`BRK-B`), preferred series as `BAC-P-K`. */
function toTiingoSymbol(symbol: CanonicalSymbol): string {
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
 * Parses daily prices and adjusts them for splits. Each price is divided by the split factors of all later days (10 for a
 * ten-for-one split). Each volume is multiplied by these factors. Tiingo's own `adj` columns also include dividends. Days before
 * an unreadable factor are left out, since their scale is unknown.
 * @throws {SourceError} `bad_answer` if the body is not a list of days.
 */
export function readPrices(body: unknown, requested: string, today: IsoDate): Omit<DailyBars, "companyName"> {
  const days = parseAnswer(z.array(dayShape), body, `Tiingo's list of prices of ${requested}`);
  const byDate = new Map<IsoDate, Day>();
  let undatedCount = 0;
  for (const day of days) {
    const date = parseIsoDate(day.date.slice(0, 10));
    if (date === null) undatedCount += 1;
    else byDate.set(date, day);
  }
  const newestFirst = [...byDate].sort(([a], [b]) => (a < b ? 1 : -1));
  const splits: Split[] = [];
  const paid: ProvidedDividend[] = [];
  let scale: number | null = 1;
  const rows = newestFirst.map(([date, day]) => {
    const row = { date, ...rescaleDay(day, scale) };
    if (parseNumberOrNumericText(day.divCash) !== 0)
      paid.push({ date, cash: rescaleDividend(day.divCash, 1 / (scale ?? 1)) });
    const factor = readSplitFactor(day.splitFactor);
    if (factor !== null && factor !== 1 && scale !== null) splits.unshift({ date, ratio: factor });
    scale = factor === null || scale === null ? null : scale * factor;
    return row;
  });
  const { bars, dropped } = readValidBars(rows, today);
  return { bars, splits, dividends: readValidDividends(paid, bars), dropped: dropped + undatedCount };
}

/** @param value dollars per share as of the dividend's own day. */
function rescaleDividend(value: unknown, factor: number): unknown {
  const number = parseNumberOrNumericText(value);
  return number === null || factor === 1 ? value : number * factor;
}

function rescaleDay(day: Day, scale: number | null) {
  const rescaleNumber = (value: unknown, factor: number): number | null => {
    const number = parseNumberOrNumericText(value);
    return number === null || scale === null ? null : factor === 1 ? number : Number((number * factor).toFixed(6));
  };
  const price = 1 / (scale ?? 1);
  return {
    open: rescaleNumber(day.open, price),
    high: rescaleNumber(day.high, price),
    low: rescaleNumber(day.low, price),
    close: rescaleNumber(day.close, price),
    volume: rescaleNumber(day.volume, scale ?? 1),
  };
}

/** Null for an implausible factor: above 1,000 shares for one, or below the inverse. */
function readSplitFactor(value: unknown): number | null {
  const factor = parseNumberOrNumericText(value);
  return factor !== null && factor >= 0.001 && factor <= 1_000 ? factor : null;
}

/** Quotes by canonical symbol; null for an implausible quote. @throws {SourceError} `bad_answer` */
function readLastQuotes(
  body: unknown,
  bySpelling: ReadonlyMap<string, CanonicalSymbol>,
  now: Date,
): ReadonlyMap<CanonicalSymbol, Quote | null> {
  const quotes = new Map<CanonicalSymbol, Quote | null>();
  for (const last of parseAnswer(z.array(lastShape), body, "Tiingo's list of quotes")) {
    const symbol = bySpelling.get(last.ticker.toUpperCase());
    if (symbol === undefined) throw new SourceError("bad_answer", "Tiingo quoted a symbol that was not asked for.");
    quotes.set(symbol, readQuote(symbol, last, now));
  }
  return quotes;
}

/** Uses the last sale, or Tiingo's own last price if the account may not see it. Omits the volume: it is of only one exchange. */
function readQuote(symbol: CanonicalSymbol, last: z.infer<typeof lastShape>, now: Date): Quote | null {
  const sale = parsePriceUsd(last.last);
  const price = sale ?? parsePriceUsd(last.tngoLast);
  const pricedAt = parseInstant(sale === null ? last.timestamp : last.lastSaleTimestamp);
  if (price === null || pricedAt === null || !isPossiblePriceTime(pricedAt, now)) return null;
  return { ...EMPTY_QUOTE_FIELDS, symbol, price, ...computeChange(parsePriceUsd(last.prevClose), price), pricedAt };
}

/** Parses `2024-10-22T20:00:00+00:00`; null for a time without a time zone. */
function parseInstant(value: unknown): Date | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}
