import { toWireQuote } from "../../domain/quote.ts";
import { NoQuery } from "../../http/request/page-query.ts";
import { SYMBOL_PARAMETER } from "../../http/request/parameter.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Market } from "../../prices/market.ts";
import { createQuoteResponse, queryMarket } from "./price-response.ts";
import { QuoteSchema, QuotesQuery, QuotesSchema, toWireQuotes } from "./quote-schema.ts";

/** `GET /market-data/public/quote/{symbol}`. */
export function createQuoteRoute(market: Market): Route {
  return createPublicRoute({
    name: "quote",
    path: "/market-data/public/quote/:symbol",
    unknownParameters: "ignored",
    query: NoQuery,
    description: {
      summary: "Quote",
      description:
        "Latest price of a US-listed equity. When no price source answers, the last known one, marked as stale.",
      parameters: { symbol: SYMBOL_PARAMETER },
      response: QuoteSchema,
      headers: ["ETag", "X-Data-Stale"],
      problems: ["symbol_not_found", "price_not_found", "upstream_unavailable"],
    },
    answer: async (parameters) => {
      const found = await queryMarket(parameters, (symbol) => market.getQuote(symbol));
      return createQuoteResponse(toWireQuote(found.quote), found.stale, () => market.countReuse("quote"));
    },
  });
}

/** `GET /market-data/public/quotes?symbols=A,B`. */
export function createQuotesRoute(market: Market): Route {
  return createPublicRoute({
    name: "quotes",
    path: "/market-data/public/quotes",
    query: QuotesQuery,
    description: {
      summary: "Several quotes",
      description:
        "Counts as one request. Unknown symbols, and symbols without an answer right now, do not affect the others.",
      response: QuotesSchema,
      headers: ["ETag", "X-Data-Stale"],
      problems: ["invalid_parameter"],
    },
    answer: async (_, { symbols }) => {
      const found = await market.getQuotes(symbols);
      const isStale = found.quotes.some(({ stale }) => stale);
      return createQuoteResponse(toWireQuotes(found), isStale, () => {
        for (let at = 0; at < found.quotes.length; at += 1) market.countReuse("quote");
      });
    },
  });
}
