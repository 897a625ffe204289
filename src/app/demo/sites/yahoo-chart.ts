/** Yahoo's v8 chart of daily bars, in the format and with the errors of recorded responses. */
import type { DailyPrice, ListedSecurity } from "./material.ts";
import { type Answer, answerJson } from "./site.ts";
import { getNewYorkOffset, toEpochSeconds } from "./yahoo-time.ts";

export interface ChartAsk {
  readonly symbol: string;
  readonly interval: string;
  /** Seconds since 1970; null when not given. */
  readonly from: number | null;
  readonly to: number | null;
  readonly range: string | null;
  /** Requested kinds of events: `div`, `split`. */
  readonly events: readonly string[];
}

const DAYS_OF_RANGE: Readonly<Record<string, number>> = {
  "1d": 1,
  "5d": 7,
  "1mo": 31,
  "3mo": 92,
  "6mo": 183,
  "1y": 366,
  "2y": 731,
  "5y": 1827,
  "10y": 3653,
  max: 36525,
};

export function answerChart(security: ListedSecurity | null, ask: ChartAsk): Answer {
  if (security === null) return answerChartFailure(404, "Not Found", "No data found, symbol may be delisted");
  if (ask.interval !== "1d") {
    return answerChartFailure(
      422,
      "Unprocessable Entity",
      `Invalid input - interval=${ask.interval} is not supported. Valid intervals: [1d]`,
    );
  }
  const last = getLatestPrice(security);
  const to = ask.to ?? Math.floor(Date.now() / 1000);
  const days = DAYS_OF_RANGE[ask.range ?? "1d"];
  if (days === undefined)
    return answerChartFailure(422, "Unprocessable Entity", `Invalid input - range=${ask.range} is not supported.`);
  const from = ask.from ?? toEpochSeconds(last.date, "00:00") - (days - 1) * 86_400;
  const inRange = security.prices.filter((price) => {
    const opens = toEpochSeconds(price.date, "09:30");
    return opens >= from && opens < to;
  });
  if (inRange.length === 0) {
    return answerChartFailure(400, "Bad Request", `Data doesn't exist for startDate = ${from}, endDate = ${to}`);
  }
  return answerJson(200, { chart: { result: [buildChartResult(security, inRange, ask)], error: null } });
}

function buildChartResult(
  security: ListedSecurity,
  prices: readonly DailyPrice[],
  { range, events }: ChartAsk,
): unknown {
  const before = security.prices[security.prices.indexOf(prices[0] as DailyPrice) - 1];
  return {
    meta: {
      ...buildChartMeta(security),
      chartPreviousClose: before?.close ?? prices[0]?.open,
      dataGranularity: "1d",
      range: range ?? "",
      validRanges: Object.keys(DAYS_OF_RANGE),
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

/** The splits and dividends of the requested days, keyed by the second at which each day opens; without a member for a kind that has none. */
function buildChartEvents(
  { splits = [], dividends = [] }: ListedSecurity,
  prices: readonly DailyPrice[],
  requested: readonly string[],
) {
  const days = new Set(prices.map(({ date }) => date));
  const keyByOpening = <T extends { readonly date: string }>(
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
    dividends: keyByOpening("div", dividends, ({ dollars }) => ({ amount: dollars })),
    splits: keyByOpening("split", splits, ({ numerator, denominator }) => ({
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
  const { high, low } = findYearRange(security);
  const gmtoffset = getNewYorkOffset(last.date);
  const timezone = gmtoffset === -14_400 ? "EDT" : "EST";
  const buildPeriod = (start: string, end: string) => ({
    timezone,
    start: toEpochSeconds(last.date, start),
    end: toEpochSeconds(last.date, end),
    gmtoffset,
  });
  return {
    currency: "USD",
    symbol: security.symbol,
    exchangeName: security.exchange,
    fullExchangeName: security.exchangeName,
    instrumentType: security.quoteType,
    firstTradeDate: toEpochSeconds(first.date, "09:30"),
    regularMarketTime: toEpochSeconds(last.date, "16:00"),
    hasPrePostMarketData: true,
    gmtoffset,
    timezone,
    exchangeTimezoneName: "America/New_York",
    regularMarketPrice: last.close,
    fiftyTwoWeekHigh: high,
    fiftyTwoWeekLow: low,
    regularMarketDayHigh: last.high,
    regularMarketDayLow: last.low,
    regularMarketVolume: last.volume,
    longName: security.longName,
    shortName: security.shortName,
    priceHint: 2,
    currentTradingPeriod: {
      pre: buildPeriod("04:00", "09:30"),
      regular: buildPeriod("09:30", "16:00"),
      post: buildPeriod("16:00", "20:00"),
    },
  };
}

export function getLatestPrice(security: ListedSecurity): DailyPrice {
  const last = security.prices.at(-1);
  if (!last) throw new Error(`${security.symbol} has no prices.`);
  return last;
}

/** Highest high and lowest low of the 365 days up to the latest bar. */
export function findYearRange(security: ListedSecurity): { readonly high: number; readonly low: number } {
  const since = new Date(Date.parse(getLatestPrice(security).date) - 365 * 86_400_000).toISOString().slice(0, 10);
  const year = security.prices.filter((price) => price.date > since);
  return { high: Math.max(...year.map((price) => price.high)), low: Math.min(...year.map((price) => price.low)) };
}

function answerChartFailure(status: number, code: string, description: string): Answer {
  return answerJson(status, { chart: { result: null, error: { code, description } } });
}
