/** Yahoo's chart and quote answers, validated before use. */
import { z } from "zod";
import { SourceError } from "../../../base/errors.ts";
import type { Bar } from "../../../domain/bar.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { findTradingDayBefore } from "../../../domain/exchange-calendar.ts";
import { EMPTY_QUOTE_FIELDS, type Quote } from "../../../domain/quote.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { DailyDividends, Split } from "../../market.ts";
import { computeChange, isPossiblePriceTime, parse52WeekRange, toNullUnlessPositive } from "../../quote-figures.ts";
import { getNewYorkDay } from "../../trading-day.ts";
import { parseAnswer } from "../request.ts";
import { type ProvidedBar, parseCount, parseNumberOrNumericText, parsePriceUsd, readValidBars } from "../valid-bars.ts";
import { readValidDividends } from "../valid-dividends.ts";

const column = z.array(z.unknown()).optional();
const chartShape = z.object({
  meta: z.record(z.string(), z.unknown()),
  timestamp: z.array(z.unknown()).optional(),
  indicators: z.object({
    quote: z.array(z.object({ open: column, high: column, low: column, close: column, volume: column })),
  }),
  events: z
    .object({ splits: z.record(z.string(), z.unknown()).optional(), dividends: z.unknown().optional() })
    .optional(),
});
const splitShape = z.object({
  date: z.unknown(),
  numerator: z.number().positive(),
  denominator: z.number().positive(),
});
const dividendsShape = z.record(z.string(), z.object({ date: z.unknown().optional(), amount: z.unknown().optional() }));
const quoteShape = z.record(z.string(), z.unknown());

export type Fields = Readonly<Record<string, unknown>>;

export interface Chart {
  /** Empty if Yahoo has no daily prices of the symbol in the requested range. */
  readonly meta: Fields;
  /** Newest first. */
  readonly bars: readonly Bar[];
  /** Number of implausible rows. */
  readonly dropped: number;
  readonly splits: readonly Split[];
  /** Null if the dividends could not be parsed. */
  readonly dividends: DailyDividends | null;
}

/** Kinds of instruments that trade every day of the year. */
const WITHOUT_EXCHANGE: ReadonlySet<string> = new Set(["CRYPTOCURRENCY", "CURRENCY"]);
/** Maximum fraction of timestamps that may be earlier than the previous timestamp. */
const BACKWARDS = 0.5;

export const NO_DAYS: Chart = { meta: {}, bars: [], dropped: 0, splits: [], dividends: null };

/** @throws {SourceError} `bad_answer` if the answer is not a chart, or is the chart of another symbol. */
export function readChart(answer: unknown, requested: string, now: Date): Chart {
  const { meta, timestamp = [], indicators, events } = parseAnswer(chartShape, answer, `Yahoo's chart of ${requested}`);
  if (typeof meta["symbol"] !== "string" || meta["symbol"].toUpperCase() !== requested) {
    throw new SourceError("bad_answer", `Yahoo was asked for ${requested} and answered for another symbol.`);
  }
  const dayOf = createDayConverter(readNonEmptyText(meta["exchangeTimezoneName"]));
  const columns = indicators.quote[0] ?? {};
  // A missing value would shift all later values of its column to other days.
  if (Object.values(columns).some((each) => each !== undefined && each.length !== timestamp.length)) {
    throw new SourceError(
      "bad_answer",
      `The columns of Yahoo's chart of ${requested} do not have one value for each day.`,
    );
  }
  if (isOutOfOrder(timestamp)) {
    throw new SourceError("bad_answer", `The days of Yahoo's chart of ${requested} are not in order.`);
  }
  // Days are in the answer's time zone. For a U.S. listing, a row whose day differs from the day in New York gets no date.
  const usesOwnDays = !isInDollars(meta) || WITHOUT_EXCHANGE.has(readNonEmptyText(meta["instrumentType"]) ?? "");
  const getDate = (at: unknown) => {
    const date = dayOf(at);
    return usesOwnDays || date === getDayInNewYork(at) ? date : null;
  };
  const rows: ProvidedBar[] = timestamp.map((at, row) => ({
    date: getDate(at),
    open: columns.open?.[row],
    high: columns.high?.[row],
    low: columns.low?.[row],
    close: columns.close?.[row],
    volume: columns.volume?.[row],
  }));
  const splits = Object.values(events?.splits ?? {}).flatMap((event) => readSplit(event, dayOf));
  splits.sort((a, b) => (a.date < b.date ? -1 : 1));
  const today = dayOf(now.getTime() / 1_000) ?? ("" as IsoDate);
  const valid = readValidBars(rows, today, usesOwnDays ? () => true : undefined);
  return { meta, ...valid, splits, dividends: readDividends(events?.dividends, valid.bars, dayOf) };
}

/** A few timestamps may be wrong; if many go backwards, the values next to them may belong to other days. */
function isOutOfOrder(timestamps: readonly unknown[]): boolean {
  const backwards = timestamps.filter((at, row) => row > 0 && Number(at) < Number(timestamps[row - 1]));
  return backwards.length > timestamps.length * BACKWARDS;
}

function readSplit(event: unknown, dayOf: DayOf): Split[] {
  const parsed = splitShape.safeParse(event);
  const date = parsed.success ? dayOf(parsed.data.date) : null;
  return parsed.success && date !== null ? [{ date, ratio: parsed.data.numerator / parsed.data.denominator }] : [];
}

