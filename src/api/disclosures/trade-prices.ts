import { createPause } from "../../base/pause.ts";
import { truncateInput } from "../../http/problems.ts";
import { CACHED_BRIEFLY, createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import { readTradePrices, type StoredMarket } from "./priced-trade.ts";
import type { TradeRecords } from "./trade.ts";
import { TradePricesQuery, TradePricesSchema, toWirePrices } from "./trade-prices-schema.ts";

/** `GET /trades/prices?ids=A,B`. */
export function createTradePricesRoute(records: Pick<TradeRecords, "readDetailed">, market: StoredMarket): Route {
  return createPublicRoute({
    name: "trade_prices",
    path: "/trades/prices",
    query: TradePricesQuery,
    description: {
      summary: "Prices on the days of trades",
      description:
        "Closing prices on the transaction day, the first trading day after the disclosure, and the last stored day, as in each trade's `prices`. Unknown ids do not affect the others.",
      response: TradePricesSchema,
      headers: ["ETag"],
      problems: ["invalid_parameter"],
    },
    answer: async (_, { ids }) => {
      const wanted = [...new Set(ids)];
      const found = await awaitRead(records.readDetailed(wanted));
      const pause = createPause();
      const prices: object[] = [];
      for (const id of wanted) {
        const published = found.get(id)?.published;
        if (published) prices.push({ id, prices: toWirePrices(await readTradePrices(published.trade, market)) });
        await pause();
      }
      const missing = wanted.filter((id) => !found.has(id)).map(truncateInput);
      return { ...createJsonAnswerWithDigest({ prices, not_found: missing }, []), keep: CACHED_BRIEFLY };
    },
  });
}
