import { z } from "zod";
import { exampleTrade, PUBLIC_FIELDS, type PublicFieldName } from "../../domain/public-trade.ts";

const EXAMPLE = exampleTrade();

type Schemas = { readonly [Name in PublicFieldName]: (typeof PUBLIC_FIELDS)[Name]["schema"] };

export const TradeSchema = z
  .object(Object.fromEntries(Object.entries(PUBLIC_FIELDS).map(([name, { schema }]) => [name, schema])) as Schemas)
  .meta({ id: "Trade", description: "One transaction of one filing.", examples: [EXAMPLE] });

export const TradeListSchema = z
  .object({
    trades: z.array(TradeSchema),
    total: z.int().min(0).meta({ description: "Trades that there are, whatever `limit` and `skip` are." }),
    limit: z.int().min(1).meta({ description: "As applied." }),
    skip: z.int().min(0).meta({ description: "As applied." }),
  })
  .meta({
    id: "TradeList",
    description: "Trades by disclosure date, newest first.",
    examples: [{ trades: [EXAMPLE], total: 14832, limit: 1, skip: 0 }],
  });
