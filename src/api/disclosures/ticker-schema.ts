import { z } from "zod";
import { createPageFields } from "../../http/request/page-query.ts";
import { IndustrySchema } from "./industry-schema.ts";

const EXAMPLE = {
  ticker: "META",
  company: "Meta Platforms, Inc.",
  trades: 3,
  buys: 2,
  sells: 1,
  buyers: 2,
  sellers: 1,
  calls_bought: 0,
  calls_sold: 0,
  puts_bought: 0,
  puts_sold: 0,
  other_options: 0,
  short_sales: 0,
  short_covers: 0,
  bullish: 2,
  bearish: 1,
  volume_low: 31003,
  volume_high: 95000,
  last_trade_date: "2026-02-03",
  industry: {
    sic: "7370",
    description: "Services-Computer Programming, Data Processing, Etc.",
    division: "I",
  },
  no_current_ticker: null,
  ended_on: null,
};

const fields = {
  ticker: z.string().min(1).meta({
    description: "The security's symbol today, or else the filed symbol.",
  }),
  company: z.string().min(1).meta({ description: "As in the most recently disclosed trade." }),
  trades: z.int().min(1).meta({ description: "Trades of all types, including exchanges and options." }),
  buys: z.int().min(0).meta({ description: "Purchases of the security itself, excluding options and short covering." }),
  sells: z.int().min(0).meta({ description: "Full and partial sales of the security itself." }),
  buyers: z.int().min(0).meta({ description: "Number of politicians who bought." }),
  sellers: z.int().min(0).meta({ description: "Number of politicians who sold." }),
  calls_bought: z.int().min(0),
  calls_sold: z.int().min(0),
  puts_bought: z.int().min(0),
  puts_sold: z.int().min(0),
  other_options: z.int().min(0).meta({ description: "Options that the filing does not identify as calls or puts." }),
  short_sales: z.int().min(0).meta({ description: "Sales that open a short position." }),
  short_covers: z.int().min(0).meta({ description: "Purchases that close one." }),
  bullish: z.int().min(0).meta({
    description: "Bullish trades among `buys`, `calls_bought`, `puts_sold` and `short_covers`.",
  }),
  bearish: z.int().min(0).meta({
    description: "Bearish trades among `sells`, `calls_sold`, `puts_bought` and `short_sales`.",
  }),
  volume_low: z.number().meta({ description: "Sum of the lower bounds of all trades, in US dollars." }),
  volume_high: z.number().nullable().meta({ description: "Sum of the upper bounds; null when a trade has none." }),
  last_trade_date: z.iso.date().meta({ description: "Latest transaction." }),
  industry: IndustrySchema.nullable().meta({
    description:
      "The issuer's industry from the SEC's submissions; null for funds, and if the SEC gives none or has not been asked yet.",
  }),
  no_current_ticker: z.enum(["ended", "not_listed"]).nullable().meta({
    description:
      "Why the security has no symbol today: it no longer exists, or none of the lists used here has its symbol. Otherwise null.",
  }),
  ended_on: z.iso.date().nullable().meta({ description: "Day on which the security ceased to exist, if known." }),
};

const TickerSchema = z.object(fields).meta({
  id: "Ticker",
  description: "Totals of the trades in one security, whatever its symbol was when they were filed.",
  examples: [EXAMPLE],
});

export const TickerListSchema = z
  .object({
    tickers: z.array(TickerSchema),
    ...createPageFields("Number of securities that match, regardless of `limit` and `skip`."),
  })
  .meta({
    id: "TickerList",
    description: "Securities by number of trades, then latest trade, then symbol.",
    examples: [{ tickers: [EXAMPLE], total: 3021, limit: 1, skip: 0 }],
  });

export const TickerDetailSchema = z
  .object({
    ...fields,
    without_possible_repeats: z
      .object({
        trades: fields.trades,
        buys: fields.buys,
        sells: fields.sells,
        volume_low: fields.volume_low,
        volume_high: fields.volume_high,
      })
      .meta({
        description: "The sums excluding trades that an earlier filing also reports (`possible_duplicate_of`).",
      }),
    former_tickers: z.array(z.string()).meta({ description: "Symbols that the security had before." }),
    other_issuers: z.int().min(0).meta({
      description:
        "Trades that the `ticker` filter finds by this symbol but that are in another issuer's security or in a bond; not included in the sums.",
    }),
  })
  .meta({
    id: "TickerDetail",
    description: "Totals of the trades in one security, including its former symbols.",
    examples: [
      {
        ...EXAMPLE,
        without_possible_repeats: { trades: 3, buys: 2, sells: 1, volume_low: 31003, volume_high: 95000 },
        former_tickers: ["FB"],
        other_issuers: 0,
      },
    ],
  });
