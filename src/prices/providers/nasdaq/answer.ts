/** Validates Nasdaq's `info`, `summary` and `historical` answers, and builds quotes and daily bars from them. */
import { z } from "zod";
import { SourceError } from "../../../base/errors.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { findCloseMinute, OPEN_MINUTE } from "../../../domain/exchange-calendar.ts";
import { EMPTY_QUOTE_FIELDS, type Quote } from "../../../domain/quote.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import { computeChange, isPossiblePriceTime, parse52WeekRange, toNullUnlessPositive } from "../../quote-figures.ts";
import { getCloseTime, toNewYorkInstant } from "../../trading-day.ts";
import { type JsonAnswer, parseAnswer } from "../request.ts";
import { parseCount, parsePriceUsd, readValidBars } from "../valid-bars.ts";
import { parseDay, parseNumber, parseRange, parseTimestamp, type Timestamp } from "./text.ts";

const messageShape = z.object({ code: z.number().optional(), errorMessage: z.string().optional() });
const envelopeShape = z.object({
  data: z.record(z.string(), z.unknown()).nullable(),
  status: z.object({ rCode: z.number(), bCodeMessage: z.array(messageShape).nullish() }).nullish(),
});

const saleShape = z.object({
  lastSalePrice: z.string().nullish(),
  netChange: z.string().nullish(),
  percentageChange: z.string().nullish(),
  /** `up` or `down`. In older answers, only this field tells whether the change is negative. */
  deltaIndicator: z.string().nullish(),
  lastTradeTimestamp: z.string().nullish(),
  volume: z.string().nullish(),
});
const valueShape = z.object({ value: z.unknown() }).nullish();
const infoShape = z.object({
  symbol: z.string(),
  companyName: z.string().nullish(),
  marketStatus: z.string().nullish(),
  primaryData: saleShape.nullish(),
  secondaryData: saleShape.nullish(),
  keyStats: z.record(z.string(), valueShape).nullish(),
});
const summaryShape = z.object({ symbol: z.string().nullish(), summaryData: z.record(z.string(), valueShape) });
const historicalShape = z.object({
  symbol: z.string(),
  tradesTable: z.object({ rows: z.array(z.record(z.string(), z.unknown())).nullish() }).nullish(),
});

/** A trade of the security: price, time, and change from the previous close. In `primaryData`, `volume` is that of the day. */
type Sale = z.infer<typeof saleShape>;
type Info = z.infer<typeof infoShape>;
/** Returns the value of the named summary field, such as `PreviousClose`, `ShareVolume` or `MarketCap`. */
export type SummaryLookup = (name: string) => unknown;

/** Returns null if the symbol is not in the requested asset class. @throws {SourceError} `bad_answer` for an unusable answer. */
export function parseInfo(answer: JsonAnswer, requested: string): Info | null {
  const info = unwrapData(answer, infoShape, requested);
  if (info !== null) throwIfOtherSymbol(info.symbol, requested);
  return info;
}

/** Returns null or throws in the same cases as `parseInfo`. */
export function parseSummary(answer: JsonAnswer, requested: string): SummaryLookup | null {
  const summary = unwrapData(answer, summaryShape, requested);
  if (summary === null) return null;
  throwIfOtherSymbol(summary.symbol ?? requested, requested);
  return (name) => summary.summaryData[name]?.value;
}

/** Returns null or throws in the same cases as `parseInfo`; also null if Nasdaq has no daily prices for the symbol. */
export function parseBars(answer: JsonAnswer, requested: string, today: IsoDate) {
  const history = unwrapData(answer, historicalShape, requested);
  if (history === null) return null;
  throwIfOtherSymbol(history.symbol, requested);
  const rows = history.tradesTable?.rows ?? [];
  if (rows.length === 0) return null;
  return readValidBars(
    rows.map((row) => ({
      date: parseDay(row["date"]),
      open: parseNumber(row["open"]),
      high: parseNumber(row["high"]),
      low: parseNumber(row["low"]),
      close: parseNumber(row["close"]),
      volume: parseNumber(row["volume"]),
    })),
    today,
  );
}

function unwrapData<T>({ status, body }: JsonAnswer, shape: z.ZodType<T>, requested: string): T | null {
  const what = `Nasdaq's answer for ${requested}`;
  const { data, status: apiStatus } = parseAnswer(envelopeShape, body, what);
  if (apiStatus?.bCodeMessage?.some(isUnknownSymbolMessage)) return null;
  if (data === null || status !== 200 || (apiStatus?.rCode ?? 200) !== 200) {
    throw new SourceError("bad_answer", `Nasdaq answered ${apiStatus?.rCode ?? status} without data for ${requested}.`);
  }
  return parseAnswer(shape, data, what);
}

