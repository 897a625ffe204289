import type { Dataset, Datasets } from "../../dataset/dataset.ts";
import { RECENT_FIRST, type TradeFilter, type TradeSort } from "../../domain/trade-filter.ts";
import { notFound } from "../http/failures.ts";
import { moved } from "../http/response/permanent-redirect.ts";
import { type Answer, publicEndpoint, type Route } from "../http/route.ts";
import { listAnswer, pinned } from "./list-answer.ts";
import { PoliticianTradesQuery, TradesQuery } from "./trade-list-queries.ts";
import { canonicalFilters, readTradeFilter, readTradeSort } from "./trade-query.ts";
import { TradeListSchema } from "./trade-schema.ts";

const PATH = "/trades";

/** `GET /trades`. */
export function trades(datasets: Datasets, baseUrl: string): Route {
  return publicEndpoint({
    name: "trades",
    path: PATH,
    aliases: [`${PATH}/`],
    unknownParameters: "refused",
    query: TradesQuery,
    description: {
      summary: "Trades, filtered and sorted",
      description:
        "All given filters apply together; values of one list, parted by commas, are alternatives. `total` is the exact " +
        "number of trades that match. An unknown parameter is refused.",
      parameters: {},
      response: TradeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { sort, limit, skip, version, ...filters }) => {
      const filter = readTradeFilter(filters);
      const named = canonicalFilters(filter);
      return page(pinned(datasets, version), baseUrl + PATH, filter, named, readTradeSort(sort), { limit, skip });
    },
  });
}

/** `GET /politicians/{id}/trades`. @throws {NotFoundError} code `politician_not_found`. */
export function politicianTrades(datasets: Datasets, baseUrl: string): Route {
  return publicEndpoint({
    name: "politician_trades",
    path: "/politicians/:id/trades",
    unknownParameters: "refused",
    query: PoliticianTradesQuery,
    description: {
      summary: "Trades of one politician",
      description: "With the filters and sorts of all trades.",
      parameters: { id: { description: "Bioguide id.", example: "P000197" } },
      response: TradeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "politician_not_found", "gone"],
      moves: true,
    },
    answer: (parameters, { sort, limit, skip, version, ...filters }) => {
      const id = parameters["id"] ?? "";
      const dataset = pinned(datasets, version);
      const filter = readTradeFilter(filters);
      const servedAs = dataset.mergedInto(id);
      if (servedAs !== undefined) {
        const query = { ...canonicalFilters(filter), sort, version, limit: String(limit), skip: String(skip) };
        return moved(`${baseUrl}/politicians/${servedAs}/trades`, query, dataset.version);
      }
      if (!dataset.politician(id)) throw notFound("politician_not_found", id);
      const url = `${baseUrl}/politicians/${encodeURIComponent(id)}/trades`;
      const all = { ...filter, politicianId: [id] };
      return page(dataset, url, all, canonicalFilters(filter), readTradeSort(sort), { limit, skip });
    },
  });
}

function page(
  dataset: Dataset,
  url: string,
  filter: TradeFilter,
  named: Readonly<Record<string, string | undefined>>,
  sort: TradeSort,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Answer {
  const found = dataset.trades(filter, sort, limit, skip);
  const usual = sort.by === RECENT_FIRST.by && sort.descending === RECENT_FIRST.descending;
  const filters = usual ? named : { ...named, sort: `${sort.descending ? "-" : ""}${sort.by}` };
  return listAnswer(url, filters, { limit, skip }, dataset.version, found);
}
