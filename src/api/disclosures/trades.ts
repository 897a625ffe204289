import { RECENT_FIRST } from "../../domain/trade-filter.ts";
import { createNotFoundError, InvalidParametersError } from "../../http/failures.ts";
import { createPermanentRedirect } from "../../http/response/permanent-redirect.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { type Answer, createPublicRoute, type Route } from "../../http/route.ts";
import type { Dataset, Datasets } from "../../publication/dataset/dataset.ts";
import { openPastVersion, type Past } from "./as-of.ts";
import { createListAnswer, getPinnedDataset } from "./list-answer.ts";
import { PoliticianTradesQuery, RecentTradesQuery, TradesQuery } from "./trade-list-queries.ts";
import { readTradeFilter, readTradeQuery, type TradeQuery, toCanonicalFilters } from "./trade-query.ts";
import { TradeListSchema } from "./trade-schema.ts";

const PATH = "/trades";
const RECENT_PATH = "/trades/recent/list";

/** `GET /trades`. */
export function createTradesRoute(datasets: Datasets, past: Past, baseUrl: string): Route {
  return createPublicRoute({
    name: "trades",
    path: PATH,
    aliases: [`${PATH}/`],
    query: TradesQuery,
    description: {
      summary: "Trades, filtered and sorted",
      description:
        "All given filters apply together; values of one list, separated by commas, are alternatives. `total` is the exact " +
        "number of trades that match. An unknown parameter is refused.",
      response: TradeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found", "gone"],
    },
    answer: (_, { sort, limit, skip, version, as_of: requested, ...filters }, { identity }) => {
      const query = readTradeQuery({ ...filters, sort });
      const wanted = { limit, skip };
      if (requested === undefined)
        return createPage(getPinnedDataset(datasets, version), baseUrl + PATH, query, wanted);
      if (version !== undefined) throw createVersionWithAsOfError();
      if (query.filter.industry !== undefined) throw createPastIndustryError();
      return openPastVersion(past, requested, identity).then(async (dataset) => {
        const found = await awaitRead(dataset.listTrades(query.filter, query.sort, limit, skip));
        const answer = createListAnswer(baseUrl + PATH, query.named, wanted, dataset.version, found, "as_of");
        return { ...answer, keep: { version: datasets.getCurrent().version } };
      });
    },
  });
}

/** `GET /trades/recent/list`. */
export function createRecentTradesRoute(datasets: Datasets, baseUrl: string): Route {
  return createPublicRoute({
    name: "recent_trades",
    path: RECENT_PATH,
    unknownParameters: "ignored",
    query: RecentTradesQuery,
    description: {
      summary: "Recent trades",
      description:
        "Trades of both chambers by disclosure date, newest first, with the filters of `GET /trades`. A page is always from one " +
        "dataset version. An unknown parameter is ignored and named in `X-Ignored-Parameters`.",
      response: TradeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { limit, skip, version, ...filters }) => {
      const dataset = getPinnedDataset(datasets, version);
      const filter = readTradeFilter(filters);
      const isFiltered = Object.keys(filter).length > 0;
      const found = isFiltered
        ? dataset.listTrades(filter, RECENT_FIRST, limit, skip)
        : dataset.listRecentTrades(limit, skip);
      return createListAnswer(
        baseUrl + RECENT_PATH,
        toCanonicalFilters(filter),
        { limit, skip },
        dataset.version,
        found,
      );
    },
  });
}

/** `GET /politicians/{id}/trades`. @throws {NotFoundError} code `politician_not_found`. */
export function createPoliticianTradesRoute(datasets: Datasets, baseUrl: string): Route {
  return createPublicRoute({
    name: "politician_trades",
    path: "/politicians/:id/trades",
    query: PoliticianTradesQuery,
    description: {
      summary: "Trades of one politician",
      description: "With the filters and sort orders of `GET /trades`.",
      parameters: { id: { description: "Bioguide id.", example: "P000197" } },
      response: TradeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "politician_not_found", "gone"],
      moves: true,
    },
    answer: (parameters, { sort, limit, skip, version, ...filters }) => {
      const id = parameters["id"] ?? "";
      const dataset = getPinnedDataset(datasets, version);
      const query = readTradeQuery({ ...filters, sort });
      const servedAs = dataset.getMergedId(id);
      if (servedAs !== undefined) {
        const same = { ...query.named, version, limit: String(limit), skip: String(skip) };
        return createPermanentRedirect(`${baseUrl}/politicians/${servedAs}/trades`, same, dataset.version);
      }
      if (!dataset.getPolitician(id)) throw createNotFoundError("politician_not_found", id);
      const url = `${baseUrl}/politicians/${encodeURIComponent(id)}/trades`;
      return createPage(dataset, url, { ...query, filter: { ...query.filter, politicianId: [id] } }, { limit, skip });
    },
  });
}

function createVersionWithAsOfError(): InvalidParametersError {
  return new InvalidParametersError(
    "Query parameter 'version' cannot be combined with 'as_of', whose pages all come from one version anyway.",
    [{ in: "query", name: "version", reason: "not_allowed" }],
  );
}

function createPastIndustryError(): InvalidParametersError {
  return new InvalidParametersError(
    "Query parameter 'industry' cannot be combined with 'as_of': only a company's current industry is stored, not the one known then.",
    [{ in: "query", name: "industry", reason: "not_allowed" }],
  );
}

function createPage(
  dataset: Pick<Dataset, "version" | "listTrades">,
  url: string,
  { filter, sort, named }: TradeQuery,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Answer {
  return createListAnswer(url, named, { limit, skip }, dataset.version, dataset.listTrades(filter, sort, limit, skip));
}