/** Yahoo adjusts dividends and closing prices for splits. If a chart lists no dividends, none was paid on the chart's days. */
function readDividends(events: unknown, bars: readonly Bar[], dayOf: DayOf): DailyDividends | null {
  const parsed = dividendsShape.safeParse(events ?? {});
  if (!parsed.success) return null;
  const input = Object.values(parsed.data).map(({ date, amount }) => ({ date: dayOf(date), cash: amount }));
  return readValidDividends(input, bars);
}

/** The fields of each `quote`, by Yahoo's symbol. @throws {SourceError} `bad_answer` for a symbol that was not requested. */
export function readQuotes(answer: unknown, requested: readonly string[]): ReadonlyMap<string, Fields> {
  const quotes = new Map<string, Fields>();
  for (const fields of parseAnswer(z.array(quoteShape), answer, "Yahoo's list of quotes")) {
    const symbol = readNonEmptyText(fields["symbol"])?.toUpperCase() ?? "";
    if (!requested.includes(symbol)) {
      throw new SourceError("bad_answer", `Yahoo was asked for ${requested.join(", ")} and quoted another symbol.`);
    }
    quotes.set(symbol, fields);
  }
  return quotes;
}

function readNonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Converts epoch seconds; null if the value is not a time. */
export function parseEpochSeconds(value: unknown): Date | null {
  const at = typeof value === "number" ? new Date(value * 1000) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

/** Converts epoch seconds to the day at an exchange; null if the value is not a time. */
type DayOf = (seconds: unknown) => IsoDate | null;

const NEW_YORK = "America/New_York";

const getDayInNewYork: DayOf = (seconds) => {
  const at = parseEpochSeconds(seconds);
  return at && getNewYorkDay(at);
};

/** Uses New York days if the zone is missing or unknown. */
function createDayConverter(timeZone: string | null): DayOf {
  const format = timeZone === null || timeZone === NEW_YORK ? null : createDayFormat(timeZone);
  if (format === null) return getDayInNewYork;
  return (seconds) => {
    const at = parseEpochSeconds(seconds);
    return at && (format.format(at) as IsoDate);
  };
}

/** Returns whether a listing is in dollars: a foreign listing with the same symbol is not the requested security. */
export function isInDollars(fields: Fields): boolean {
  return fields["currency"] === undefined || fields["currency"] === null || fields["currency"] === "USD";
}

function createDayFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  } catch {
    return null;
  }
}

/**
 * Builds a quote from Yahoo's chart and quote answers. @param fields of the `quote` answer: null if Yahoo has none, undefined if
 * it could not be queried. @returns null if Yahoo has never had a price, or has only a listing in another currency.
 * @throws {SourceError} `bad_answer` if the price is implausible.
 */
export function composeQuote(
  symbol: CanonicalSymbol,
  chart: Chart,
  fields: Fields | null | undefined,
  now: Date,
): Quote | null {
  const { meta } = chart;
  if (fields && !isInDollars(fields)) return null;
  const source = parsePriceUsd(meta["regularMarketPrice"]) === null && fields ? fields : meta;
  const price = parsePriceUsd(source["regularMarketPrice"]);
  const pricedAt = parseEpochSeconds(source["regularMarketTime"]);
  if (price === null && fields === null) return null;
  if (price === null || pricedAt === null || !isPossiblePriceTime(pricedAt, now)) {
    throw new SourceError("bad_answer", `Yahoo sent no usable price of ${symbol}.`);
  }
  const previous = findCloseBefore(chart, pricedAt) ?? readPreviousClose(fields, pricedAt);
  return {
    ...EMPTY_QUOTE_FIELDS,
    symbol,
    companyName: readName(meta) ?? (fields ? readName(fields) : null),
    price,
    ...computeChange(previous, price),
    volume: parseCount(source["regularMarketVolume"]),
    marketCap: toNullUnlessPositive(parseCount(fields?.["marketCap"])),
    peRatio: toNullUnlessPositive(parseNumberOrNumericText(fields?.["trailingPE"])),
    ...parse52WeekRange(
      meta["fiftyTwoWeekLow"] ?? fields?.["fiftyTwoWeekLow"],
      meta["fiftyTwoWeekHigh"] ?? fields?.["fiftyTwoWeekHigh"],
    ),
    pricedAt,
  };
}

/** Close of the trading day before the price's day; null if missing. (`chartPreviousClose` is the close before the chart's first day.) */
function findCloseBefore({ bars }: Chart, pricedAt: Date): number | null {
  const before = findTradingDayBefore(getNewYorkDay(pricedAt));
  return bars.find((bar) => bar.date === before)?.close ?? null;
}

/** The previous close in the `quote` fields; null unless the fields are of the same day as the price. */
function readPreviousClose(fields: Fields | null | undefined, pricedAt: Date): number | null {
  const statedAt = parseEpochSeconds(fields?.["regularMarketTime"]);
  if (statedAt === null || getNewYorkDay(statedAt) !== getNewYorkDay(pricedAt)) return null;
  return parsePriceUsd(fields?.["regularMarketPreviousClose"]);
}

export function readName(fields: Fields): string | null {
  return readNonEmptyText(fields["longName"]) ?? readNonEmptyText(fields["shortName"]);
}
