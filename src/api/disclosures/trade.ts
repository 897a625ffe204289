import { createHash } from "node:crypto";
import { z } from "zod";
import { NotFoundError } from "../../base/errors.ts";
import type { FilingListing } from "../../domain/filing.ts";
import { type Industry, industryOf } from "../../domain/industry.ts";
import { echoed } from "../../http/problems.ts";
import { taggedJson } from "../../http/response/json-answer.ts";
import { reading } from "../../http/response/store-unavailable.ts";
import { publicEndpoint, type Route } from "../../http/route.ts";
import type { Dataset, Datasets } from "../../publication/dataset/dataset.ts";
import type { FormerVersion, NamedTrade } from "../../publication/dataset/former-version.ts";
import type { PublishedTrade } from "../../store/publications.ts";
import { CACHED_PRICES } from "../market-data/price-response.ts";
import { asOf, formerVersion, type Past } from "./as-of.ts";
import { politicianNames } from "./politician-names.ts";
import { pricesOf, type StoredMarket } from "./priced-trade.ts";
import { TradeDetailSchema, wireTradeDetail } from "./trade-detail-schema.ts";
import { wirePrices } from "./trade-prices-schema.ts";

type ListedFiling = Pick<FilingListing, "source" | "url">;

export interface TradeInFiling {
  readonly published: PublishedTrade;
  readonly filing: ListedFiling;
}

/** Access to single trades and their filings. */
export interface TradeRecords {
  trade(id: string): Promise<PublishedTrade | undefined>;
  filing(id: string): Promise<ListedFiling | undefined>;
  /** The existing trades among these ids (at most about a hundred), each with the listed fields of its filing. */
  detailed(ids: readonly string[]): Promise<ReadonlyMap<string, TradeInFiling>>;
  /** Industries by current symbol, for those of these symbols (at most about a hundred) that belong to a company. */
  industries(symbols: readonly string[]): Promise<ReadonlyMap<string, Industry>>;
}

/** `GET /trades/{id}`. @throws {NotFoundError} @throws {UnavailableError} while the store cannot be read. */
export function trade(
  datasets: Datasets,
  records: TradeRecords,
  market: StoredMarket,
  past: Past,
  baseUrl: string,
): Route {
  return publicEndpoint({
    name: "trade",
    path: "/trades/:id",
    query: z.object({ as_of: asOf }),
    description: {
      summary: "One trade",
      description:
        "A trade with all that its filing says of it, and where the filing is found; a superseded one too, which no list shows any more. `prices` and `industry` are as they are now, also with `as_of`.",
      parameters: { id: { description: "Id of a trade.", example: "txn_h20024542_01" } },
      response: TradeDetailSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found", "gone"],
    },
    answer: async (parameters, { as_of: asked }, { identity }) => {
      const id = parameters["id"] ?? "";
      const dataset = asked === undefined ? datasets.current() : await formerVersion(past, asked, identity);
      const found = /^txn_[0-9a-z_]{3,80}$/.test(id) ? await reading(namedTrade(dataset, records, id)) : undefined;
      if (!found) throw new NotFoundError("not_found", `There is no trade '${echoed(id)}'.`);
      const { published, name, filing } = found;
      const { trade } = published;
      const symbols = trade.currentTicker === null ? [] : [trade.currentTicker];
      const industry = industryOf(trade, await reading(records.industries(symbols)));
      const prices = wirePrices(await pricesOf(trade, market));
      const detail = { ...wireTradeDetail(published, name, { listing: filing, industry, baseUrl }), prices };
      const digest = createHash("sha256")
        .update(JSON.stringify([industry, prices]))
        .digest("base64url")
        .slice(0, 16);
      const tag = `${dataset.version}?updated_at=${published.updatedAt.getTime()}&beside=${digest}`;
      return { ...taggedJson(detail, tag, ["X-Dataset-Version", dataset.version]), keep: CACHED_PRICES };
    },
  });
}

async function namedTrade(
  dataset: Dataset | FormerVersion,
  records: TradeRecords,
  id: string,
): Promise<(NamedTrade & TradeInFiling) | undefined> {
  if (!("politicians" in dataset)) {
    const former = await dataset.trade(id);
    const filing = former && (await records.filing(former.published.trade.filingId));
    return filing && { ...former, filing };
  }
  const found = (await records.detailed([id])).get(id);
  const name = found && politicianNames(dataset)(found.published.trade.politicianId);
  return found && name !== undefined ? { ...found, name } : undefined;
}
