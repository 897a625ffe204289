import { splitSearchWords } from "../../domain/search-words.ts";
import { createNotFoundError } from "../../http/failures.ts";
import { NoQuery } from "../../http/request/page-query.ts";
import { SYMBOL_PARAMETER } from "../../http/request/parameter.ts";
import { createTaggedJsonAnswer } from "../../http/response/json-answer.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import { createListAnswer, getPinnedDataset } from "./list-answer.ts";
import { TickerDetailSchema, TickerListSchema } from "./ticker-schema.ts";
import { TickersQuery } from "./trade-list-queries.ts";
import { toCanonicalFilters, toTradeFilter } from "./trade-query.ts";

const PATH = "/tickers/";

/** `GET /tickers/`. */
export function createTickersRoute(datasets: Datasets, baseUrl: string): Route {
  return createPublicRoute({
    name: "tickers",
    path: PATH,
    aliases: ["/tickers"],
    query: TickersQuery,
    description: {
      summary: "Activity by security",
      description:
        "Totals of the trades in each security, most traded first, then by latest trade and symbol. Trades filed under a former symbol are counted under the current one; if the security has none today, under the filed one. Bonds, and trades whose `no_current_ticker` is `another_issuer`, are not included.",
      response: TickerListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { q, industry: requested, limit, skip, version }) => {
      const dataset = getPinnedDataset(datasets, version);
      const words = splitSearchWords(q ?? "");
      const { industry } = toTradeFilter({ industry: requested });
      const found = dataset.listTickerPage({ words, industry }, limit, skip);
      const filters = {
        q: words.length > 0 ? words.join(" ") : undefined,
        ...toCanonicalFilters({ ...(industry && { industry }) }),
      };
      return createListAnswer(baseUrl + PATH, filters, { limit, skip }, dataset.version, found);
    },
  });
}

/** `GET /tickers/{symbol}`. @throws {NotFoundError} code `symbol_not_found` for a symbol that nobody traded. */
export function createTickerRoute(datasets: Datasets): Route {
  return createPublicRoute({
    name: "ticker",
    path: "/tickers/:symbol",
    query: NoQuery,
    description: {
      summary: "Activity in one security",
      description:
        "A symbol means the security that has it today. A symbol no longer in use leads to the security that was renamed, or else to the one that no longer exists or is on no list.",
      parameters: { symbol: SYMBOL_PARAMETER },
      response: TickerDetailSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "symbol_not_found"],
    },
    answer: (parameters) => {
      const text = parameters["symbol"] ?? "";
      const dataset = datasets.getCurrent();
      const body = dataset.findTicker(text);
      if (!body) throw createNotFoundError("symbol_not_found", text);
      const { version } = dataset;
      return { ...createTaggedJsonAnswer(body, version, ["X-Dataset-Version", version]), keep: { version } };
    },
  });
}
