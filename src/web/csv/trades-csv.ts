import { z } from "zod";
import { getPinnedDataset } from "../../api/disclosures/list-answer.ts";
import { readTradeQuery, tradeSearchShape } from "../../api/disclosures/trade-query.ts";
import { PUBLIC_FIELD_NAMES } from "../../domain/public-trade.ts";
import { createLimitSchema, skip, version } from "../../http/request/page-query.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import { readTradesAt } from "../../publication/export/columns.ts";
import type { Links } from "../links.ts";
import { CSV_ROWS, createCsvFileAnswer } from "./csv-answer.ts";

/** `/trades.csv`: the trades that match a filter, with the API's public fields as columns. */
export function createTradesCsvRoute(datasets: Datasets, links: Links): Route {
  return createPublicRoute({
    name: "trades_csv",
    path: "/trades.csv",
    query: z.object({ ...tradeSearchShape, limit: createLimitSchema(CSV_ROWS, CSV_ROWS), skip, version }),
    description: null,
    answer: (_, { limit, skip, version, ...requested }) => {
      const dataset = getPinnedDataset(datasets, version);
      const { filter, sort, named } = readTradeQuery(requested);
      const positions = dataset.select(filter, sort);
      const buildLink = (from: number) =>
        links.toAbsolute(links.toPath("/trades.csv", { ...named, version: dataset.version, limit, skip: from }));
      return createCsvFileAnswer({
        filename: `trades-${dataset.version}`,
        columns: PUBLIC_FIELD_NAMES,
        rows: readTradesAt(dataset, positions.subarray(skip, skip + limit)),
        total: positions.length,
        skip,
        version: dataset.version,
        buildLink,
      });
    },
  });
}