/** Recognizes `{"code":1001,"errorMessage":"Symbol not exists."}`, which Nasdaq sends with HTTP status 200. */
function isUnknownSymbolMessage({ code, errorMessage = "" }: z.infer<typeof messageShape>): boolean {
  return code === 1001 || /symbol (does )?(not|n't) (exist|found)/i.test(errorMessage);
}

function throwIfOtherSymbol(answeredSymbol: string, requested: string): void {
  if (answeredSymbol.toUpperCase() === requested) return;
  throw new SourceError("bad_answer", `Nasdaq was asked for ${requested} and answered for another symbol.`);
}

/**
 * Builds a quote with the last price from regular trading hours. @param summary null if it could not be fetched.
 * @throws {SourceError} `bad_answer` if there is no usable price from regular trading hours.
 */
export function buildQuote(symbol: CanonicalSymbol, info: Info, summary: SummaryLookup | null, now: Date): Quote {
  const isMarketOpen = /^(market )?open$/i.test(info.marketStatus?.trim() ?? "");
  const sale = isMarketOpen ? info.primaryData : [info.secondaryData, info.primaryData].find(isRegularSale);
  const price = parsePriceUsd(parseNumber(sale?.lastSalePrice));
  const pricedAt = toInstant(parseTimestamp(sale?.lastTradeTimestamp));
  if (price === null || pricedAt === null || !isPossiblePriceTime(pricedAt, now)) {
    throw new SourceError("bad_answer", `Nasdaq sent no usable price of ${symbol}.`);
  }
  const statedPreviousClose = isMarketOpen ? parsePriceUsd(parseNumber(summary?.("PreviousClose"))) : null;
  const yearRange = parseRange(findYearRangeText(info, summary));
  // Before the market opens, Nasdaq's volume and price belong to different days.
  const volume = /pre.?market/i.test(info.marketStatus ?? "")
    ? null
    : (parseNumber(summary?.("ShareVolume")) ?? parseNumber(info.primaryData?.volume));
  return {
    ...EMPTY_QUOTE_FIELDS,
    symbol,
    companyName: info.companyName?.trim() || null,
    price,
    ...computeChange(computePreviousClose(sale, price) ?? statedPreviousClose, price),
    volume: parseCount(volume),
    marketCap: toNullUnlessPositive(parseCount(parseNumber(summary?.("MarketCap")))),
    ...parse52WeekRange(yearRange?.[0], yearRange?.[1]),
    pricedAt,
  };
}

/** Maximum difference, in percentage points, between Nasdaq's percentage (rounded to two decimals) and the computed one. */
const PERCENT_TOLERANCE = 0.02;

/** Returns price minus change; null if the change is missing, is not below the price, or contradicts Nasdaq's percentage. */
function computePreviousClose(sale: Sale | null | undefined, price: number): number | null {
  const change = parseSignedNumber(sale, sale?.netChange);
  const percent = parseSignedNumber(sale, sale?.percentageChange);
  if (change === null || change >= price) return null;
  const close = price - change;
  return percent !== null && Math.abs((100 * change) / close - percent) > PERCENT_TOLERANCE ? null : close;
}

/** Parses a number. A number without a sign is negative if `deltaIndicator` is `down`. */
function parseSignedNumber(sale: Sale | null | undefined, text: string | null | undefined): number | null {
  const number = parseNumber(text);
  const isUnsigned = number !== null && /^[^+-]/.test(text?.trim() ?? "");
  return isUnsigned && /^down$/i.test(sale?.deltaIndicator?.trim() ?? "") ? -number : number;
}

/** Returns the text of the 52-week range. In the summaries of stocks, Nasdaq misspells the field name. */
function findYearRangeText(info: Info, summary: SummaryLookup | null): unknown {
  return (
    summary?.("FiftTwoWeekHighLow") ?? summary?.("FiftyTwoWeekHighLow") ?? info.keyStats?.["fiftyTwoWeekHighLow"]?.value
  );
}

// Returns false for pre-market and after-hours sales, and for sales without a readable time. While the market is closed, either
// `primaryData` or `secondaryData` is a sale from outside regular trading hours.
function isRegularSale(sale: Sale | null | undefined): boolean {
  const timestamp = parseTimestamp(sale?.lastTradeTimestamp);
  if (timestamp === null) return false;
  if (timestamp.isClose || timestamp.minute === null) return true;
  return timestamp.minute >= OPEN_MINUTE && timestamp.minute <= (findCloseMinute(timestamp.day) ?? 0);
}

function toInstant(timestamp: Timestamp | null): Date | null {
  if (timestamp === null) return null;
  return timestamp.minute === null ? getCloseTime(timestamp.day) : toNewYorkInstant(timestamp.day, timestamp.minute);
}
