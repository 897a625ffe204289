import { z } from "zod";
import { exampleTrade, PUBLIC_FIELDS, type PublicFieldName, type PublicTrade } from "../../domain/public-trade.ts";
import { pageMembers } from "../http/request/page-query.ts";

const EXAMPLE = exampleTrade();

type Schemas = { readonly [Name in PublicFieldName]: (typeof PUBLIC_FIELDS)[Name]["schema"] };

export const TradeSchema = z
  .object(Object.fromEntries(Object.entries(PUBLIC_FIELDS).map(([name, { schema }]) => [name, schema])) as Schemas)
  .meta({ id: "Trade", description: "One transaction of one filing.", examples: [EXAMPLE] });

const EXAMPLE_TOLD = {
  ...EXAMPLE,
  headline: `Purchase of ${EXAMPLE.company}`,
  direction: "bullish",
  late: false,
} as const;

/** A trade in events and in `/changes`. */
export const ToldTradeSchema = z
  .object({
    ...TradeSchema.shape,
    headline: z.string().optional().meta({
      description:
        "What the trade is called, with its instrument: `Sale of put options on Example Corp.` Events of earlier releases have none.",
    }),
    direction: z.enum(["bullish", "bearish"]).nullable().optional().meta({
      description: "As `direction` of the trade's detail. Events of earlier releases have none.",
    }),
    late: z.boolean().nullable().optional().meta({
      description: "As `late` of the trade's detail. Events of earlier releases have none.",
    }),
  })
  .meta({
    id: "ToldTrade",
    description: "A trade with its headline, its direction and whether it came late.",
    examples: [EXAMPLE_TOLD],
  });

export function exampleToldTrade(changes: Partial<PublicTrade> = {}) {
  return { ...EXAMPLE_TOLD, ...exampleTrade(changes) };
}

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
