/** The query parameters of the lists that are searched: trades, a politician's trades, securities. */
import { z } from "zod";
import { tradeFilterShape, tradeSortShape } from "../trade-query.ts";
import { PageQuery, RecentTradesQuery, version } from "./query.ts";

const { limit, skip } = RecentTradesQuery.shape;

export const TradesQuery = z.object({ ...tradeFilterShape, ...tradeSortShape, limit, skip, version });

export const PoliticianTradesQuery = TradesQuery.omit({ politician_id: true });

export const TickersQuery = z.object({
  q: z.string().max(200).optional().meta({
    description: "Words, without case and accents; each must begin a word of the symbol or the company.",
  }),
  ...PageQuery.shape,
  version,
});
