/** Closing prices of a trade's security, as returned by the API. */
import { z } from "zod";
import { createNonBlankTextSchema } from "../../http/request/parameter.ts";
import { NO_CLOSE_REASONS } from "../../prices/returns/abnormal-return.ts";
import { UNPRICED_KINDS } from "../../prices/returns/decision.ts";
import type { DayPrice, MissingPrice, TradePrices } from "../../prices/returns/trade-prices.ts";
import type { PricedTrade } from "./priced-trade.ts";

/** Maximum number of trades per request for prices. */
const PRICES_AT_ONCE = 100;

const DayPriceSchema = z
  .object({
    date: z.iso.date().nullable(),
    close: z.number().nullable().meta({ description: "In US dollars, adjusted for splits and not for dividends." }),
    source: z.string().nullable().meta({ description: "Providers of the stored series." }),
    missing: z
      .enum([...UNPRICED_KINDS, ...NO_CLOSE_REASONS])
      .nullable()
      .meta({
        description:
          "Why there is no close. If the trade is no plain purchase or sale of a listed share or fund: its kind. Otherwise: `no_ticker`, `no_bars` (no close is stored for that day), `delisted` (the security had stopped trading) or `too_recent` (that day has no close yet).",
      }),
  })
  .meta({ id: "DayPrice", description: "The closing price of a day, or why there is none." });

export const PricesSchema = z
  .object({
    symbol: z.string().nullable().meta({ description: "Symbol of the stored prices." }),
    adjustment: z.enum(["splits", "unverified"]).nullable().meta({
      description:
        "`unverified`: nobody has confirmed that the daily prices of one of the providers are adjusted for splits.",
    }),
    transaction: DayPriceSchema,
    after_disclosure: DayPriceSchema,
    last: DayPriceSchema,
  })
  .meta({
    id: "TradePrices",
    description:
      "The security's closing prices on the transaction day (or the next trading day), the first trading day after the disclosure, and the last stored day. The second is the first at which anybody could have followed the trade. Only stored prices are read.",
  });

export const EXAMPLE_PRICES: z.output<typeof PricesSchema> = {
  symbol: "META",
  adjustment: "splits",
  transaction: { date: "2021-02-03", close: 266.65, source: "yahoo", missing: null },
  after_disclosure: { date: "2021-02-22", close: 260.33, source: "yahoo", missing: null },
  last: { date: "2026-02-20", close: 655.66, source: "yahoo", missing: null },
};

export const TradePricesQuery = z.object({
  ids: z
    .array(createNonBlankTextSchema(300))
    .max(PRICES_AT_ONCE)
    .meta({ description: `Ids of up to ${PRICES_AT_ONCE} trades.`, examples: [["txn_h20024542_01"]] }),
});

export const TradePricesSchema = z
  .object({
    prices: z
      .array(z.object({ id: z.string(), prices: PricesSchema }))
      .meta({ description: "In the order requested, each trade once." }),
    not_found: z.array(z.string()).meta({ description: "Ids that name no trade." }),
  })
  .meta({
    id: "TradePricesList",
    description: "Prices of several trades; unknown ids are listed separately.",
    examples: [{ prices: [{ id: "txn_h20024542_01", prices: EXAMPLE_PRICES }], not_found: ["txn_h99999999_01"] }],
  });

export function toWirePrices({ prices, closes }: PricedTrade): z.output<typeof PricesSchema> {
  const source = closes?.origin.providers.join(", ") ?? null;
  const isPriced = typeof prices.last !== "string";
  const toDayPrice = (found: TradePrices[keyof TradePrices]) => toWireDayPrice(found, source);
  return {
    symbol: isPriced ? (closes?.symbol ?? null) : null,
    adjustment: isPriced ? (closes?.origin.adjustment ?? null) : null,
    transaction: toDayPrice(prices.transaction),
    after_disclosure: toDayPrice(prices.afterDisclosure),
    last: toDayPrice(prices.last),
  };
}

function toWireDayPrice(found: DayPrice | MissingPrice, source: string | null) {
  if (typeof found === "string") return { date: null, close: null, source: null, missing: found };
  return { date: found.day, close: found.close, source, missing: null };
}
