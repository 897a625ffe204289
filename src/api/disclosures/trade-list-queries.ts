/** Query parameters of the searchable lists: trades, a politician's trades, securities. */
import { z } from "zod";
import { createLimitSchema, PageQuery, skip, version } from "../../http/request/page-query.ts";
import { createNonBlankTextSchema } from "../../http/request/parameter.ts";
import { asOf } from "./as-of.ts";
import { tradeFilterShape, tradeSearchShape } from "./trade-query.ts";

export const RecentTradesQuery = z.object({ ...tradeFilterShape, limit: createLimitSchema(10, 100), skip, version });

export const PoliticianTradesQuery = z
  .object({ ...tradeSearchShape, limit: createLimitSchema(10, 100), skip, version })
  .omit({ politician_id: true });

export const TradesQuery = z.object({
  ...tradeSearchShape,
  limit: createLimitSchema(10, 100),
  skip,
  version,
  as_of: asOf,
});

export const TickersQuery = z.object({
  q: createNonBlankTextSchema(200).optional().meta({
    description:
      "Search words, regardless of case, accents and spacing; each must begin a word of the symbol or the company.",
  }),
  industry: tradeFilterShape.industry,
  ...PageQuery.shape,
  version,
});
