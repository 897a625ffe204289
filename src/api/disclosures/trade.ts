import { hash } from "node:crypto";
import { z } from "zod";
import { NotFoundError } from "../../base/errors.ts";
import type { FilingListing } from "../../domain/filing.ts";
import { findIndustry, type Industry } from "../../domain/industry.ts";
import { truncateInput } from "../../http/problems.ts";
import { CACHED_BRIEFLY, createTaggedJsonAnswer } from "../../http/response/json-answer.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Dataset, Datasets } from "../../publication/dataset/dataset.ts";
import type { NamedTrade, PastVersion } from "../../publication/dataset/past-version.ts";
import type { PublishedTrade } from "../../store/publications.ts";
import { asOf, openPastVersion, type Past } from "./as-of.ts";
import { createNameLookup } from "./politician-names.ts";
import { readTradePrices, type StoredMarket } from "./priced-trade.ts";
import { TradeDetailSchema, toWireTradeDetail } from "./trade-detail-schema.ts";
import { toWirePrices } from "./trade-prices-schema.ts";

type ListedFiling = Pick<FilingListing, "source" | "url">;

export interface TradeInFiling {
  readonly published: PublishedTrade;
  readonly filing: ListedFiling;
}

/** Access to single trades and their filings. */
export interface TradeRecords {
  findTrade(id: string): Promise<PublishedTrade | undefined>;
  findFiling(id: string): Promise<ListedFiling | undefined>;
  /** Reads the trades that exist among these ids (at most about a hundred), each with the source and the URL of its filing. */
  readDetailed(ids: readonly string[]): Promise<ReadonlyMap<string, TradeInFiling>>;
  /** Industries by current symbol (at most about a hundred symbols); symbols that belong to no company are left out. */
  readIndustries(symbols: readonly string[]): Promise<ReadonlyMap<string, Industry>>;
}

/** `GET /trades/{id}`. @throws {NotFoundError} @throws {UnavailableError} if the store cannot be read. */
export function createTradeRoute(
  datasets: Datasets,
  records: TradeRecords,
  market: StoredMarket,
  past: Past,
  baseUrl: string,
): Route {
  return createPublicRoute({
    name: "trade",
    path: "/trades/:id",
    query: z.object({ as_of: asOf }),
    description: {
      summary: "One trade",
      description:
        "A trade with everything that its filing says about it, and where to find the filing. Superseded trades are found too, but no longer appear in lists. `prices` and `industry` are always current, even with `as_of`.",
      parameters: { id: { description: "Id of a trade.", example: "txn_h20024542_01" } },
      response: TradeDetailSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found", "gone"],
    },
    answer: async (parameters, { as_of: requested }, { identity }) => {
      const id = parameters["id"] ?? "";
      const dataset =
        requested === undefined ? datasets.getCurrent() : await openPastVersion(past, requested, identity);
      const found = /^txn_[0-9a-z_]{3,80}$/.test(id)
        ? await awaitRead(findTradeWithFiling(dataset, records, id))
        : undefined;
      if (!found) throw new NotFoundError("not_found", `There is no trade '${truncateInput(id)}'.`);
      const { published, name, filing } = found;
      const { trade } = published;
      const symbols = trade.currentTicker === null ? [] : [trade.currentTicker];
      const industry = findIndustry(trade, await awaitRead(records.readIndustries(symbols)));
      const prices = toWirePrices(await readTradePrices(trade, market));
      const detail = { ...toWireTradeDetail(published, name, { listing: filing, industry, baseUrl }), prices };
      const digest = hash("sha256", JSON.stringify([industry, prices]), "base64url").slice(0, 16);
      const tag = `${dataset.version}?updated_at=${published.updatedAt.getTime()}&beside=${digest}`;
      return { ...createTaggedJsonAnswer(detail, tag, ["X-Dataset-Version", dataset.version]), keep: CACHED_BRIEFLY };
    },
  });
}

async function findTradeWithFiling(
  dataset: Dataset | PastVersion,
  records: TradeRecords,
  id: string,
): Promise<(NamedTrade & TradeInFiling) | undefined> {
  if (!("listPoliticianPage" in dataset)) {
    const previous = await dataset.findTrade(id);
    const filing = previous && (await records.findFiling(previous.published.trade.filingId));
    return filing && { ...previous, filing };
  }
  const found = (await records.readDetailed([id])).get(id);
  const name = found && createNameLookup(dataset)(found.published.trade.politicianId);
  return found && name !== undefined ? { ...found, name } : undefined;
}
