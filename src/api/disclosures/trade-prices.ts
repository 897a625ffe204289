import { createPause } from "../../base/pause.ts";
import { echoed } from "../../http/problems.ts";
import { digestedJson } from "../../http/response/json-answer.ts";
import { reading } from "../../http/response/store-unavailable.ts";
import { publicEndpoint, type Route } from "../../http/route.ts";
import { CACHED_PRICES } from "../market-data/price-response.ts";
import { pricesOf, type StoredMarket } from "./priced-trade.ts";
import type { TradeRecords } from "./trade.ts";
import { TradePricesQuery, TradePricesSchema, wirePrices } from "./trade-prices-schema.ts";

/** `GET /trades/prices?ids=A,B`. */
export function tradesPrices(records: Pick<TradeRecords, "detailed">, market: StoredMarket): Route {
  return publicEndpoint({
    name: "trade_prices",
    path: "/trades/prices",
    query: TradePricesQuery,
    description: {
      summary: "Prices on the days of trades",
      description:
        "The close on the day of the transaction, on the first session after the disclosure, and the last one, as `prices` of each trade has them. An id that names no trade does not fail the others.",
      response: TradePricesSchema,
      headers: ["ETag"],
      problems: ["invalid_parameter"],
    },
    answer: async (_, { ids }) => {
      const wanted = [...new Set(ids)];
      const found = await reading(records.detailed(wanted));
      const pause = createPause();
      const prices: object[] = [];
      for (const id of wanted) {
        const published = found.get(id)?.published;
        if (published) prices.push({ id, prices: wirePrices(await pricesOf(published.trade, market)) });
        await pause();
      }
      const missing = wanted.filter((id) => !found.has(id)).map(echoed);
      return { ...digestedJson({ prices, not_found: missing }, []), keep: CACHED_PRICES };
    },
  });
}
