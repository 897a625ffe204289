import { z } from "zod";
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";

const EXAMPLE = {
  id: "txn_h20990001_01",
  politician: "Jane Example",
  politician_id: "X000001",
  chamber: "house",
  party: "Independent",
  ticker: "AAPL",
  company: "Apple Inc.",
  transaction_type: "purchase",
  amount_range: "$1,001 - $15,000",
  disclosure_date: "2026-02-20",
  transaction_date: "2026-02-03",
  asset_type: "Stock",
  comment: null,
} as const;

export const TradeSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "Permanent and opaque: a correction of the trade never changes or re-uses it." }),
    politician: z.string().meta({ description: "Name of the filing politician." }),
    politician_id: z
      .string()
      .regex(/^[A-Z]\d{6}$/)
      .meta({ description: "Bioguide id; the `id` of a politician." }),
    chamber: z.enum(CHAMBERS).meta({ description: "The body that received the filing." }),
    party: z.enum(PARTIES).meta({ description: "As of the transaction date." }),
    ticker: z.string().meta({
      description: "As filed, upper case, class shares with a dot; empty when the filing names none.",
    }),
    company: z.string().min(1).meta({ description: "The issuer, or the asset's name as filed." }),
    transaction_type: z.enum(["purchase", "sale_full", "sale_partial", "exchange", "other"]),
    amount_range: z
      .string()
      .regex(/^\$[\d,]+(\.\d{2})?( - \$[\d,]+(\.\d{2})?|\+)$/)
      .meta({ description: "The bracket that the filing prints: lower bound first; `+` where it has no upper bound." }),
    disclosure_date: z.iso.date().meta({ description: "Day on which the trade was disclosed first." }),
    transaction_date: z.iso.date(),
    asset_type: z
      .string()
      .meta({ description: "Class of the asset as filed, such as `Stock`, `ETF`, `Corporate Bond`." }),
    comment: z.string().nullable().meta({ description: "Description and comments of the filing." }),
  })
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
