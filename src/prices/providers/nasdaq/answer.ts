/** Nasdaq's `info`, `summary` and `historical` answers, validated before use. */
import { z } from "zod";
import { SourceError } from "../../../base/errors.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { findCloseMinute, OPEN_MINUTE } from "../../../domain/exchange-calendar.ts";
import { EMPTY_QUOTE_FIELDS, type Quote } from "../../../domain/quote.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import { computeChange, isPossiblePriceTime, keepPositive, readYearRange } from "../../quote-figures.ts";
import { getCloseTime, toNewYorkInstant } from "../../trading-day.ts";
import { type JsonAnswer, parseShape } from "../request.ts";
import { parseCount, parsePriceUsd, readValidBars } from "../valid-bars.ts";
import { type PrintedTime, parsePrintedDay, parsePrintedNumber, parsePrintedRange, parsePrintedTime } from "./text.ts";

const message = z.object({ code: z.number().optional(), errorMessage: z.string().optional() });
const envelopeShape = z.object({
  data: z.record(z.string(), z.unknown()).nullable(),
  status: z.object({ rCode: z.number(), bCodeMessage: z.array(message).nullish() }).nullish(),
});

const saleShape = z.object({
  lastSalePrice: z.string().nullish(),
  netChange: z.string().nullish(),
  percentageChange: z.string().nullish(),
  /** `up` or `down`: older answers give the change without a sign. */
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

/** One sale and its change from the previous close. */
type Sale = z.infer<typeof saleShape>;
type Info = z.infer<typeof infoShape>;
/** Reads a field of a summary by its name, such as `PreviousClose`, `ShareVolume` or `MarketCap`. */
export type ReadSummaryField = (name: string) => unknown;

/** Null if Nasdaq does not know the symbol in the requested asset class. @throws {SourceError} `bad_answer` */
export function readInfo(answer: JsonAnswer, requested: string): Info | null {
  const info = readData(answer, infoShape, requested);
  if (info !== null) throwIfOtherSymbol(info.symbol, requested);
  return info;
}

/** Returns null or throws in the same cases as `readInfo`. */
export function readSummary(answer: JsonAnswer, requested: string): ReadSummaryField | null {
  const summary = readData(answer, summaryShape, requested);
  if (summary === null) return null;
  throwIfOtherSymbol(summary.symbol ?? requested, requested);
  return (name) => summary.summaryData[name]?.value;
}

/** Returns null or throws in the same cases as `readInfo`; also null if Nasdaq has no daily prices for the symbol. */
export function readHistorical(answer: JsonAnswer, requested: string, today: IsoDate) {
  const history = readData(answer, historicalShape, requested);
  if (history === null) return null;
  throwIfOtherSymbol(history.symbol, requested);
  const rows = history.tradesTable?.rows ?? [];
  if (rows.length === 0) return null;
  return readValidBars(
    rows.map((row) => ({
      date: parsePrintedDay(row["date"]),
      open: parsePrintedNumber(row["open"]),
      high: parsePrintedNumber(row["high"]),
      low: parsePrintedNumber(row["low"]),
      close: parsePrintedNumber(row["close"]),
      volume: parsePrintedNumber(row["volume"]),
    })),
    today,
  );
}

function readData<T>({ status, body }: JsonAnswer, shape: z.ZodType<T>, requested: string): T | null {
  const what = `Nasdaq's answer for ${requested}`;
  const { data, status: stated } = parseShape(envelopeShape, body, what);
  if (stated?.bCodeMessage?.some(isUnknownSymbol)) return null;
  if (data === null || status !== 200 || (stated?.rCode ?? 200) !== 200) {
    throw new SourceError("bad_answer", `Nasdaq answered ${stated?.rCode ?? status} without data for ${requested}.`);
  }
  return parseShape(shape, data, what);
}

/** Recognizes `{"code":1001,"errorMessage":"Symbol not exists."}`, which Nasdaq sends with status 200. */
function isUnknownSymbol({ code, errorMessage = "" }: z.infer<typeof message>): boolean {
  return code === 1001 || /symbol (does )?(not|n't) (exist|found)/i.test(errorMessage);
}

function throwIfOtherSymbol(answered: string, requested: string): void {
  if (answered.toUpperCase() === requested) return;
  throw new SourceError("bad_answer", `Nasdaq was asked for ${requested} and answered for another symbol.`);
}

/**
 * Builds a quote of regular trading from Nasdaq's info and summary answers.
 * @param summary null if it could not be fetched.
 * @throws {SourceError} `bad_answer` if there is no credible price of regular trading.
 */
export function composeQuote(symbol: CanonicalSymbol, info: Info, summary: ReadSummaryField | null, now: Date): Quote {
  const isOpen = /^(market )?open$/i.test(info.marketStatus?.trim() ?? "");
  const sale = isOpen ? info.primaryData : [info.secondaryData, info.primaryData].find(isRegularSale);
  const price = parsePriceUsd(parsePrintedNumber(sale?.lastSalePrice));
  const pricedAt = toInstant(parsePrintedTime(sale?.lastTradeTimestamp));
  if (price === null || pricedAt === null || !isPossiblePriceTime(pricedAt, now)) {
    throw new SourceError("bad_answer", `Nasdaq sent no usable price of ${symbol}.`);
  }
  const statedPreviousClose = isOpen ? parsePriceUsd(parsePrintedNumber(summary?.("PreviousClose"))) : null;
  const range = parsePrintedRange(findRangeText(info, summary));
  // Before the open, the volume and the price belong to different days.
  const volume = /pre.?market/i.test(info.marketStatus ?? "")
    ? null
    : (parsePrintedNumber(summary?.("ShareVolume")) ?? parsePrintedNumber(info.primaryData?.volume));
  return {
    ...EMPTY_QUOTE_FIELDS,
    symbol,
    companyName: info.companyName?.trim() || null,
    price,
    ...computeChange(findPreviousClose(sale, price) ?? statedPreviousClose, price),
    volume: parseCount(volume),
    marketCap: keepPositive(parseCount(parsePrintedNumber(summary?.("MarketCap")))),
    ...readYearRange(range?.[0], range?.[1]),
    pricedAt,
  };
}

/** How far the percentage may be off, in percentage points; Nasdaq rounds it to two decimals. */
const PERCENT_TOLERANCE = 0.02;

/** Computes the previous close from the change; null if the change is missing or contradicts its percentage. */
function findPreviousClose(sale: Sale | null | undefined, price: number): number | null {
  const change = parseSignedNumber(sale, sale?.netChange);
  const percent = parseSignedNumber(sale, sale?.percentageChange);
  if (change === null || change >= price) return null;
  const close = price - change;
  return percent !== null && Math.abs((100 * change) / close - percent) > PERCENT_TOLERANCE ? null : close;
}

/** Applies `deltaIndicator` to a number without a sign. */
function parseSignedNumber(sale: Sale | null | undefined, text: string | null | undefined): number | null {
  const number = parsePrintedNumber(text);
  const isUnsigned = number !== null && /^[^+-]/.test(text?.trim() ?? "");
  return isUnsigned && /^down$/i.test(sale?.deltaIndicator?.trim() ?? "") ? -number : number;
}

/** Finds the text of the 52-week range; in the summaries of stocks, Nasdaq misspells the name of the field. */
function findRangeText(info: Info, summary: ReadSummaryField | null): unknown {
  return (
    summary?.("FiftTwoWeekHighLow") ?? summary?.("FiftyTwoWeekHighLow") ?? info.keyStats?.["fiftyTwoWeekHighLow"]?.value
  );
}

/** Returns whether a sale belongs to regular trading. Outside regular hours, either `primaryData` or `secondaryData` is a sale from extended hours. */
function isRegularSale(sale: Sale | null | undefined): boolean {
  const time = parsePrintedTime(sale?.lastTradeTimestamp);
  if (time === null) return false;
  if (time.isClose || time.minute === null) return true;
  return time.minute >= OPEN_MINUTE && time.minute <= (findCloseMinute(time.day) ?? 0);
}

function toInstant(time: PrintedTime | null): Date | null {
  if (time === null) return null;
  return time.minute === null ? getCloseTime(time.day) : toNewYorkInstant(time.day, time.minute);
}
