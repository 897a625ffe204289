import type { Market } from "../market/market.ts";
import { CACHE_CONTROL, weakTag } from "./caching.ts";
import { HistorySchema } from "./contract/history.ts";
import { HistoricalQuery } from "./contract/query.ts";
import { historyBody } from "./history-body.ts";
import { JSON_TYPE } from "./media-types.ts";
import { staleness } from "./price-answer.ts";
import { publicEndpoint, type Route } from "./route.ts";
import { ofSymbol, SYMBOL_PARAMETER } from "./symbol.ts";

/** The tag names the prices, not their text: it changes here when the same prices are written otherwise. */
const FORM = 1;

/** `GET /market-data/public/historical/{symbol}` (interface 4.4). */
export function historical(market: Market): Route {
  return publicEndpoint({
    name: "historical",
    path: "/market-data/public/historical/:symbol",
    unknownParameters: "ignored",
    query: HistoricalQuery,
    description: {
      summary: "Historical prices",
      description: "Open, high, low, close and volume, newest bar first, adjusted for splits and not for dividends.",
      parameters: { symbol: SYMBOL_PARAMETER },
      response: HistorySchema,
      headers: ["ETag", "X-Data-Stale"],
      problems: ["invalid_parameter", "symbol_not_found", "upstream_unavailable"],
    },
    answer: async (parameters, { period, interval }) => {
      const found = await ofSymbol(parameters, (symbol) => market.history(symbol, period, interval));
      return {
        body: historyBody(found.symbol, period, interval, found.bars),
        contentType: JSON_TYPE,
        cacheControl: CACHE_CONTROL.history,
        etag: weakTag(`${FORM}-${found.symbol}-${period}-${interval}-${found.tag}`),
        headers: staleness(found.stale),
      };
    },
  });
}
