import { z } from "zod";
import { pinned } from "../../api/disclosures/list-answer.ts";
import { readTradeQuery, tradeSearchShape } from "../../api/disclosures/trade-query.ts";
import { PUBLIC_FIELD_NAMES } from "../../domain/public-trade.ts";
import { limit, skip, version } from "../../http/request/page-query.ts";
import { publicEndpoint, type Route } from "../../http/route.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import { tradesAt } from "../../publication/export/columns.ts";
import type { Links } from "../links.ts";
import { CSV_ROWS, csvAnswer } from "./csv-answer.ts";

/** `/trades.csv`: the trades of a filter in the public columns, as in the lists of the pages. */
export function tradesCsv(datasets: Datasets, links: Links): Route {
  return publicEndpoint({
    name: "trades_csv",
    path: "/trades.csv",
    query: z.object({ ...tradeSearchShape, limit: limit(CSV_ROWS, CSV_ROWS), skip, version }),
    description: null,
    answer: (_, { limit, skip, version, ...asked }) => {
      const dataset = pinned(datasets, version);
      const { filter, sort, named } = readTradeQuery(asked);
      const positions = dataset.select(filter, sort);
      const linkTo = (from: number) =>
        links.absolute(links.path("/trades.csv", { ...named, version: dataset.version, limit, skip: from }));
      return csvAnswer({
        filename: `trades-${dataset.version}`,
        columns: PUBLIC_FIELD_NAMES,
        rows: tradesAt(dataset, positions.subarray(skip, skip + limit)),
        total: positions.length,
        skip,
        version: dataset.version,
        linkTo,
      });
    },
  });
}
