/** The query of a list of trades: the filters and sort orders of `GET /trades`, and a page number. */
import { z } from "zod";
import { readTradeQuery, type TradeQuery, tradeSearchShape } from "../api/disclosures/trade-query.ts";
import { createQueryReader } from "../http/request/query-string.ts";
import { type Faults, tryReadQuery } from "./read-query.ts";

const MAX_PAGES = 100_000;
const TradeListQuerySchema = z.object({
  ...tradeSearchShape,
  page: z.int().min(1).max(MAX_PAGES).default(1),
});
const read = createQueryReader(TradeListQuerySchema, "refused");

export const TRADE_LIST_PARAMETERS: readonly string[] = Object.keys(TradeListQuerySchema.shape);

export interface TradeListQuery extends TradeQuery {
  readonly page: number;
}

/** @param query must not contain empty values. */
export function readTradeListQuery(query: URLSearchParams): TradeListQuery | Faults {
  return tryReadQuery(() => {
    const { page, ...requested } = read(query.toString());
    return { ...readTradeQuery(requested), page };
  });
}
