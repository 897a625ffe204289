import type { Datasets } from "../../dataset/dataset.ts";
import { publicEndpoint, type Route } from "../http/route.ts";
import { listAnswer, pinned } from "./list-answer.ts";
import { RecentTradesQuery } from "./trade-list-queries.ts";
import { TradeListSchema } from "./trade-schema.ts";

const PATH = "/trades/recent/list";

/** `GET /trades/recent/list`. */
export function recentTrades(datasets: Datasets, baseUrl: string): Route {
  return publicEndpoint({
    name: "recent_trades",
    path: PATH,
    unknownParameters: "ignored",
    query: RecentTradesQuery,
    description: {
      summary: "Recent trades",
      description:
        "Trades of both chambers by disclosure date, newest first. A page is always from one dataset version.",
      response: TradeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { limit, skip, version }) => {
      const dataset = pinned(datasets, version);
      const found = dataset.recentTrades(limit, skip);
      return listAnswer(baseUrl + PATH, {}, { limit, skip }, dataset.version, found);
    },
  });
}
