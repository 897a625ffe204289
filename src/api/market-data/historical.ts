import type { Interval, Period } from "../../domain/bar.ts";
import { toBars } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { InvalidParametersError } from "../../http/failures.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import type { ParameterError, Reason } from "../../http/problems.ts";
import { SYMBOL_PARAMETER } from "../../http/request/parameter.ts";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import { CACHED_BRIEFLY } from "../../http/response/json-answer.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { DaySpan, HistoryAnswer, Market } from "../../prices/market.ts";
import { HistoricalQuery, HistorySchema } from "./history-schema.ts";
import { buildStaleHeader, queryMarket } from "./price-response.ts";

/** The ETag identifies the prices, not their text: increase this number when the output format of the same prices changes. */
const FORMAT_VERSION = 1;
const DEFAULT_PERIOD: Period = "3mo";

interface SpanQuery {
  readonly period?: Period | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `GET /market-data/public/historical/{symbol}`. */
export function createHistoricalRoute(market: Market): Route {
  return createPublicRoute({
    name: "historical",
    path: "/market-data/public/historical/:symbol",
    unknownParameters: "ignored",
    query: HistoricalQuery,
    description: {
      summary: "Historical prices",
      description:
        "Open, high, low, close and volume, newest bar first, adjusted for splits and not for dividends. A span without a known bar is refused; the error names the known days.",
      parameters: { symbol: SYMBOL_PARAMETER },
      response: HistorySchema,
      headers: ["ETag", "X-Data-Stale", "X-Price-Source", "X-Price-Adjustment", "X-Price-First-Day"],
      problems: ["invalid_parameter", "symbol_not_found", "price_not_found", "upstream_unavailable"],
    },
    answer: async (parameters, { interval, ...query }) => {
      const span = getRequestedSpan(query);
      const found = await queryMarket(parameters, (symbol) => market.getHistory(symbol, span, interval));
      const { symbol, bars } = found;
      const period = typeof span === "string" ? span : formatAppliedSpan(span, interval, found);
      return {
        body: Buffer.from(JSON.stringify({ symbol, interval, period, data: toBars(bars), total_points: bars.count })),
        contentType: JSON_TYPE,
        cacheControl: CACHE_CONTROL.history,
        etag: formatWeakTag(`${FORMAT_VERSION}-${symbol}-${period}-${interval}-${found.tag}`),
        headers: [...buildStaleHeader(found.stale), ...buildPriceSourceHeaders(found)],
        keep: CACHED_BRIEFLY,
        onReuse: () => market.countReuse("bars"),
      };
    },
  });
}

function getRequestedSpan({ period, from, to }: SpanQuery): Period | DaySpan {
  if (from === undefined && to === undefined) return period ?? DEFAULT_PERIOD;
  if (period !== undefined) {
    throw createSpanError("Query parameters 'from' and 'to' replace 'period': send either those or 'period'.", [
      createParameterError("period", "not_available", period),
    ]);
  }
  if (from !== undefined && to !== undefined && to < from) {
    throw createSpanError("Query parameter 'to' must not be earlier than 'from'.", [
      createParameterError("to", "inverted", to),
    ]);
  }
  // The schema has checked that both are dates.
  return { from: (from as IsoDate | undefined) ?? null, to: (to as IsoDate | undefined) ?? null };
}

/** Formats the first and last day of the span: `2026-01-02/2026-03-31`. @throws {InvalidParametersError} if it has no bar. */
function formatAppliedSpan({ from, to }: DaySpan, interval: Interval, found: HistoryAnswer): string {
  const { symbol, firstDay, lastDay, bars } = found;
  if (bars.count > 0) return `${from ?? firstDay}/${to ?? lastDay}`;
  const errors = Object.entries({ from, to }).flatMap(([name, day]) =>
    day === null ? [] : [createParameterError(name, "not_available", day)],
  );
  const span = [from && `from ${from}`, to && `up to ${to}`].filter(Boolean).join(" ");
  throw createSpanError(
    `No bar of ${symbol} at the interval ${interval} is dated ${span}: the first known day is ${firstDay}, the last ${lastDay}.`,
    errors,
  );
}

function buildPriceSourceHeaders({ origin, firstDay }: HistoryAnswer): readonly string[] {
  const { providers, adjustment } = origin;
  return [
    ...["X-Price-Source", providers.join(", ")],
    ...["X-Price-Adjustment", adjustment],
    ...["X-Price-First-Day", firstDay],
  ];
}

function createParameterError(name: string, reason: Reason, value: string): ParameterError {
  return { in: "query", name, reason, value };
}

function createSpanError(sentence: string, errors: readonly ParameterError[]): InvalidParametersError {
  return new InvalidParametersError(sentence, errors);
}
