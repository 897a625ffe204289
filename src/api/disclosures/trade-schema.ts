import { z } from "zod";
import { STANDOUT_RULES } from "../../domain/premium.ts";
import { createExampleTrade, PUBLIC_FIELDS, type PublicFieldName } from "../../domain/public-trade.ts";
import { createPageFields } from "../../http/request/page-query.ts";

const EXAMPLE = createExampleTrade();

type Schemas = { readonly [Name in PublicFieldName]: (typeof PUBLIC_FIELDS)[Name]["schema"] };

export const TradeSchema = z
  .object(Object.fromEntries(Object.entries(PUBLIC_FIELDS).map(([name, { schema }]) => [name, schema])) as Schemas)
  .meta({ id: "Trade", description: "One transaction of one filing.", examples: [EXAMPLE] });

const EXAMPLE_SUMMARY = { headline: `Purchase of ${EXAMPLE.company}`, direction: "bullish", late: false } as const;

/** Additional fields of a trade in events and in `/changes`. */
export const TradeSummarySchema = z
  .object({
    headline: z.string().meta({
      description: "The trade in words, with its instrument: `Sale of put options on Example Corp.`",
    }),
    direction: z.enum(["bullish", "bearish"]).nullable().meta({ description: "Same as in `GET /trades/{id}`." }),
    late: z.boolean().nullable().meta({ description: "Same as in `GET /trades/{id}`." }),
  })
  .meta({ id: "TradeSummary", description: "Headline, direction and lateness.", examples: [EXAMPLE_SUMMARY] });

const digestMembers = {
  url: z.url().optional().meta({ description: "URL of the trade's page; only in digests." }),
  stands_out: z.array(z.enum(STANDOUT_RULES)).optional().meta({
    description: "Only in digests: the rules by which the home page pointed out the trade at the time.",
  }),
};

/** A trade that triggered an alert; events of earlier releases lack the summary. */
const announcedMembers = { ...TradeSchema.shape, ...TradeSummarySchema.partial().shape, ...digestMembers };
export const AnnouncedTradeSchema = z.object(announcedMembers).meta({
  id: "ToldTrade",
  description: "A trade with its summary.",
  examples: [{ ...EXAMPLE, ...EXAMPLE_SUMMARY }],
});

export const getExampleSummary = () => EXAMPLE_SUMMARY;

export const TradeListSchema = z
  .object({
    trades: z.array(TradeSchema),
    ...createPageFields("Total number of trades, regardless of `limit` and `skip`."),
  })
  .meta({
    id: "TradeList",
    description: "Trades by disclosure date, newest first.",
    examples: [{ trades: [EXAMPLE], total: 14832, limit: 1, skip: 0 }],
  });
