import type { Datasets } from "../../dataset/dataset.ts";
import type { FilingListing } from "../../domain/filing.ts";
import { NotFoundError } from "../../errors.ts";
import type { PublishedTrade } from "../../store/store.ts";
import { JSON_TYPE } from "../http/media-types.ts";
import { echoed } from "../http/problems.ts";
import { NoQuery } from "../http/request/page-query.ts";
import { CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import { reading } from "../http/response/store-unavailable.ts";
import { publicEndpoint, type Route } from "../http/route.ts";
import { TradeDetailSchema, wireTradeDetail } from "./trade-detail-schema.ts";

/** Access to single trades and the filings that they stand in. */
export interface TradeRecords {
  trade(id: string): Promise<PublishedTrade | undefined>;
  filing(id: string): Promise<Pick<FilingListing, "source" | "url"> | undefined>;
}

/** `GET /trades/{id}`. @throws {NotFoundError} @throws {UnavailableError} while the store cannot be read. */
export function trade(datasets: Datasets, records: TradeRecords, baseUrl: string): Route {
  return publicEndpoint({
    name: "trade",
    path: "/trades/:id",
    unknownParameters: "refused",
    query: NoQuery,
    description: {
      summary: "One trade",
      description:
        "A trade with all that its filing says of it, and where the filing is found; a superseded one too, which no list shows any more.",
      parameters: { id: { description: "Id of a trade.", example: "txn_h20024542_01" } },
      response: TradeDetailSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found"],
    },
    answer: async (parameters) => {
      const id = parameters["id"] ?? "";
      const dataset = datasets.current();
      const found = /^txn_[0-9a-z_]{3,80}$/.test(id) ? await reading(records.trade(id)) : undefined;
      const politician = found && dataset.politician(found.trade.politicianId);
      const filing = found && (await reading(records.filing(found.trade.filingId)));
      if (!found || !politician || !filing) {
        throw new NotFoundError("not_found", `There is no trade '${echoed(id)}'.`);
      }
      const { name } = JSON.parse(politician.toString("utf8")) as { name: string };
      return {
        body: Buffer.from(JSON.stringify(wireTradeDetail(found, name, { listing: filing, baseUrl }))),
        contentType: JSON_TYPE,
        cacheControl: CACHE_CONTROL.list,
        etag: weakTag(`${dataset.version}?updated_at=${found.updatedAt.getTime()}`),
        headers: ["X-Dataset-Version", dataset.version],
      };
    },
  });
}
