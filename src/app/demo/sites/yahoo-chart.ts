/** Yahoo's v8 chart of daily bars, in the format and with the errors of recorded responses. */
import type { DailyPrice, ListedSecurity } from "./material.ts";
import { type Answer, json } from "./site.ts";
import { instant, newYorkOffset } from "./yahoo-time.ts";

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

export function chartAnswer(security: ListedSecurity | null, ask: ChartAsk): Answer {
  if (security === null) return failure(404, "Not Found", "No data found, symbol may be delisted");
  if (ask.interval !== "1d") {
    return failure(
      422,
      "Unprocessable Entity",
      `Invalid input - interval=${ask.interval} is not supported. Valid intervals: [1d]`,
    );
  }
  const last = latest(security);
  const to = ask.to ?? Math.floor(Date.now() / 1000);
  const days = DAYS_OF_RANGE[ask.range ?? "1d"];
  if (days === undefined)
    return failure(422, "Unprocessable Entity", `Invalid input - range=${ask.range} is not supported.`);
  const from = ask.from ?? instant(last.date, "00:00") - (days - 1) * 86_400;
  const inRange = security.prices.filter((price) => {
    const opens = instant(price.date, "09:30");
    return opens >= from && opens < to;
  });
  if (inRange.length === 0) {
    return failure(400, "Bad Request", `Data doesn't exist for startDate = ${from}, endDate = ${to}`);
  }
  return json(200, { chart: { result: [result(security, inRange, ask)], error: null } });
}

function result(security: ListedSecurity, prices: readonly DailyPrice[], { range, events }: ChartAsk): unknown {
  const before = security.prices[security.prices.indexOf(prices[0] as DailyPrice) - 1];
  return {
    meta: {
      ...chartMeta(security),
      chartPreviousClose: before?.close ?? prices[0]?.open,
      dataGranularity: "1d",
      range: range ?? "",
      validRanges: Object.keys(DAYS_OF_RANGE),
    },
    timestamp: prices.map((price) => instant(price.date, "09:30")),
    ...eventsOf(security, prices, events),
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
function eventsOf(
  { splits = [], dividends = [] }: ListedSecurity,
  prices: readonly DailyPrice[],
  asked: readonly string[],
) {
  const days = new Set(prices.map(({ date }) => date));
  const byOpening = <T extends { readonly date: string }>(kind: string, all: readonly T[], told: (each: T) => object) =>
    Object.fromEntries(
      all
        .filter(({ date }) => asked.includes(kind) && days.has(date))
        .map((each) => {
          const opens = instant(each.date, "09:30");
          return [String(opens), { date: opens, ...told(each) }] as const;
        }),
    );
  const events = {
    dividends: byOpening("div", dividends, ({ dollars }) => ({ amount: dollars })),
    splits: byOpening("split", splits, ({ numerator, denominator }) => ({
      numerator,
      denominator,
      splitRatio: `${numerator}:${denominator}`,
    })),
  };
  const present = Object.entries(events).filter(([, each]) => Object.keys(each).length > 0);
  return present.length === 0 ? {} : { events: Object.fromEntries(present) };
}

function chartMeta(security: ListedSecurity) {
  const last = latest(security);
  const first = security.prices[0] as DailyPrice;
  const { high, low } = yearOf(security);
  const gmtoffset = newYorkOffset(last.date);
  const timezone = gmtoffset === -14_400 ? "EDT" : "EST";
  const period = (start: string, end: string) => ({
    timezone,
    start: instant(last.date, start),
    end: instant(last.date, end),
    gmtoffset,
  });
  return {
    currency: "USD",
    symbol: security.symbol,
    exchangeName: security.exchange,
    fullExchangeName: security.exchangeName,
    instrumentType: security.quoteType,
    firstTradeDate: instant(first.date, "09:30"),
    regularMarketTime: instant(last.date, "16:00"),
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
      pre: period("04:00", "09:30"),
      regular: period("09:30", "16:00"),
      post: period("16:00", "20:00"),
    },
  };
}

export function latest(security: ListedSecurity): DailyPrice {
  const last = security.prices.at(-1);
  if (!last) throw new Error(`${security.symbol} has no prices.`);
  return last;
}

/** Highest high and lowest low of the 365 days up to the latest bar. */
export function yearOf(security: ListedSecurity): { readonly high: number; readonly low: number } {
  const since = new Date(Date.parse(latest(security).date) - 365 * 86_400_000).toISOString().slice(0, 10);
  const year = security.prices.filter((price) => price.date > since);
  return { high: Math.max(...year.map((price) => price.high)), low: Math.min(...year.map((price) => price.low)) };
}

function failure(status: number, code: string, description: string): Answer {
  return json(status, { chart: { result: null, error: { code, description } } });
}
