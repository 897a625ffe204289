import { z } from "zod";
import { pinned } from "../../api/disclosures/list-answer.ts";
import {
  canonicalFilters,
  readTradeFilter,
  readTradeSort,
  tradeFilterShape,
  tradeSortShape,
} from "../../api/disclosures/trade-query.ts";
import { limit, skip, version } from "../../api/http/request/page-query.ts";
import { publicEndpoint, type Route } from "../../api/http/route.ts";
import type { Datasets } from "../../dataset/dataset.ts";
import { PUBLIC_FIELD_NAMES } from "../../domain/public-trade.ts";
import { tradesAt } from "../../export/columns.ts";
import type { Links } from "../links.ts";
import { CSV_ROWS, csvAnswer } from "./csv-answer.ts";

/** `/trades.csv`: the trades of a filter in the public columns, as the lists of the pages show them. */
export function tradesCsv(datasets: Datasets, links: Links): Route {
  return publicEndpoint({
    name: "trades_csv",
    path: "/trades.csv",
    query: z.object({ ...tradeFilterShape, ...tradeSortShape, limit: limit(CSV_ROWS, CSV_ROWS), skip, version }),
    description: {
      summary: "Trades as CSV",
      description: "The trades of a filter, in the public columns.",
      response: null,
      media: ["text/csv"],
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { sort, limit, skip, version, ...filters }) => {
      const dataset = pinned(datasets, version);
      const filter = readTradeFilter(filters);
      const positions = dataset.select(filter, readTradeSort(sort));
      const named = { ...canonicalFilters(filter), ...(sort !== "-disclosure_date" && { sort }) };
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
