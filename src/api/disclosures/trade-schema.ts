import { z } from "zod";
import { exampleTrade, PUBLIC_FIELDS, type PublicFieldName } from "../../domain/public-trade.ts";
import { pageMembers } from "../http/request/page-query.ts";

const EXAMPLE = exampleTrade();

type Schemas = { readonly [Name in PublicFieldName]: (typeof PUBLIC_FIELDS)[Name]["schema"] };

export const TradeSchema = z
  .object(Object.fromEntries(Object.entries(PUBLIC_FIELDS).map(([name, { schema }]) => [name, schema])) as Schemas)
  .meta({ id: "Trade", description: "One transaction of one filing.", examples: [EXAMPLE] });

export const TradeListSchema = z
  .object({
    trades: z.array(TradeSchema),
    ...pageMembers("Trades that there are, whatever `limit` and `skip` are."),
  })
  .meta({
    id: "TradeList",
    description: "Trades by disclosure date, newest first.",
    examples: [{ trades: [EXAMPLE], total: 14832, limit: 1, skip: 0 }],
  });
