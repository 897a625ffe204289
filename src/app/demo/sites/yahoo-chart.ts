/** Stand-in for Yahoo's v8 chart of daily bars. The format and the error responses are those of recorded responses. */
import type { IsoDate } from "../../../domain/dates.ts";
import { toNewYorkInstant } from "../../../prices/trading-day.ts";
import type { DailyPrice, ListedSecurity } from "./material.ts";
import { type Answer, toJsonAnswer } from "./site.ts";

export interface ChartRequest {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Requested kinds of events: `div`, `split`. */
  readonly events: readonly string[];
}

export function createChartAnswer(security: ListedSecurity | null, { from, to, events }: ChartRequest): Answer {
  if (security === null) return createChartFailureAnswer(404, "Not Found", "No data found, symbol may be delisted");
  const inRange = security.prices.filter((price) => {
    const opens = toEpochSeconds(price.date, "09:30");
    return opens >= from && opens < to;
  });
  if (inRange.length === 0) {
    return createChartFailureAnswer(400, "Bad Request", `Data doesn't exist for startDate = ${from}, endDate = ${to}`);
  }
  return toJsonAnswer(200, { chart: { result: [buildChartResult(security, inRange, events)], error: null } });
}

function buildChartResult(security: ListedSecurity, prices: readonly DailyPrice[], events: readonly string[]): unknown {
  const before = security.prices[security.prices.indexOf(prices[0] as DailyPrice) - 1];
  return {
    meta: {
      ...buildChartMeta(security),
      chartPreviousClose: before?.close ?? prices[0]?.open,
      dataGranularity: "1d",
    },
    timestamp: prices.map((price) => toEpochSeconds(price.date, "09:30")),
    ...buildChartEvents(security, prices, events),
    indicators: {
      quote: [
        {
          open: prices.map((price) => price.open),
          high: prices.map((price) => price.high),
          low: prices.map((price) => price.low),
          close: prices.map((price) => price.close),
          volume: prices.map((price) => price.volume),
        },
      ],
      adjclose: [{ adjclose: prices.map((price) => price.adjClose) }],
    },
  };
}

/** Splits and dividends on the days of `prices`, keyed by the epoch second at which trading opens. Omits kinds without events. */
function buildChartEvents(
  { splits = [], dividends = [] }: ListedSecurity,
  prices: readonly DailyPrice[],
  requested: readonly string[],
) {
  const days = new Set(prices.map(({ date }) => date));
  const keyByOpeningTime = <T extends { readonly date: string }>(
    kind: string,
    all: readonly T[],
    describe: (each: T) => object,
  ) =>
    Object.fromEntries(
      all
        .filter(({ date }) => requested.includes(kind) && days.has(date))
        .map((each) => {
          const opens = toEpochSeconds(each.date, "09:30");
          return [String(opens), { date: opens, ...describe(each) }] as const;
        }),
    );
  const events = {
    dividends: keyByOpeningTime("div", dividends, ({ dollars }) => ({ amount: dollars })),
    splits: keyByOpeningTime("split", splits, ({ numerator, denominator }) => ({
      numerator,
      denominator,
      splitRatio: `${numerator}:${denominator}`,
    })),
  };
  const present = Object.entries(events).filter(([, each]) => Object.keys(each).length > 0);
  return present.length === 0 ? {} : { events: Object.fromEntries(present) };
}

function buildChartMeta(security: ListedSecurity) {
  const last = getLatestPrice(security);
  const first = security.prices[0] as DailyPrice;
  const { high, low } = computeYearRange(security);
  return {
    currency: "USD",
    symbol: security.symbol,
    exchangeName: security.exchange,
    fullExchangeName: security.exchangeName,
    instrumentType: security.quoteType,
    firstTradeDate: toEpochSeconds(first.date, "09:30"),
    regularMarketTime: toEpochSeconds(last.date, "16:00"),
    exchangeTimezoneName: "America/New_York",
    regularMarketPrice: last.close,
    fiftyTwoWeekHigh: high,
    fiftyTwoWeekLow: low,
    regularMarketDayHigh: last.high,
    regularMarketDayLow: last.low,
    regularMarketVolume: last.volume,
    longName: security.longName,
    shortName: security.shortName,
  };
}

/** `toEpochSeconds("2025-07-17", "09:30")`: 9:30 a.m. in New York on that day, in seconds since 1970. */
export function toEpochSeconds(day: string, time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return toNewYorkInstant(day as IsoDate, hour * 60 + minute).getTime() / 1000;
}

export function getLatestPrice(security: ListedSecurity): DailyPrice {
  const last = security.prices.at(-1);
  if (!last) throw new Error(`${security.symbol} has no prices.`);
  return last;
}

/** Highest high and lowest low of the 365 days up to the latest bar. */
export function computeYearRange(security: ListedSecurity): { readonly high: number; readonly low: number } {
  const since = new Date(Date.parse(getLatestPrice(security).date) - 365 * 86_400_000).toISOString().slice(0, 10);
  const year = security.prices.filter((price) => price.date > since);
  return { high: Math.max(...year.map((price) => price.high)), low: Math.min(...year.map((price) => price.low)) };
}

function createChartFailureAnswer(status: number, code: string, description: string): Answer {
  return toJsonAnswer(status, { chart: { result: null, error: { code, description } } });
}
